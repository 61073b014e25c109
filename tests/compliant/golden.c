// Compares contact models with golden files: results, and also duration, forces, overlaps and vibration.
//   compliant_golden NAME... : names of files of tests/compliant/golden, without extension
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compliant/devices.h"
#include "mods/compliant/models/restitution.h"
#include "papers/discs.h"
#include "support/compliant_params.h"
#include "support/golden.h"
#include "support/laws.h"

typedef struct {
    const json_t *golden, *expect;
    carom_contact contact;
    carom_params params;
    carom_vibration modes[CAROM_VIBRATIONS_MAX];
    double tol, tol_time; // tol_time: relative tolerance of duration, largest force and overlap, or 0 for tol
    golden_case compared;
} test_case;

// Checks |got - wanted| <= tol scale.
static void compare(test_case *c, const char *what, double got, double wanted, double scale) {
    golden_near(&c->compared, what, got, wanted, c->tol * scale);
}

// Reads W and v. A 1D problem becomes a 2D problem whose tangential entries are 0.
static void read_contact(test_case *c) {
    const json_t *W = json_object_get(c->golden, "W"), *v = json_object_get(c->golden, "v");
    const size_t rows = json_array_size(v);
    c->contact.dim = rows < 2 ? 2 : (int)rows;
    for (size_t i = 0; i < rows; i++) {
        c->contact.v[i] = json_number_value(json_array_get(v, i));
        for (size_t j = 0; j < rows; j++)
            c->contact.W[i][j] = json_number_value(json_array_get(json_array_get(W, i), j));
    }
}

static void read_modes(test_case *c, const json_t *list) {
    c->params.list = c->modes;
    c->params.list_count = json_array_size(list);
    for (size_t k = 0; k < json_array_size(list); k++) {
        const json_t *mode = json_array_get(list, k), *phi = json_object_get(mode, "phi");
        c->modes[k] = (carom_vibration){.omega = golden_real(mode, "omega"), .zeta = golden_real(mode, "zeta")};
        for (size_t i = 0; i < json_array_size(phi); i++)
            c->modes[k].phi[i] = json_number_value(json_array_get(phi, i));
    }
}

// Returns carom's name of a coefficient of the golden files. The files use several names where carom uses one.
static const char *our_name(const char *name) {
    static const char *const names[][2] = {{"n", "p"}, {"alpha", "cn"}, {"A", "cn"}, {"s", "depth"}, {"d_y", "depth"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i][0], name)) return names[i][1];
    return name;
}

// Reads the coefficients. Those that the law does not read (zeta, a, chi, ...) are ignored.
static void read_params(test_case *c, const carom_law *law) {
    const char *name;
    json_t *value;
    c->params = params_springs();
    json_object_foreach(json_object_get(c->golden, "params"), name, value) {
        const carom_coefficient *row = carom_law_find_coefficient(law, our_name(name));
        double list[3] = {json_number_value(value)};
        size_t count = json_is_array(value) ? json_array_size(value) : 1;
        if (!row || !((carom_law_reads(law) >> row->number) & 1)) continue;
        if (row->kind == CAROM_LIST) {
            read_modes(c, value);
            continue;
        }
        if (row->kind == CAROM_CHOICE && json_is_integer(value)) list[0]--; // the files count the types from 1
        if (json_is_string(value)) list[0] = carom_choice_of(row, json_string_value(value));
        for (size_t i = 0; i < count && json_is_array(value); i++)
            list[i] = json_number_value(json_array_get(value, i));
        if (carom_params_set(&c->params, row, list, count) != CAROM_OK)
            golden_differ(&c->compared, "%s cannot be set", name);
    }
}

