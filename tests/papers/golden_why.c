// Compares carom with golden numbers that explain an impact. The topics are classes of contacts, Newton's against
// Poisson's restitution, energy forms and forces of a closed contact. Further topics are all results of a law, and the
// maps of Payr & Glocker.
//   papers_golden_why          every case of the kinds below in tests/papers/golden/papers.json
#include <math.h>
#include <string.h>

#include "carom/bodies.h"
#include "carom/explain.h"
#include "carom/geometry.h"
#include "support/golden.h"
#include "support/laws.h"
#include "support/params.h"

typedef struct {
    const json_t *inputs, *expect;
    double tol;
    golden_case *result;
} asked;

// Compares a number with the tolerance that the file states, relative to the wanted number, or to 1 if that is larger.
static void near(const asked *a, const char *what, double got, double wanted) {
    golden_near(a->result, what, got, wanted, a->tol * fmax(1.0, fabs(wanted)));
}

static void expect(const asked *a, const char *key, double got) {
    near(a, key, got, golden_real(a->expect, key));
}

static void expect_words(const asked *a, const char *key, const char *got) {
    const char *wanted = golden_text(a->expect, key);
    a->result->numbers++;
    if (!wanted || !got || strcmp(wanted, got) != 0) golden_differ(a->result, "%s is %s, not %s", key, got, wanted);
}

static void expect_truth(const asked *a, const char *key, bool got) {
    a->result->numbers++;
    if (json_boolean_value(json_object_get(a->expect, key)) != got) golden_differ(a->result, "%s differs", key);
}

static double in(const asked *a, const char *key) {
    return golden_real(a->inputs, key);
}

static bool has(const json_t *object, const char *key) {
    return json_is_number(json_object_get(object, key));
}

static void vector(const asked *a, const char *what, const json_t *wanted, const double *got) {
    double numbers[3];
    const int count = golden_reals(wanted, numbers, 3);
    for (int i = 0; i < count; i++) near(a, what, got[i], numbers[i]);
}

static carom_contact contact_in(const asked *a) {
    double W[9], v[3];
    const int dim = golden_reals(json_object_get(a->inputs, "v"), v, 3);
    golden_reals(json_object_get(a->inputs, "W"), W, 9);
    carom_contact c = {.dim = dim};
    for (int i = 0; i < dim; i++) {
        c.v[i] = v[i];
        for (int j = 0; j < dim; j++) c.W[i][j] = W[i * dim + j];
    }
    return c;
}

static carom_params params_in(const asked *a) {
    carom_params p = params_plain();
    if (has(a->inputs, "e")) p.e = in(a, "e");
    if (has(a->inputs, "e_n")) p.e = in(a, "e_n");
    if (has(a->inputs, "e_t")) p.e_t = in(a, "e_t");
    if (has(a->inputs, "mu")) p.mu = in(a, "mu");
    return p;
}

static void impact_class(const asked *a) {
    const carom_contact c = contact_in(a);
    carom_contact_class k;
    char name[64];
    if (carom_contact_classify(&c, in(a, "e"), &k) != CAROM_OK) golden_differ(a->result, "refused");
    snprintf(name, sizeof name, "%s, %s", k.direct ? "direct" : "oblique",
             k.central ? "generalized central" : "eccentric");
    expect_words(a, "approach", carom_enum_name(CAROM_ENUM_APPROACH, (int)k.approach));
    expect_words(a, "name", name);
    expect_truth(a, "direct", k.direct);
    expect_truth(a, "generalized_central", k.central);
    if (k.approach == CAROM_MEETING) {
        vector(a, "Q", json_object_get(a->expect, "Q"), k.Q);
        vector(a, "D", json_object_get(a->expect, "D"), k.D);
        return;
    }
    expect_truth(a, "tangential_possible", isfinite(k.mu_jam));
    if (has(a->expect, "mu_needed")) expect(a, "mu_needed", k.mu_jam);
    carom_params p = params_plain();
    carom_contact_forces forces;
    p.e = 0.5;
    p.mu = 2.0;
    carom_forces_compute(&c, (double[3]){0}, &p, &forces);
    vector(a, "impulse", json_object_get(a->expect, "impulse_mu2_e0.5_poisson"), forces.impulse);
}

