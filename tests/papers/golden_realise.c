// Compares carom with the papers' golden file: bodies for a given W, ellipsoids, sensitivities and contact models.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/derivatives.h"
#include "carom/geometry.h"
#include "mods/compliant/models/eigen_spring.h"
#include "mods/compliant/models/restitution.h"
#include "papers/rods.h"
#include "support/compliant_params.h"
#include "support/golden.h"

typedef struct {
    const json_t *inputs, *expect;
    double tol;
    golden_case compared;
} test_case;

// Checks |got - wanted| <= tol max(1, |wanted|), the tolerance that the file states.
static void near(test_case *c, const char *what, double got, double wanted) {
    golden_near(&c->compared, what, got, wanted, c->tol * fmax(1.0, fabs(wanted)));
}

static void near_key(test_case *c, const char *key, double got) {
    near(c, key, got, golden_real(c->expect, key));
}

static void near_array(test_case *c, const char *key, const double *got, int count) {
    double wanted[18];
    if (golden_reals(json_object_get(c->expect, key), wanted, 18) != count) {
        golden_differ(&c->compared, "%s has not %d numbers", key, count);
        return;
    }
    for (int i = 0; i < count; i++) near(c, key, got[i], wanted[i]);
}

static void must(test_case *c, const char *what, bool holds) {
    c->compared.numbers++;
    if (!holds) golden_differ(&c->compared, "%s", what);
}

static carom_contact contact_of(const json_t *inputs) {
    double W[9], v[3] = {-1.0, 0.0, 0.0};
    const int count = golden_reals(json_object_get(inputs, "W"), W, 9), dim = count == 9 ? 3 : 2;
    golden_reals(json_object_get(inputs, "v"), v, 3);
    carom_contact c = {.dim = dim, .v = {v[0], v[1], dim == 3 ? v[2] : 0.0}};
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) c.W[i][j] = W[dim * i + j];
    return c;
}

static const carom_law *device(const char *name) {
    static carom_modules devices[] = {&carom_module_compliant, NULL};
    return carom_law_find(devices, name, CAROM_ONE_CONTACT);
}

// Bodies.

static void world_inertia(const carom_body *body, double I[9]) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            I[3 * i + j] = 0.0;
            for (int k = 0; k < 3; k++) I[3 * i + j] += body->axes[i][k] * body->inertia[k][k] * body->axes[j][k];
        }
}

static void one_body(test_case *c) {
    const carom_contact contact = contact_of(c->inputs);
    carom_pair pair;
    double I[9];
    must(c, "is realised",
         carom_pair_from_contact(&contact, CAROM_PAIR_FEWEST, golden_real(c->inputs, "arm_length"), &pair) == CAROM_OK);
    must(c, "by one body", isinf(pair.b.mass));
    world_inertia(&pair.a, I);
    near_key(c, "mass", pair.a.mass);
    near_array(c, "arm", (double[3]){-pair.a.centre[0], -pair.a.centre[1], -pair.a.centre[2]}, 3);
    near_array(c, "inertia", I, 9);
}

static void plane(test_case *c) {
    const carom_contact contact = contact_of(c->inputs);
    carom_planar_pair pair;
    must(c, "is realised",
         carom_planar_pair_from_contact(&contact, golden_real(c->inputs, "arm_length"), &pair) == CAROM_OK);
    near_key(c, "mass", pair.a.mass);
    near_array(c, "arm", (double[2]){-pair.a.centre[0], -pair.a.centre[1]}, 2);
    near_key(c, "inertia", pair.a.inertia);
}

// Computes the eigenvalues of W of one of the two bodies alone, in ascending order.
static void eigenvalues(const carom_pair *pair, bool of_b, double w[3]) {
    carom_pair alone = *pair;
    carom_contact contact;
    carom_critical k;
    *(of_b ? &alone.a : &alone.b) = carom_body_fixed();
    carom_pair_contact(&alone, &contact);
    carom_critical_compute(&contact, 0.0, 0.0, &k);
    for (int i = 0; i < 3; i++) w[i] = k.eigenvalue[2 - i];
}