static double largest(const double *x, int count) {
    double most = 0.0;
    for (int i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
    return most;
}

// Compares P, v' and dE, relative to |P|, |v| and |P| |v|. |P| and |v| are the largest components.
static void compare_outcome(test_case *c, const carom_result *out) {
    const json_t *P = json_object_get(c->expect, "P"), *v = json_object_get(c->expect, "v_after");
    const double P_scale = largest(out->P, c->contact.dim), v_scale = largest(c->contact.v, c->contact.dim);
    for (size_t i = 0; i < json_array_size(P); i++) {
        compare(c, "P", out->P[i], json_number_value(json_array_get(P, i)), P_scale);
        compare(c, "v_after", out->v[i], json_number_value(json_array_get(v, i)), v_scale);
    }
    if (json_is_number(json_object_get(c->expect, "dE")))
        compare(c, "dE", out->dE, golden_real(c->expect, "dE"), P_scale * v_scale);
    if (json_object_get(c->expect, "admissible")) {
        const bool admissible = json_is_true(json_object_get(c->expect, "admissible"));
        if (admissible != (out->violations == 0))
            golden_differ(&c->compared, "broken is %u, admissible should be %d", out->violations, admissible);
    }
}

// Returns the exact largest force of an uncoupled spring-dashpot, or 0 for any other problem.
//   d = v Im(exp(s t))/(w sin a)   overlap, with s = w exp(i (pi - a)) and cos a = zeta
//   N = -d''/W_nn                  force; it is largest at t = (3 a - pi)/(w sin a), where N' = 0
// For zeta >= 1/2 the largest force is that at first touch.
static double linear_peak(const test_case *c) {
    const double W = c->contact.W[0][0], speed = -c->contact.v[0];
    const double kn = c->params.own[CAROM_OWN(kn)], cn = c->params.own[CAROM_OWN(cn)];
    const double zeta = 0.5 * cn * sqrt(W / kn), a = acos(fmin(zeta, 0.5));
    if (strcmp(golden_text(c->golden, "law"), "spring-dashpot") || c->contact.W[0][1] != 0.0) return 0.0;
    return zeta < 0.5 ? speed * sqrt(kn / W) * exp(-zeta * (3.0 * a - acos(-1.0)) / sin(a)) : cn * speed;
}

// Compares the largest force with the reference of devices2, which is a sample: the largest force at the steps of
// another integrator. It is therefore a little below the true value. The cases hooke-allowed-oblique-0 to 4 have the
// same normal motion but five different references, all below the exact value. The largest difference from a sample was
// 3.5e-3; the bound is 5e-3. The largest error against the closed form was 3e-16; the bound is 1e-12.
static void compare_sampled(test_case *c, double got, double sampled) {
    const double exact = linear_peak(c);
    golden_near(&c->compared, "max_force", fmax(got, sampled), sampled, 5e-3 * sampled);
    if (!(got >= sampled * (1.0 - c->tol_time))) golden_differ(&c->compared, "max_force %.17g is below a sample", got);
    if (exact > 0.0 && !(fabs(got - exact) <= 1e-12 * exact && sampled < exact))
        golden_differ(&c->compared, "max_force is %.17g, exactly %.17g, sampled %.17g", got, exact, sampled);
}

// Compares the other scalars, relative to max(1, |x|).
static void compare_more(test_case *c, const carom_result *out, const carom_history *more) {
    const struct {
        const char *key;
        double got;
    } scalars[] = {{"duration", more->summary.duration},
                   {"max_force", more->summary.peak_force},
                   {"max_compression", more->summary.compression},
                   {"final_compression", more->summary.dent},
                   {"t_comp", more->summary.compression_time},
                   {"E_vib", more->summary.vibration},
                   {"uniqueness_margin", more->summary.margin},
                   {"n_impacts", more->summary.micro_impacts},
                   {"e", -out->v[0] / c->contact.v[0]},
                   {"e_eff", -out->v[0] / c->contact.v[0]},
                   {"v1f_over_v30", out->v[1] / c->contact.v[0]}};
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
        const json_t *wanted = json_object_get(c->expect, scalars[i].key);
        const double x = json_number_value(wanted);
        if (!json_is_number(wanted)) continue;
        if (i == 1 && c->tol_time > 0.0)
            compare_sampled(c, scalars[i].got, x);
        else if (i < 3 && c->tol_time > 0.0)
            golden_near(&c->compared, scalars[i].key, scalars[i].got, x, c->tol_time * fabs(x));
        else
            compare(c, scalars[i].key, scalars[i].got, x, fmax(1.0, fabs(x)));
    }
}

