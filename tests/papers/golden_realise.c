// Bodies for a given W, ellipsoids, sensitivities and contact devices against the papers' golden file, kind by kind.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/carom.h"
#include "support/golden.h"

typedef struct {
    const json_t *inputs, *expect;
    double tol;
    golden_case compared;
} test_case;

// |got - wanted| <= tol max(1, |wanted|), as the file says.
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
    must(c, "is realised", carom_realise(&contact, golden_real(c->inputs, "arm_length"), &pair) == CAROM_OK);
    must(c, "by one body", isinf(pair.b.mass));
    world_inertia(&pair.a, I);
    near_key(c, "mass", pair.a.mass);
    near_array(c, "arm", (double[3]){-pair.a.centre[0], -pair.a.centre[1], -pair.a.centre[2]}, 3);
    near_array(c, "inertia", I, 9);
}

static void plane(test_case *c) {
    const carom_contact contact = contact_of(c->inputs);
    carom_planar_pair pair;
    must(c, "is realised", carom_realise_planar(&contact, golden_real(c->inputs, "arm_length"), &pair) == CAROM_OK);
    near_key(c, "mass", pair.a.mass);
    near_array(c, "arm", (double[2]){-pair.a.centre[0], -pair.a.centre[1]}, 2);
    near_key(c, "inertia", pair.a.inertia);
}

// The eigenvalues of one body's own W, rising.
static void eigenvalues(const carom_pair *pair, bool of_b, double w[3]) {
    carom_pair alone = *pair;
    carom_contact contact;
    carom_critical k;
    *(of_b ? &alone.a : &alone.b) = carom_body_fixed();
    carom_pair_contact(&alone, &contact);
    carom_critical_of(&contact, 0.0, 0.0, &k);
    for (int i = 0; i < 3; i++) w[i] = k.eigenvalue[2 - i];
}

static void two_bodies(test_case *c) {
    const carom_contact contact = contact_of(c->inputs);
    carom_pair pair;
    carom_contact back;
    double w[3];
    must(c, "is realised", carom_realise_two(&contact, 1.0, &pair) == CAROM_OK);
    must(c, "by two bodies", isfinite(pair.a.mass) && isfinite(pair.b.mass));
    carom_pair_contact(&pair, &back);
    for (int i = 0; i < 9; i++) near(c, "W", back.W[i / 3][i % 3], contact.W[i / 3][i % 3]);
    eigenvalues(&pair, false, w);
    near_array(c, "eigenvalues_1", w, 3);
    eigenvalues(&pair, true, w);
    near_array(c, "eigenvalues_2", w, 3);
}

// The paper's first-order masses, its m slope with the misprint of M_11 mended.
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
    carom_rods rods;
    carom_pair pair;
    const double M_c = golden_real(c->inputs, "M_c");
    const carom_status status = carom_realise_rods(&contact, M_c, 1.0, &rods, &pair);
    // (10.7) has a solution where m is negative, but no bodies have it.
    must(c, "is realised", status == (golden_real(c->expect, "m") < 0.0 ? CAROM_NO_SOLUTION : CAROM_OK));
    near_key(c, "M_a", rods.M_a);
    near_key(c, "M_b", rods.M_b);
    near_key(c, "m", rods.m);
    first_order(c, M, M_c);
    if (status != CAROM_OK) return;
    must(c, "is a pair", carom_pair_contact(&pair, &back) == CAROM_OK);
    for (int i = 0; i < 9; i++) near(c, "W", back.W[i / 3][i % 3], contact.W[i / 3][i % 3]);
}

// W_world of the file is in the ellipsoid's axes: asked for along each of them, then along the normal.
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
    *p = carom_default_params();
    json_object_foreach((json_t *)inputs, name, value) {
        const carom_param_info *row = carom_law_param_find(law, name);
        double number = json_number_value(value);
        if (row && row->kind == CAROM_CHOICE) number = carom_choice_of(row, json_string_value(value));
        if (row && ((law->reads >> row->number) & 1)) (void)carom_param_give(law, p, name, &number, 1);
    }
}

static void sensitivity(test_case *c) {
    const carom_law *law = carom_law_find(golden_text(c->inputs, "law"));
    const double theta = golden_real(c->inputs, "theta");
    double M[3], J[18];
    carom_params p;
    golden_reals(json_object_get(c->inputs, "M0"), M, 3);
    carom_contact contact = {.dim = 3, .v = {-cos(theta), -sin(theta), 0.0}};
    for (int i = 0; i < 3; i++) contact.W[i][i] = 1.0 / M[i];
    read_law_params(law, c->inputs, &p);
    carom_sensitivity s;
    must(c, "has a derivative", carom_sensitivity_of(law, &contact, &p, &s) == CAROM_OK);
    for (int i = 0; i < 18; i++) J[i] = s.J[i / 6][i % 6];
    near_array(c, "J", J, 18);
}

static const struct {
    const char *kind;
    void (*check)(test_case *c);
    int cases;
} kinds[] = {
    {"realise-one-body", one_body, 8}, {"realise-plane", plane, 4}, {"realise-two-bodies", two_bodies, 3},
    {"realise-thesis", thesis, 8},     {"ellipsoid", ellipsoid, 3}, {"sensitivity", sensitivity, 15},
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