static void newton_poisson(const asked *a) {
    const carom_contact c = contact_in(a);
    const carom_params p = params_in(a);
    const json_t *because = json_object_get(a->expect, "because");
    carom_restitution_comparison r;
    if (carom_restitution_compare(&c, &p, &r) != CAROM_OK) golden_differ(a->result, "refused");
    expect_truth(a, "coincide", r.because != 0);
    expect(a, "gap_v_n", r.gap);
    // If there is a reason for agreement, the two impulses are equal.
    if (r.because) near(a, "gap", r.poisson.v[0] - r.newton.v[0], 0.0);
    size_t named = 0;
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_AGREEMENT, (int)bit); bit *= 2) {
        bool wanted = false;
        for (size_t i = 0; i < json_array_size(because); i++)
            wanted |=
                !strcmp(json_string_value(json_array_get(because, i)), carom_enum_name(CAROM_ENUM_AGREEMENT, (int)bit));
        named += wanted;
        if (wanted != ((r.because & bit) != 0))
            golden_differ(a->result, "reason %s differs", carom_enum_name(CAROM_ENUM_AGREEMENT, (int)bit));
    }
    if (named != json_array_size(because)) golden_differ(a->result, "a reason has another name");
    vector(a, "P_newton", json_object_get(a->expect, "P_newton"), r.newton.P);
    vector(a, "P_poisson", json_object_get(a->expect, "P_poisson"), r.poisson.P);
}

static void energy_form(const asked *a) {
    const carom_contact c = contact_in(a);
    const carom_params p = params_in(a);
    carom_energy_form form;
    if (carom_energy_form_compute(&c, &p, &form) != CAROM_OK) golden_differ(a->result, "refused");
    expect_words(a, "mode", carom_mode_name(form.outcome.mode));
    vector(a, "P", json_object_get(a->expect, "P"), form.outcome.P);
    expect(a, "two_dE", form.twice_dE);
    near(a, "2 dE", 2.0 * form.outcome.dE, form.twice_dE);
    if (has(a->expect, "determinant")) expect(a, "determinant", form.determinant);
}

// Returns a rod on a floor. Its tip is at -l (cos, sin) from its centre.
static carom_planar_pair rod(const asked *a) {
    const double angle = in(a, "angle_deg") * 3.14159265358979323846 / 180.0, l = in(a, "half_length");
    const double rate = in(a, "rate"), x = l * cos(angle), y = l * sin(angle);
    double v[2];
    golden_reals(json_object_get(a->inputs, "v"), v, 2);
    return (carom_planar_pair){.a = {.mass = in(a, "mass"),
                                     .inertia = in(a, "inertia"),
                                     .centre = {x, y},
                                     // The tip has the velocity v.
                                     .velocity = {v[1] - rate * y, v[0] + rate * x},
                                     .spin = rate},
                               .b = carom_planar_body_fixed(),
                               .normal = {0.0, 1.0}};
}

// Checks case 4 of Wang & Mason. The file gives W and b directly. There is no finite force. If mu is below the critical
// friction, there is one.
static void case_4(const asked *a) {
    const carom_contact c = contact_in(a);
    carom_params p = params_in(a);
    const json_t *below = json_object_get(a->expect, "N_below");
    double b[3] = {0.0, 0.0, 0.0};
    carom_contact_forces f;
    carom_critical k;
    carom_restitution_comparison r;
    golden_reals(json_object_get(a->inputs, "b"), b, 2);
    if (carom_forces_compute(&c, b, &p, &f) != CAROM_OK) golden_differ(a->result, "refused");
    expect_words(a, "case", carom_enum_name(CAROM_ENUM_FORCE_CASE, (int)f.which));
    if (f.count != 0) golden_differ(a->result, "%d solutions", f.count);
    vector(a, "P_poisson", json_object_get(a->expect, "P_poisson"), f.impulse);
    carom_restitution_compare(&c, &p, &r);
    vector(a, "P_newton", json_object_get(a->expect, "P_newton"), r.newton.P);
    carom_critical_compute(&c, p.e, p.mu, &k);
    expect(a, "mu_c", k.mu_c);
    p.mu = golden_real(below, "mu");
    carom_forces_compute(&c, b, &p, &f);
    if (f.count != 1) golden_differ(a->result, "%d solutions below", f.count);
    near(a, "N", f.at[0].F[0], golden_real(below, "N"));
}