static void two_bodies(test_case *c) {
    const carom_contact contact = contact_of(c->inputs);
    carom_pair pair;
    carom_contact back;
    double w[3];
    must(c, "is realised", carom_pair_from_contact(&contact, CAROM_PAIR_TWO, 1.0, &pair) == CAROM_OK);
    must(c, "by two bodies", isfinite(pair.a.mass) && isfinite(pair.b.mass));
    carom_pair_contact(&pair, &back);
    for (int i = 0; i < 9; i++) near(c, "W", back.W[i / 3][i % 3], contact.W[i / 3][i % 3]);
    eigenvalues(&pair, false, w);
    near_array(c, "eigenvalues_1", w, 3);
    eigenvalues(&pair, true, w);
    near_array(c, "eigenvalues_2", w, 3);
}

// Checks M_a and M_b to first order in 1/M_c.
static void first_order(test_case *c, const double M[3], double M_c) {
    const json_t *said = json_object_get(c->expect, "first_order");
    near(c, "M_a to first order", M[0] + M[0] * M[0] / M_c, golden_real(said, "M_a"));
    near(c, "M_b to first order", M[1] + M[1] * M[1] / M_c, golden_real(said, "M_b"));
}

static void thesis(test_case *c) {
    double M[3];
    golden_reals(json_object_get(c->inputs, "eigenvalues"), M, 3);
    carom_contact contact = {.dim = 3, .v = {-1.0, 0.0, 0.0}}, back;
    for (int i = 0; i < 3; i++) contact.W[i][i] = 1.0 / M[i];
    carom_rod_masses rods;
    carom_pair pair;
    const double M_c = golden_real(c->inputs, "M_c");
    const carom_status status = carom_rods_compute(&contact, M_c, 1.0, &rods, &pair);
    // If m is negative, equation (10.7) has a solution, but no bodies have these masses.
    must(c, "is realised", status == (golden_real(c->expect, "m") < 0.0 ? CAROM_NO_SOLUTION : CAROM_OK));
    near_key(c, "M_a", rods.M_a);
    near_key(c, "M_b", rods.M_b);
    near_key(c, "m", rods.m);
    first_order(c, M, M_c);
    if (status != CAROM_OK) return;
    must(c, "is a pair", carom_pair_contact(&pair, &back) == CAROM_OK);
    for (int i = 0; i < 9; i++) near(c, "W", back.W[i / 3][i % 3], contact.W[i / 3][i % 3]);
}

// Checks an ellipsoid. W_world of the file is W in the axes of the ellipsoid; W_nn is along the normal.
static void ellipsoid(test_case *c) {
    double axes[3], outward[3], arm[3], moments[3], W[9];
    golden_reals(json_object_get(c->inputs, "semi_axes"), axes, 3);
    golden_reals(json_object_get(c->inputs, "outward_normal"), outward, 3);
    const double mass = golden_real(c->inputs, "mass");
    must(c, "has an arm", carom_ellipsoid_arm(axes, outward, arm) == CAROM_OK);
    must(c, "has an inertia", carom_ellipsoid_inertia(mass, axes, moments) == CAROM_OK);
    near_array(c, "contact", arm, 3);
    near_array(c, "inertia", moments, 3);
    carom_pair pair = {.a = {.mass = mass}, .b = carom_body_fixed(), .normal = {1.0, 0.0, 0.0}};
    pair.tangent[0][1] = pair.tangent[1][2] = 1.0;
    for (int i = 0; i < 3; i++) {
        pair.a.inertia[i][i] = moments[i];
        pair.point[i] = arm[i];
    }
    carom_contact contact;
    must(c, "touches", carom_pair_contact(&pair, &contact) == CAROM_OK);
    for (int i = 0; i < 9; i++) W[i] = contact.W[i / 3][i % 3];
    near_array(c, "W_world", W, 9);
    memset(pair.tangent, 0, sizeof pair.tangent);
    for (int i = 0; i < 3; i++) pair.normal[i] = -outward[i];
    carom_pair_contact(&pair, &contact);
    near_key(c, "W_nn", contact.W[0][0]);
}

// Sensitivities.

