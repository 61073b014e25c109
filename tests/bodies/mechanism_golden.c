// Compares mechanisms with 88 golden cases: W, v, the change of the speeds and the joint impulses. The double pendulum
// is given in minimal coordinates and as two free bars with pins. The law hm-differential of the file has one contact,
// where it equals Routh's law.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/bodies.h"
#include "support/golden.h"
#include "support/laws.h"
#include "support/params.h"

enum { GOLDEN_MOST = 1024 };

// Compares numbers, relative to max(1, |largest wanted|).
static void compare(golden_case *c, const char *what, const double *got, const json_t *wanted, double tol) {
    double numbers[GOLDEN_MOST];
    const int count = golden_reals(wanted, numbers, GOLDEN_MOST);
    const double allowed = tol * fmax(1.0, golden_largest(wanted));
    for (int i = 0; i < count; i++) golden_near(c, what, got[i], numbers[i], allowed);
}

typedef struct {
    double M[GOLDEN_MOST], R[GOLDEN_MOST], J[GOLDEN_MOST], u[GOLDEN_MOST];
    carom_mechanism m;
    carom_delassus d;
    void *memory;
} system_of_case;

static int read_system(const json_t *json, system_of_case *s) {
    const json_t *wN = json_object_get(json, "wN"), *wT = json_object_get(json, "wT"), *u = json_object_get(json, "u");
    s->m = (carom_mechanism){.dim = 2, .M = s->M, .R = s->R, .J = s->J, .u = s->u};
    s->m.speeds = (int)json_array_size(json_object_get(json, "M"));
    s->m.contacts = (int)json_array_size(wN);
    s->m.constraints = (int)json_array_size(json_object_get(json, "J"));
    memset(s->u, 0, sizeof s->u);
    golden_reals(json_object_get(json, "M"), s->M, GOLDEN_MOST);
    golden_reals(json_object_get(json, "J"), s->J, GOLDEN_MOST);
    golden_reals(u, s->u, GOLDEN_MOST);
    for (int i = 0; i < s->m.contacts; i++) {
        golden_reals(json_array_get(wN, (size_t)i), s->R + 2 * i * s->m.speeds, GOLDEN_MOST);
        golden_reals(json_array_get(wT, (size_t)i), s->R + (2 * i + 1) * s->m.speeds, GOLDEN_MOST);
    }
    s->memory = malloc(carom_delassus_memory_size(&s->m));
    return carom_delassus_compute(&s->m, s->memory, carom_delassus_memory_size(&s->m), &s->d) == CAROM_OK;
}

// Checks W, du and the joint impulses of a given P. If rows of J are redundant, the file contains no joint impulses.
// The rank must then be smaller than the number of rows.
static void check_delassus(const json_t *item, const system_of_case *s, double tol, golden_case *c) {
    const json_t *expect = json_object_get(item, "expect");
    double P[GOLDEN_MOST], du[GOLDEN_MOST], lambda[GOLDEN_MOST];
    golden_reals(json_object_get(item, "P"), P, GOLDEN_MOST);
    carom_delassus_apply(&s->d, P, du, lambda);
    compare(c, "W", s->d.W, json_object_get(expect, "W"), tol);
    compare(c, "du", du, json_object_get(expect, "du"), tol);
    compare(c, "joint_impulse", lambda, json_object_get(expect, "joint_impulse"), tol);
    const bool redundant = strstr(golden_text(item, "id"), "redundant") != NULL;
    if ((s->d.rank < s->m.constraints) != redundant)
        golden_differ(c, "rank %d of %d rows", s->d.rank, s->m.constraints);
}

// Checks one impact by Routh's law with W and v of the mechanism, and the speeds after it.
static void check_impact(const json_t *item, const system_of_case *s, double tol, golden_case *c) {
    const json_t *expect = json_object_get(item, "expect"), *given = json_object_get(item, "params");
    carom_params p = params_plain();
    p.restitution = (carom_restitution)carom_choice_of(carom_coefficient_at(NULL, CAROM_PARAM_restitution),
                                                       golden_text(given, "restitution"));
    p.e = golden_real(given, "e");
    golden_reals(json_object_get(given, "mu"), &p.mu, 1);
    carom_contact contact;
    carom_result out;
    double u[GOLDEN_MOST], lambda[GOLDEN_MOST];
    if (carom_system_contact(&s->d, 0, &contact) || carom_collide(&carom_law_routh, &contact, &p, &out)) {
        golden_differ(c, "no answer");
        return;
    }
    carom_delassus_apply(&s->d, out.P, u, lambda);
    compare(c, "W", s->d.W, json_object_get(item, "W"), tol);
    compare(c, "v", s->d.v, json_object_get(item, "v"), tol);
    compare(c, "P", out.P, json_object_get(expect, "P"), tol);
    compare(c, "v_after", out.v, json_object_get(expect, "v_after"), tol);
    compare(c, "u_after", u, json_object_get(expect, "u_after"), tol);
    compare(c, "dE", &out.dE, json_object_get(expect, "dE"), tol);
    compare(c, "joint_impulse", lambda, json_object_get(expect, "joint_impulse"), tol);
    const double change = carom_mechanism_energy(&s->m, u) - carom_mechanism_energy(&s->m, s->u);
    compare(c, "kinetic energy", &change, json_object_get(expect, "dE"), tol);
}

static golden_case check(const json_t *item, system_of_case *s) {
    const char *law = golden_text(item, "law");
    const double tol = golden_real(item, "tol");
    golden_case c = {0};
    const int made = read_system(json_object_get(item, "system"), s);
    if (!made) golden_differ(&c, "no W");
    if (made && !strcmp(law, "delassus")) check_delassus(item, s, tol, &c);
    if (made && !strcmp(law, "hm-differential")) check_impact(item, s, tol, &c);
    free(s->memory);
    return c;
}

int main(void) {
    static system_of_case s;
    golden_tally t = {.name = "mechanism", .worst_id = "-"};
    json_t *root = golden_load("golden", "mechanism"), *cases = json_object_get(root, "cases"), *item;
    size_t i;
    json_array_foreach(cases, i, item) {
        const golden_case c = check(item, &s);
        golden_judge(&t, golden_text(item, "id"), &c);
    }
    json_decref(root);
    return !golden_report(&t, 88, 1601);
}
