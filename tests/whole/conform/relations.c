// Checks identities between laws on random problems: two laws with different code must return the same impulse under
// the conditions of the table `relations`. Usage: relations [PROBLEMS], 20,000 by default
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/eigen.h"
#include "base/worst.h"
#include "bench/random.h"
#include "support/floor.h"

// Returns the tolerance: 1e-12 plus the effect of a relative change of W by 1e-14, because the laws round differently.
// The largest difference in uncoupled problems was 1e-15.
static double same(double condition) {
    return 1e-12 + 1e-14 * condition;
}

// If the condition of W exceeds this number, two laws may agree in two digits only, so they are not compared. This
// happens for 1 random W in 10,000.
#define BEYOND 1e12

static double condition_of(const carom_contact *c) {
    double values[3], vectors[3][3];
    carom_eigen(c->dim, c->W, values, vectors);
    return values[c->dim - 1] > 0.0 ? values[0] / values[c->dim - 1] : HUGE_VAL;
}

typedef struct {
    carom_contact c;
    carom_params p;
} problem;

// An identity: the law `right` returns the impulse of the law `left` for every problem that `prepare` has changed and
// for which `holds` returns true.
typedef struct {
    const char *left, *right, *when;
    int dim;
    void (*prepare)(problem *p);
    bool (*holds)(const problem *p, const carom_result *left, const carom_result *right);
    void (*translate)(carom_params *p); // changes the parameters of `left` to those of `right`; NULL: no change
} relation;

static void as_is(problem *p) {
    p->p.mu_static = CAROM_SAME_AS_MU;
}

static void uncouple(problem *p) {
    as_is(p);
    for (int i = 0; i < p->c.dim; i++)
        for (int j = 0; j < p->c.dim; j++)
            if (i != j) p->c.W[i][j] = 0.0;
    for (int i = 2; i < p->c.dim; i++) p->c.W[i][i] = p->c.W[1][1];
}

static void direct(problem *p) {
    as_is(p);
    for (int i = 1; i < p->c.dim; i++) p->c.v[i] = 0.0;
}

static void plastic(problem *p) {
    as_is(p);
    p->p.e = 0.0;
}

static void no_tangential(problem *p) {
    as_is(p);
    p->p.e_t = p->p.nu = 0.0;
}

static void newton_of(problem *p) {
    as_is(p);
    p->p.restitution = CAROM_NEWTON;
}

static void newton_uncoupled(problem *p) {
    uncouple(p);
    p->p.restitution = CAROM_NEWTON;
}

static bool always(const problem *p, const carom_result *left, const carom_result *right) {
    (void)p, (void)left, (void)right;
    return true;
}

static bool right_dissipates(const problem *p, const carom_result *left, const carom_result *right) {
    (void)p, (void)left;
    return !(right->violations & CAROM_VIOLATION_ENERGY) && right->dE < 0.0;
}

static bool right_slides(const problem *p, const carom_result *left, const carom_result *right) {
    (void)p, (void)left;
    return right->mode == CAROM_MODE_SLIDING;
}

static bool slip_keeps_its_sign(const problem *p, const carom_result *left, const carom_result *right) {
    (void)right;
    return left->mode == CAROM_MODE_SLIDING && p->c.v[1] * left->v[1] > 0.0;
}

static bool one_solution(const problem *p, const carom_result *left, const carom_result *right) {
    (void)p;
    return left->solution_count < 2 && right->solution_count < 2;
}

static void poisson(carom_params *p) {
    p->restitution = CAROM_POISSON;
}

static void energetic(carom_params *p) {
    p->restitution = CAROM_ENERGETIC;
}

// Both laws read the same parameters.
static void as_it_is(carom_params *p) {
    (void)p;
}

static void normal_eta(carom_params *p) {
    p->eta = p->e;
    for (int i = 0; i < 3; i++) p->direction[i] = 0.0;
}

static void all_allowed(carom_params *p) {
    p->own[CAROM_OWN(f)] = 1.0;
}

static void no_share(carom_params *p) {
    p->own[CAROM_OWN(f)] = 0.0;
}

static bool left_does_not_stick(const problem *p, const carom_result *left, const carom_result *right) {
    (void)p, (void)right;
    return left->mode != CAROM_MODE_STICKING;
}