static void read_law_params(const carom_law *law, const json_t *inputs, carom_params *p) {
    const char *name;
    json_t *value;
    *p = params_springs();
    json_object_foreach((json_t *)inputs, name, value) {
        // carom uses the name cs for the damping that the file names cn.
        const char *called = law == device("series-dashpot") && !strcmp(name, "cn") ? "cs" : name;
        const carom_coefficient *row = carom_law_find_coefficient(law, called);
        double number = json_number_value(value);
        if (row && row->kind == CAROM_CHOICE) number = carom_choice_of(row, json_string_value(value));
        if (row && ((carom_law_reads(law) >> row->number) & 1))
            (void)carom_params_set_by_name(law, p, called, &number, 1);
    }
}

static void sensitivity(test_case *c) {
    const carom_law *law = carom_law_find(NULL, golden_text(c->inputs, "law"), CAROM_ONE_CONTACT);
    const double theta = golden_real(c->inputs, "theta");
    double M[3], J[18];
    carom_params p;
    golden_reals(json_object_get(c->inputs, "M0"), M, 3);
    carom_contact contact = {.dim = 3, .v = {-cos(theta), -sin(theta), 0.0}};
    for (int i = 0; i < 3; i++) contact.W[i][i] = 1.0 / M[i];
    read_law_params(law, c->inputs, &p);
    carom_mass_jacobian s;
    must(c, "has a derivative", carom_collide_mass_jacobian(law, &contact, &p, &s) == CAROM_OK);
    for (int i = 0; i < 18; i++) J[i] = s.J[i / 6][i % 6];
    near_array(c, "J", J, 18);
}

// Contact models.

static void compare_outcome(test_case *c, const carom_result *out, int dim) {
    near_array(c, "P", out->P, dim);
    near_array(c, "v_after", out->v, dim);
}

static void ivanov_potential(test_case *c) {
    const carom_contact contact = contact_of(c->inputs);
    carom_params p = params_springs();
    carom_result out;
    carom_history_point points[2000];
    carom_history history = {.points = points, .capacity = 2000};
    p.mu = golden_real(c->inputs, "mu");
    must(c, "is answered", carom_record(device("ivanov-potential"), &contact, &p, &history, &out) == CAROM_OK);
    compare_outcome(c, &out, contact.dim);
    near_key(c, "dE", out.dE);
    near_key(c, "ratio", hypot(out.P[1], contact.dim == 3 ? out.P[2] : 0.0) / out.P[0]);
    const double left = points[history.count - 1].force[0];
    must(c, "normal_force_left", (left > 1e-9) == json_is_true(json_object_get(c->expect, "normal_force_left")));
}

static void series_dashpot(test_case *c) {
    const carom_contact contact = contact_of(c->inputs);
    carom_params p;
    carom_result out;
    carom_history more = {0};
    read_law_params(device("series-dashpot"), c->inputs, &p);
    must(c, "is answered", carom_record(device("series-dashpot"), &contact, &p, &more, &out) == CAROM_OK);
    compare_outcome(c, &out, contact.dim);
    near_key(c, "duration", more.summary.duration);
}

// Returns the normal velocity after a head-on impact with unit mass, stiffness and speed.
static double head_on(test_case *c, const char *law, const carom_params *p, carom_history *more) {
    const carom_contact contact = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 1.0}}, .v = {-1.0, 0.0}};
    carom_result out;
    must(c, "is answered", carom_record(device(law), &contact, p, more ? more : &(carom_history){0}, &out) == CAROM_OK);
    return out.v[0];
}

static void series_dashpot_1d(test_case *c) {
    const double zeta = golden_real(c->inputs, "zeta"), e = golden_real(c->expect, "e");
    carom_params p = params_springs();
    carom_history more = {0};
    p.mu = 0.0;
    p.own[CAROM_OWN(cs)] = 0.5 / zeta;
    near(c, "e, closed", carom_e_of_series(zeta), e);
    near(c, "e, device", head_on(c, "series-dashpot", &p, &more), e);
    if (!(e > 0.0)) return; // the force never ends
    near(c, "zeta of e", carom_series_of_e(e), zeta);
    near_key(c, "contact_time_sqrt_k_over_m", more.summary.duration);
}