// Checks a problem with several results: carom must return the first of the list and report that there are several.
static void compare_solutions(test_case *c, const carom_result *out) {
    const json_t *first = json_array_get(json_object_get(c->expect, "solutions"), 0);
    if (!first) return;
    for (int i = 0; i < c->contact.dim; i++)
        compare(c, "P of the first solution", out->P[i],
                json_number_value(json_array_get(json_object_get(first, "P"), (size_t)i)),
                largest(out->P, c->contact.dim));
    if (!(out->violations & CAROM_VIOLATION_NOT_UNIQUE))
        golden_differ(&c->compared, "it does not say that there are several");
}

// Checks the Hertz contact of two bodies, given as lists of E, nu, R and density. null is a rigid plane.
static void run_material(test_case *c, const json_t *params) {
    carom_material side[2] = {{0}};
    carom_hertz_contact pair;
    for (int i = 0; i < 2; i++) {
        const json_t *list = json_object_get(params, i ? "b" : "a");
        double x[4] = {0.0};
        for (size_t k = 0; k < json_array_size(list) && k < 4; k++) x[k] = json_number_value(json_array_get(list, k));
        side[i] = (carom_material){.E = x[0], .nu = x[1], .radius = x[2]};
    }
    const bool fine = carom_hertz_from_materials(&side[0], &side[1], &pair) == CAROM_OK;
    const struct {
        const char *key;
        double got;
    } keys[] = {{"E_star", pair.E}, {"R_star", pair.R}, {"kn", pair.kn}, {"G_star", pair.G}, {"kappa", pair.kappa}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys && fine; i++)
        if (json_is_number(json_object_get(c->expect, keys[i].key)))
            compare(c, keys[i].key, keys[i].got, golden_real(c->expect, keys[i].key),
                    golden_real(c->expect, keys[i].key));
    if (!fine) golden_differ(&c->compared, "no pair");
}

// Checks the damping for a given restitution. Some models have a closed form; for others carom searches by running the
// model.
static void run_inverse(test_case *c, const json_t *params, double e) {
    const char *device = golden_text(params, "device"),
               *tension = json_string_value(json_object_get(params, "tension"));
    const carom_damping_request asked = {.law = device_find(device),
                                         .e = e,
                                         .m = 1.0,
                                         .v = 1.0,
                                         .kn = 1.0,
                                         .p = 1.5,
                                         .depth = 0.1,
                                         .tension = tension && !strcmp(tension, "allowed") ? CAROM_TENSION_ALLOWED
                                                                                           : CAROM_TENSION_CUT};
    const struct {
        const char *key;
        double share; // factor on the coefficient found
    } keys[] = {{"a", 1.0}, {"alpha", 1.0}, {"zeta", 1.0 / sqrt(5.0)}, {"vy_over_v", 1.0}, {"b", 1.5}, {"cn", 1.0}};
    double found = 0.0;
    if (carom_damping_for_restitution(&asked, &found) != CAROM_OK)
        golden_differ(&c->compared, "%s: no inverse", device);
    if (!strcmp(device, "thornton")) found = sqrt(0.8) * pow(found, 1.25); // from overlap to speed of first yield
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const double wanted = golden_real(c->expect, keys[i].key);
        if (json_is_number(json_object_get(c->expect, keys[i].key)))
            compare(c, keys[i].key, keys[i].share * found, wanted, fmax(1.0, wanted));
    }
}