static const relation relations[] = {
    {"routh", "routh", "uncoupled: newton = poisson", 2, newton_uncoupled, always, poisson},
    {"routh", "routh", "uncoupled: newton = energetic", 2, newton_uncoupled, always, energetic},
    {"routh", "whittaker", "uncoupled", 2, newton_uncoupled, always, NULL},
    {"routh", "routh", "e = 0: newton = poisson", 2, plastic, always, poisson},
    {"routh", "routh", "v_t = 0: newton = energetic", 2, direct, always, energetic},
    {"routh", "whittaker", "the slip keeps its sign", 2, newton_of, slip_keeps_its_sign, NULL},
    {"glocker", "bilinear", "uncoupled", 2, uncouple, always, NULL},
    {"chatterjee1", "bilinear", "uncoupled", 2, uncouple, always, as_it_is},
    {"chatterjee2", "bilinear", "uncoupled", 2, uncouple, always, as_it_is},
    {"chatterjee3", "bilinear", "uncoupled", 2, uncouple, always, as_it_is},
    {"chatterjee", "bilinear", "uncoupled", 2, uncouple, always, as_it_is},
    {"chatterjee1", "bilinear", "uncoupled, space", 3, uncouple, always, as_it_is},
    {"chatterjee2", "bilinear", "uncoupled, space", 3, uncouple, always, as_it_is},
    {"chatterjee3", "bilinear", "uncoupled, space", 3, uncouple, always, as_it_is},
    {"brach", "whittaker", "whittaker dissipates", 2, as_is, right_dissipates, NULL},
    {"smith", "whittaker", "v_t = 0", 2, direct, always, NULL},
    {"smith", "whittaker", "v_t = 0, space", 3, direct, one_solution, NULL},
    {"glocker", "whittaker", "e_t = 0", 2, no_tangential, always, as_it_is},
    {"pfeiffer-glocker", "routh", "poisson slides, e_t = nu = 0", 2, no_tangential, right_slides, poisson},
    {"brach", "accessible", "f = 1, unless brach sticks", 2, as_is, left_does_not_stick, all_allowed},
    {"frictionless", "accessible", "f = 0", 2, as_is, always, no_share},
    {"frictionless", "accessible", "f = 0, space", 3, as_is, always, no_share},
    {"frictionless", "ivanov", "along the normal, eta = e", 2, as_is, always, normal_eta},
    {"frictionless", "ivanov", "along the normal, eta = e, space", 3, as_is, always, normal_eta},
};

// Checks one identity. Both laws must return a result: two equal error statuses do not count as agreement.
static bool check(const relation *r, long problems) {
    long checked = 0, failed = 0, beyond = 0;
    double worst = 0.0;
    for (long i = 0; i < problems; i++) {
        random_stream stream = random_at(61, (uint64_t)i);
        problem p = {.c = random_contact(&stream, r->dim, 2.0)};
        p.p = random_params(&stream, r->dim);
        r->prepare(&p);
        const double condition = condition_of(&p.c);
        if (condition > BEYOND) {
            beyond++;
            continue;
        }
        carom_params other = p.p;
        if (r->translate) r->translate(&other);
        carom_result left, right;
        const carom_status a = carom_collide(carom_law_find(NULL, r->left, CAROM_ONE_CONTACT), &p.c, &p.p, &left);
        const carom_status b = carom_collide(carom_law_find(NULL, r->right, CAROM_ONE_CONTACT), &p.c, &other, &right);
        if (a == CAROM_OK && b == CAROM_OK && !r->holds(&p, &left, &right)) continue;
        const double off = a == CAROM_OK && b == CAROM_OK ? carom_distance(r->dim, right.P, left.P) : HUGE_VAL;
        checked++;
        const bool bad = !(off <= same(condition));
        failed += bad;
        carom_worsen(&worst, off);
        if (bad && failed == 1)
            printf("  first failure: problem %ld, %s and %s, off by %g\n", i, carom_status_name(a),
                   carom_status_name(b), off);
    }
    printf("%-17s = %-10s %-34s %7ld answered by both, %ld beyond, %ld failed, worst %.1e\n", r->left, r->right,
           r->when, checked - failed, beyond, failed, worst);
    return failed == 0 && floor_holds(checked - failed, problems, 0.01) && beyond <= problems / 1000;
}

// Identities that are false. check() must reject each, which shows that it can fail. The first two name laws that do
// not exist.
static const relation wrong[] = {
    {"no-such-law", "nor-this", "must fail", 2, as_is, always, NULL},
    {"routh", "no-such-law", "must fail", 2, as_is, always, NULL},
    {"routh", "whittaker", "must fail: coupled", 2, as_is, always, NULL},
    {"walton", "walton", "must fail: both refuse", 2, as_is, always, NULL},
};

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 20000;
    bool good = true;
    for (size_t i = 0; i < sizeof relations / sizeof *relations; i++) good &= check(&relations[i], problems);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) good &= !check(&wrong[i], 200);
    return good ? 0 : 1;
}