static void forces_of(const asked *a) {
    if (json_object_get(a->inputs, "W")) {
        case_4(a);
        return;
    }
    const carom_planar_pair pair = rod(a);
    const carom_params p = params_in(a);
    const json_t *solutions = json_object_get(a->expect, "solutions");
    carom_contact c;
    carom_contact_forces f;
    double b[3] = {0.0, 0.0, 0.0};
    carom_planar_pair_contact(&pair, &c);
    carom_planar_pair_free_acceleration(&pair, (double[2]){0.0, -in(a, "g")}, b);
    if (has(a->inputs, "push_t")) b[1] += in(a, "push_t");
    vector(a, "W", json_array_get(json_object_get(a->expect, "W"), 0), c.W[0]);
    vector(a, "b", json_object_get(a->expect, "b"), b);
    // The file has the exact velocity of the tip; that of the pair has rounding errors.
    golden_reals(json_object_get(a->inputs, "v"), c.v, 2);
    if (carom_forces_compute(&c, b, &p, &f) != CAROM_OK) golden_differ(a->result, "refused");
    if (has(a->expect, "p")) expect(a, "p", f.p);
    if (golden_text(a->expect, "case")) expect_words(a, "case", carom_enum_name(CAROM_ENUM_FORCE_CASE, (int)f.which));
    if ((size_t)f.count != json_array_size(solutions)) golden_differ(a->result, "%d solutions", f.count);
    for (int i = 0; i < f.count && (size_t)i < json_array_size(solutions); i++) {
        const json_t *wanted = json_array_get(solutions, (size_t)i);
        const char *name = golden_text(wanted, "mode");
        a->result->numbers++;
        if (strncmp(name, carom_enum_name(CAROM_ENUM_FORCE_MODE, (int)f.at[i].mode),
                    strlen(carom_enum_name(CAROM_ENUM_FORCE_MODE, (int)f.at[i].mode))) != 0)
            golden_differ(a->result, "solution %d is %s", i, name);
        // "slides-" means that the slip starts towards -t.
        if (!strcmp(name, "slides-") && !(f.at[i].a[1] < 0.0)) golden_differ(a->result, "slides the other way");
        near(a, "N", f.at[i].F[0], golden_real(wanted, "N"));
        near(a, "F_t", f.at[i].F[1], golden_real(wanted, "F_t"));
        near(a, "a_n", f.at[i].a[0], golden_real(wanted, "a_n"));
        near(a, "a_t", f.at[i].a[1], golden_real(wanted, "a_t"));
    }
    const json_t *impulse = json_object_get(a->expect, "impulse_without_collision");
    if (impulse) vector(a, "impulse", impulse, f.impulse);
}

static void f_star(const asked *a) {
    const carom_contact c = contact_in(a);
    carom_critical k;
    carom_critical_compute(&c, 0.5, in(a, "mu"), &k);
    expect_truth(a, "slip_grows", isinf(k.F_star));
    if (has(a->expect, "F_star")) expect(a, "F_star", k.F_star);
}

