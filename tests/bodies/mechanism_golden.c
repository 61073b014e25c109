// Golden mechanisms: W, v, the change of the speeds and the joint impulses; the double pendulum in minimal coordinates
// and as two free bars with pins, through every single-contact law the file names (with one contact the differential
// law is Routh's).
#include <string.h>

#include "bodies/golden.h"
#include "carom/carom.h"

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
    golden_numbers(json_object_get(json, "M"), s->M);
    golden_numbers(json_object_get(json, "J"), s->J);
    golden_numbers(u, s->u);
    for (int i = 0; i < s->m.contacts; i++) {
        golden_numbers(json_array_get(wN, (size_t)i), s->R + 2 * i * s->m.speeds);
        golden_numbers(json_array_get(wT, (size_t)i), s->R + (2 * i + 1) * s->m.speeds);
    }
    s->memory = malloc(carom_delassus_memory(&s->m));
    return carom_delassus_make(&s->m, s->memory, carom_delassus_memory(&s->m), &s->d) == CAROM_OK;
}

// W, du and the reactions to a given P. The file leaves the joint impulses out where the rows of J are redundant; there
// the rank must be short of the rows.
static int check_delassus(const char *id, const json_t *item, const system_of_case *s, double tol) {
    const json_t *expect = json_object_get(item, "expect"), *joints = json_object_get(expect, "joint_impulse");
    double P[GOLDEN_MOST], du[GOLDEN_MOST], lambda[GOLDEN_MOST];
    golden_numbers(json_object_get(item, "P"), P);
    carom_delassus_apply(&s->d, P, du, lambda);
    int good = golden_near(id, "W", s->d.W, json_object_get(expect, "W"), tol);
    good &= golden_near(id, "du", du, json_object_get(expect, "du"), tol);
    good &= golden_near(id, "joint_impulse", lambda, joints, tol);
    const int redundant = strstr(id, "redundant") != NULL;
    if ((s->d.rank < s->m.constraints) == redundant) return good;
    printf("%s: rank %d of %d rows\n", id, s->d.rank, s->m.constraints);
    return 0;
}

// One impact by Routh's law from the mechanism's own W and v, and back to the speeds.
static int check_impact(const char *id, const json_t *item, const system_of_case *s, double tol) {
    const json_t *expect = json_object_get(item, "expect"), *given = json_object_get(item, "params");
    carom_params p = carom_default_params();
    p.restitution = (carom_restitution)carom_choice_of(carom_param_at(CAROM_PARAM_restitution),
                                                         json_string_value(json_object_get(given, "restitution")));
    p.e = json_number_value(json_object_get(given, "e"));
    golden_numbers(json_object_get(given, "mu"), &p.mu);
    carom_contact c;
    carom_outcome out;
    double u[GOLDEN_MOST], lambda[GOLDEN_MOST];
    if (carom_delassus_contact(&s->d, 0, &c) || carom_collide(&carom_law_routh, &c, &p, &out)) return 0;
    carom_delassus_apply(&s->d, out.P, u, lambda);
    int good = golden_near(id, "W", s->d.W, json_object_get(item, "W"), tol);
    good &= golden_near(id, "v", s->d.v, json_object_get(item, "v"), tol);
    good &= golden_near(id, "P", out.P, json_object_get(expect, "P"), tol);
    good &= golden_near(id, "v_after", out.v, json_object_get(expect, "v_after"), tol);
    good &= golden_near(id, "u_after", u, json_object_get(expect, "u_after"), tol);
    good &= golden_near(id, "dE", &out.dE, json_object_get(expect, "dE"), tol);
    good &= golden_near(id, "joint_impulse", lambda, json_object_get(expect, "joint_impulse"), tol);
    const double change = carom_mechanism_energy(&s->m, u) - carom_mechanism_energy(&s->m, s->u);
    return good & golden_near(id, "kinetic energy", &change, json_object_get(expect, "dE"), tol);
}

static int check(const json_t *item, system_of_case *s) {
    const char *id = json_string_value(json_object_get(item, "id")),
               *law = json_string_value(json_object_get(item, "law"));
    const double tol = json_number_value(json_object_get(item, "tol"));
    const int made = read_system(json_object_get(item, "system"), s);
    int good = made;
    if (!made) printf("%s: no W\n", id);
    if (made && !strcmp(law, "delassus")) good = check_delassus(id, item, s, tol);
    if (made && !strcmp(law, "hm-differential")) good = check_impact(id, item, s, tol);
    free(s->memory);
    return good;
}

int main(int argc, char **argv) {
    json_t *root = argc > 1 ? golden_load(argv[1]) : NULL;
    if (!root) return 1;
    static system_of_case s;
    int bad = 0;
    size_t i;
    json_t *item, *cases = json_object_get(root, "cases");
    json_array_foreach(cases, i, item) bad += !check(item, &s);
    printf("%zu cases, %d bad\n", json_array_size(cases), bad);
    json_decref(root);
    return bad > 0 || i == 0;
}