static void power_dashpot(test_case *c) {
    const double a = golden_real(c->inputs, "a"), p = golden_real(c->inputs, "p"), q = golden_real(c->inputs, "q");
    carom_params params = params_springs();
    carom_result out;
    params.own[CAROM_OWN(p)] = p;
    params.own[CAROM_OWN(q)] = q;
    for (int i = 0; i < 3; i++) params.own[CAROM_OWN(c) + i] = a; // d0 = 1, because v, W_nn and k are 1
    const double e = head_on(c, "power-dashpot", &params, NULL);
    near_key(c, "e", e);
    // Checks whether e is the same at another speed and with another mass.
    for (int mass = 0; mass < 2; mass++) {
        const carom_contact other = {
            .dim = 2, .W = {{mass ? 3.0 : 1.0, 0.0}, {0.0, 1.0}}, .v = {mass ? -1.0 : -2.0, 0.0}};
        const char *key = mass ? "independent_of_mass" : "independent_of_speed";
        must(c, "another is answered", carom_collide(device("power-dashpot"), &other, &params, &out) == CAROM_OK);
        must(c, key, (fabs(out.v[0] + e * other.v[0]) < 1e-8) == json_is_true(json_object_get(c->expect, key)));
    }
}

static void split_mass(test_case *c) {
    static const char *const laws[2] = {"routh", "whittaker"};
    const carom_contact contact = contact_of(c->inputs);
    for (int k = 0; k < 2; k++) {
        carom_params p = params_springs();
        carom_result out;
        char key[16];
        p.e = 0.0;
        p.mu = golden_real(c->inputs, "mu");
        p.own[CAROM_OWN(dead)] = k ? CAROM_DEAD_WHITTAKER : CAROM_DEAD_ROUTH;
        must(c, "is answered", carom_collide(device("split-mass"), &contact, &p, &out) == CAROM_OK);
        snprintf(key, sizeof key, "P_%s", laws[k]);
        near_array(c, key, out.P, 2);
        snprintf(key, sizeof key, "u_%s", laws[k]);
        near_array(c, key, out.v, 2);
        if (k) near_key(c, "dE_whittaker", out.dE);
    }
}

static void modal(test_case *c) {
    const double W = golden_real(c->inputs, "W_nn"), v = golden_real(c->inputs, "v_n");
    const carom_contact contact = {.dim = 2, .W = {{W, 0.0}, {0.0, 1.0}}, .v = {v, 0.0}};
    const carom_vibration mode = {.omega = golden_real(c->inputs, "omega"),
                                  .zeta = golden_real(c->inputs, "zeta"),
                                  .phi = {golden_real(c->inputs, "phi"), 0.0, 0.0},
                                  .z0 = golden_real(c->inputs, "z0"),
                                  .zdot0 = golden_real(c->inputs, "zdot0")};
    carom_params p = params_springs();
    carom_result out;
    carom_history more = {0};
    p.mu = 0.0;
    p.own[CAROM_OWN(kn)] = golden_real(c->inputs, "kn");
    p.own[CAROM_OWN(pn)] = golden_real(c->inputs, "p");
    carom_set_vibrations(&p, &mode, 1);
    must(c, "is answered", carom_record(device("modal"), &contact, &p, &more, &out) == CAROM_OK);
    near_key(c, "P_n", out.P[0]);
    near_key(c, "v_n_after", out.v[0]);
    near_key(c, "e_eff", -out.v[0] / v);
    near_key(c, "micro_impacts", more.summary.micro_impacts);
    near_key(c, "vibration_before", more.summary.vibration_before);
    near_key(c, "vibration_after", more.summary.vibration);
    near(c, "energy kept", out.dE + more.summary.vibration - more.summary.vibration_before, 0.0);
}