// Checks that each wanted impulse is found, and that no other impulse is found.
static void all_solutions(const asked *a) {
    const carom_contact c = contact_in(a);
    const carom_params p = params_in(a);
    const json_t *solutions = json_object_get(a->expect, "solutions"), *wanted = solutions;
    if (!wanted) wanted = json_object_get(a->expect, "P");
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    int count;
    const carom_law *law = carom_law_find(NULL, golden_text(a->inputs, "law"), CAROM_ONE_CONTACT);
    if (carom_collide_all(law, &c, &p, list, &count) != CAROM_OK) golden_differ(a->result, "refused");
    a->result->numbers++;
    if ((size_t)count != json_array_size(wanted)) golden_differ(a->result, "%d outcomes", count);
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        const json_t *one = json_array_get(wanted, i), *P = json_is_object(one) ? json_object_get(one, "P") : one;
        double numbers[3] = {0};
        int best = 0;
        golden_reals(P, numbers, 3);
        for (int k = 1; k < count; k++)
            if (fabs(list[k].result.P[0] - numbers[0]) < fabs(list[best].result.P[0] - numbers[0])) best = k;
        vector(a, "P", P, list[best].result.P);
        if (!json_is_object(one)) continue;
        // The results are sorted by their normal impulse.
        for (int k = 1; k < count; k++)
            if (list[k].result.P[0] < list[k - 1].result.P[0]) golden_differ(a->result, "outcome %d out of order", k);
        if (strcmp(golden_text(one, "mode"), carom_mode_name(list[best].result.mode)) != 0)
            golden_differ(a->result, "outcome %d has another mode", (int)i);
        near(a, "dE", list[best].result.dE, golden_real(one, "dE"));
    }
    carom_critical k;
    if (has(a->expect, "mu_c") && carom_critical_compute(&c, 0.5, p.mu, &k) == CAROM_OK) expect(a, "mu_c", k.mu_c);
}

static int outcomes_at(const carom_contact *c, carom_params *p, double mu) {
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    int count;
    p->mu = mu;
    carom_collide_all(&carom_law_smith, c, p, list, &count);
    return count;
}

// Returns the friction coefficient between `low` and `high` at which the number of results changes, by bisection.
static double fold(const carom_contact *c, carom_params *p, double low, double high) {
    const int at_low = outcomes_at(c, p, low);
    for (int i = 0; i < 40; i++) *(outcomes_at(c, p, 0.5 * (low + high)) == at_low ? &low : &high) = 0.5 * (low + high);
    return low;
}

static void smith_fold(const asked *a) {
    const carom_contact c = contact_in(a);
    carom_params p = params_in(a);
    const double folds[2] = {fold(&c, &p, 2.0, 2.5), fold(&c, &p, 2.5, 3.0)};
    static const char *const keys[2] = {"three_from_mu", "until_mu"};
    for (int i = 0; i < 2; i++) {
        double bracket[2];
        golden_reals(json_object_get(a->expect, keys[i]), bracket, 2);
        a->result->numbers++;
        if (!(folds[i] >= bracket[0] && folds[i] <= bracket[1])) golden_differ(a->result, "a fold at %.6f", folds[i]);
    }
}

static void gross_slip(const asked *a) {
    const carom_contact c = contact_in(a);
    carom_params p = params_in(a);
    carom_result out;
    carom_collide(&carom_law_glocker, &c, &p, &out);
    expect(a, "ratio_after", out.v[1] / out.v[0]);
    expect(a, "v1_over_v3_0", out.v[1] / c.v[0]);
}

static carom_contact bar(double K, double phi, double ratio) {
    const double x = cos(phi), y = sin(phi);
    return (carom_contact){
        .dim = 2, .W = {{1.0 + x * x / K, x * y / K}, {x * y / K, 1.0 + y * y / K}}, .v = {-1.0, -ratio}};
}

static void pg_fig11(const asked *a) {
    const carom_params p = params_in(a);
    const json_t *points = json_object_get(a->expect, "points");
    for (size_t i = 0; i < json_array_size(points); i++) {
        const json_t *one = json_array_get(points, i);
        const double degree = 3.14159265358979323846 / 180.0, ratio = golden_real(one, "ratio");
        const carom_contact c = bar(in(a, "K"), golden_real(one, "angle_deg") * degree, ratio);
        carom_result out;
        carom_collide(&carom_law_glocker, &c, &p, &out);
        a->result->numbers++;
        if (strcmp(golden_text(one, "mode"), carom_mode_name(out.mode)) != 0)
            golden_differ(a->result, "point %d is %s", (int)i, carom_mode_name(out.mode));
        const bool reverses = out.mode != CAROM_MODE_STICK && out.v[1] * c.v[1] < 0.0;
        if (reverses != json_boolean_value(json_object_get(one, "reverses")))
            golden_differ(a->result, "point %d reverses: %d", (int)i, reverses);
        near(a, "v_t'", out.v[1], golden_real(one, "v_t_after"));
        near(a, "dE", out.dE, golden_real(one, "dE"));
    }
}