// Checks a coefficient that depends on speed: its form at a speed, and its value at an impact.
static void run_coefficient(test_case *c, const json_t *params) {
    static const char *const keys[][3] = {{"a", "b", "c"}, {"c"}, {"beta"}, {"v_y"}, {"e0", "v0"}};
    static const char *const names[] = {"exp", "fifth", "viscoelastic", "thornton", "quarter"};
    const carom_speed_form *form = carom_speed_form_find(golden_text(params, "form"));
    const double value = golden_real(c->expect, "value");
    double number[3] = {0.0};
    for (int k = 0; k < 5; k++)
        for (int i = 0; form && !strcmp(form->name, names[k]) && i < form->count; i++)
            number[i] = golden_real(params, keys[k][i]);
    carom_params p = params_springs(), at;
    read_contact(c);
    if (!form || carom_params_set_speed_form(&p, form, number, (size_t)form->count) != CAROM_OK ||
        carom_params_at_impact(&carom_law_routh, &c->contact, &p, &at) != CAROM_OK) {
        golden_differ(&c->compared, "no form, or not its numbers");
        return;
    }
    compare(c, "value", form->value(number, golden_real(params, "v")), value, 1.0);
    compare(c, "value at the contact", strcmp(form->coefficient, "e") ? at.mu : at.e, value, 1.0);
}

// Checks golden cases that are formulas, not impacts. Returns false if the case is not one of them.
static bool run_formula(test_case *c, const char *law) {
    const json_t *params = json_object_get(c->golden, "params");
    const double e = golden_real(params, "e");
    if (!strcmp(law, "restitution-inverse") && json_object_get(params, "device")) {
        run_inverse(c, params, e);
    } else if (!strcmp(law, "coefficient")) {
        run_coefficient(c, params);
    } else if (!strcmp(law, "hertz-material")) {
        run_material(c, params);
    } else if (!strcmp(law, "restitution-inverse")) {
        const double a = golden_real(c->expect, "a"), zeta = golden_real(c->expect, "zeta");
        compare(c, "a", carom_a_of_e(e), a, fmax(1.0, a));
        compare(c, "zeta", carom_zeta_of_e(e), zeta, fmax(1.0, zeta));
    } else if (!strcmp(law, "two-stage")) {
        compare(c, "e", carom_restitution_two_stage(e, golden_real(params, "m1"), golden_real(params, "m2")),
                golden_real(c->expect, "e"), 1.0);
    } else {
        return false;
    }
    return true;
}

static void run_case(test_case *c, const carom_law *law) {
    carom_result out;
    carom_history more = {0};
    read_contact(c);
    read_params(c, law);
    const carom_status status = carom_record(law, &c->contact, &c->params, &more, &out);
    if (status != CAROM_OK) {
        char text[256];
        carom_describe(status, law, &c->contact, &c->params, &out, text, sizeof text);
        golden_differ(&c->compared, "%s", text);
        return;
    }
    compare_outcome(c, &out);
    compare_more(c, &out, &more);
    compare_solutions(c, &out);
}

static void run_cases(const json_t *cases, golden_tally *t) {
    for (size_t i = 0; i < json_array_size(cases); i++) {
        test_case c = {.golden = json_array_get(cases, i)};
        const char *name = golden_text(c.golden, "law");
        const carom_law *law = device_find(name);
        c.expect = json_object_get(c.golden, "expect");
        c.tol = golden_real(c.golden, "tol");
        c.tol_time = json_number_value(json_object_get(c.golden, "tol_time"));
        if (law) {
            run_case(&c, law);
        } else if (!run_formula(&c, name)) {
            t->skipped++;
            continue;
        }
        golden_judge(t, golden_text(c.golden, "id"), &c.compared);
    }
}

// The expected numbers of cases and of compared numbers of each file.
static const struct {
    const char *name;
    int cases, numbers;
} files[] = {
    {"restitution_1d", 79, 581}, {"compliant_2d", 119, 1058}, {"compliant_3d", 42, 424},
    {"hertz_mindlin", 76, 409},  {"modal", 42, 264},          {"devices2", 310, 2226},
};

static bool run_file(const char *name) {
    golden_tally t = {.name = name, .worst_id = "-"};
    json_t *document = golden_load("compliant/golden", name);
    if (!document) return false;
    run_cases(json_object_get(document, "cases"), &t);
    json_decref(document);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (!strcmp(files[i].name, name)) return golden_report(&t, files[i].cases, files[i].numbers);
    return golden_report(&t, 0, 0);
}

int main(int argc, char **argv) {
    bool passed = argc > 1;
    for (int i = 1; i < argc; i++) passed = run_file(argv[i]) && passed;
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