// Checks eigen-spring for given forces f0 of the springs. The eigenvectors of W are e1 = (cos theta, -sin theta) and e2
// = (sin theta, cos theta) in (n, t).
static void eigen_contact(test_case *c) {
    double f0[2], damping[2];
    const double theta = golden_real(c->inputs, "theta"),
                 e[2][2] = {{cos(theta), -sin(theta)}, {sin(theta), cos(theta)}};
    golden_reals(json_object_get(c->inputs, "f0"), f0, 2);
    golden_reals(json_object_get(c->inputs, "c"), damping, 2);
    carom_contact contact = {.dim = 2};
    carom_params p = params_springs();
    double stretch[3] = {0.0, 0.0, 0.0}, mu;
    p.mu = golden_real(c->inputs, "mu");
    for (int k = 0; k < 2; k++) {
        p.own[CAROM_OWN(k) + k] = 1.0;
        p.own[CAROM_OWN(c) + k] = damping[k];
        for (int i = 0; i < 2; i++) {
            stretch[i] += f0[k] * e[k][i];
            for (int j = 0; j < 2; j++) contact.W[i][j] += (1.0 + k) * e[k][i] * e[k][j];
        }
    }
    carom_instant found[CAROM_MAX_INSTANTS];
    int count;
    must(c, "is answered",
         carom_eigen_spring_instants(&contact, &p, stretch, found, CAROM_MAX_INSTANTS, &count) == CAROM_OK);
    const json_t *wanted = json_object_get(c->expect, "solutions");
    must(c, "as many", count == (int)json_array_size(wanted));
    for (int k = 0; k < count && k < (int)json_array_size(wanted); k++) {
        static const char *const names[] = {
            [CAROM_CONTACT_OPEN] = "leaves", [CAROM_CONTACT_STICK] = "sticks", [CAROM_CONTACT_SLIP] = "slides"};
        const json_t *one = json_array_get(wanted, (size_t)k);
        double left[2];
        must(c, "mode", !strcmp(names[found[k].state], golden_text(one, "mode")));
        if (found[k].state == CAROM_CONTACT_OPEN) {
            golden_reals(json_object_get(one, "velocity_t_n"), left, 2);
            near(c, "leaves along t", found[k].point[1], left[0]);
            near(c, "leaves along n", found[k].point[0], left[1]);
            continue;
        }
        near(c, "u", found[k].point[1], golden_real(one, "u"));
        near(c, "F_N", found[k].force[0], golden_real(one, "F_N"));
        near(c, "F_T", -found[k].force[1], golden_real(one, "F_T"));
    }
    must(c, "has a bound", carom_eigen_spring_mu(&contact, &p, &mu) == CAROM_OK);
    near_key(c, "several_possible_from_mu", mu);
}

static const struct {
    const char *kind;
    void (*check)(test_case *c);
    int cases;
} kinds[] = {
    {"realise-one-body", one_body, 8},
    {"realise-plane", plane, 4},
    {"realise-two-bodies", two_bodies, 3},
    {"realise-thesis", thesis, 8},
    {"ellipsoid", ellipsoid, 3},
    {"sensitivity", sensitivity, 15},
    {"ivanov-potential", ivanov_potential, 7},
    {"series-dashpot", series_dashpot, 4},
    {"series-dashpot-1d", series_dashpot_1d, 9},
    {"power-dashpot-1d", power_dashpot, 28},
    {"split-mass-dead", split_mass, 5},
    {"modal-vibrating", modal, 15},
    {"eigen-contact", eigen_contact, 1},
};

static bool run(size_t k, const json_t *cases) {
    golden_tally tally = {.name = kinds[k].kind};
    size_t i;
    json_t *golden;
    json_array_foreach((json_t *)cases, i, golden) {
        if (strcmp(golden_text(golden, "kind"), kinds[k].kind)) continue;
        test_case c = {.inputs = json_object_get(golden, "inputs"),
                       .expect = json_object_get(golden, "expect"),
                       .tol = golden_real(golden, "tol")};
        kinds[k].check(&c);
        golden_judge(&tally, golden_text(golden, "id"), &c.compared);
    }
    return golden_report(&tally, kinds[k].cases, 2 * kinds[k].cases);
}

int main(void) {
    json_t *document = golden_load("papers/golden", "papers");
    bool fine = document != NULL;
    for (size_t k = 0; document && k < sizeof kinds / sizeof *kinds; k++)
        fine &= run(k, json_object_get(document, "cases"));
    json_decref(document);
    return fine ? 0 : 1;
}