// Checks Walton's law: the slip after the impact has a kink where the mode changes from sticking to sliding.
static void pg_fig13(const asked *a) {
    const json_t *rows = json_object_get(a->expect, "rows");
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        carom_contact c = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 3.5}}, .v = {-1.0, 0.0}};
        carom_params p = params_in(a);
        carom_result out;
        p.e = golden_real(row, "e");
        double low = 0.0, high = 10.0;
        for (int k = 0; k < 60; k++) {
            c.v[1] = 0.5 * (low + high);
            carom_collide(&carom_law_walton, &c, &p, &out);
            *(out.mode == CAROM_MODE_SLIDING ? &high : &low) = c.v[1];
        }
        // x = v1/v3 and y = v1'/v3, where v3 = |v_n| = 1.
        near(a, "walton_kink_x", low, golden_real(row, "walton_kink_x"));
        near(a, "walton_kink_y", out.v[1], golden_real(row, "walton_kink_y"));
    }
}

static void right_value(const asked *a) {
    const carom_contact c = contact_in(a);
    const carom_params p = params_in(a);
    carom_result out;
    carom_collide(&carom_law_glocker, &c, &p, &out);
    vector(a, "P", json_object_get(a->expect, "P"), out.P);
    expect(a, "dE", out.dE);
}

// Checks Brach's linear law. Its ratio is compared with mu but not limited by it. e and the ratio follow from the
// impulse.
static void brach_linear(const asked *a) {
    const carom_contact c = contact_in(a);
    const json_t *inverse = json_object_get(a->expect, "inverse");
    carom_params p = params_in(a);
    carom_result out;
    double ratio[2];
    const int count = golden_reals(json_object_get(a->inputs, "ratio"), ratio, 2);
    p.allow = CAROM_PARAM_BIT(e); // one case has e = 1.3
    carom_params_set_by_name(&carom_law_impulse_ratio, &p, "ratio", ratio, (size_t)count);
    if (carom_collide(&carom_law_impulse_ratio, &c, &p, &out) != CAROM_OK) golden_differ(a->result, "refused");
    vector(a, "P", json_object_get(a->expect, "P"), out.P);
    vector(a, "v_after", json_object_get(a->expect, "v_after"), out.v);
    expect(a, "dE", out.dE);
    expect_truth(a, "inside_cone", !(out.violations & CAROM_VIOLATION_CONE));
    expect_truth(a, "admissible", out.violations == 0);
    near(a, "e", -out.v[0] / c.v[0], golden_real(inverse, "e"));
    const double read[2] = {out.P[1] / out.P[0], c.dim == 3 ? out.P[2] / out.P[0] : 0.0};
    vector(a, "ratio", json_object_get(inverse, "ratio"), read);
}

static const struct {
    const char *kind;
    void (*check)(const asked *a);
} kinds[] = {
    {"brach-linear", brach_linear},   {"impact-class", impact_class}, {"newton-poisson", newton_poisson},
    {"energy-form", energy_form},     {"painleve-force", forces_of},  {"f-star", f_star},
    {"all-solutions", all_solutions}, {"smith-fold", smith_fold},     {"gross-slip", gross_slip},
    {"pg-fig11", pg_fig11},           {"pg-fig13", pg_fig13},         {"right-value", right_value},
};

int main(void) {
    golden_tally t = {.name = "why", .worst_id = "-"};
    json_t *document = golden_load("papers/golden", "papers"), *golden;
    size_t i;
    json_array_foreach(json_object_get(document, "cases"), i, golden) for (size_t k = 0;
                                                                           k < sizeof kinds / sizeof *kinds; k++) {
        golden_case c = {0};
        if (strcmp(golden_text(golden, "kind"), kinds[k].kind) != 0) continue;
        kinds[k].check(&(asked){json_object_get(golden, "inputs"), json_object_get(golden, "expect"),
                                golden_real(golden, "tol"), &c});
        golden_judge(&t, golden_text(golden, "id"), &c);
    }
    json_decref(document);
    return !golden_report(&t, 134, 1287);
}
