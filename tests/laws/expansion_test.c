// Compares the closed form of pfeiffer-glocker for one contact with the method of the same name for several contacts.
#include "support/cmocka.h"

#include "base/worst.h"
#include "bench/random.h"
#include "support/laws.h"

enum { PROBLEMS = 4000 };

static _Alignas(16) unsigned char memory[1 << 16];

// Returns the largest difference of the impulses, relative to the largest impulse. Returns NaN if one of them has no
// result.
static double apart(const carom_contact *c, const carom_params *p) {
    const double W[4] = {c->W[0][0], c->W[0][1], c->W[1][0], c->W[1][1]};
    const carom_system s = {.dim = 2, .nc = 1, .W = W, .v = c->v};
    carom_params one[1] = {*p};
    const carom_system_params many = carom_system_params_default(one);
    carom_system_result impact;
    carom_result solve;
    const carom_law *method = &carom_law_pfeiffer_glocker;
    if (carom_collide(&carom_law_pfeiffer_glocker, c, p, &solve) != CAROM_OK) return (double)NAN;
    if (carom_system_solve(method, &s, &many, memory, sizeof memory, &impact) != CAROM_OK) return (double)NAN;
    const double off = carom_worst(fabs(solve.P[0] - impact.P[0]), fabs(solve.P[1] - impact.P[1]));
    return off / carom_worst(fabs(solve.P[0]), fabs(solve.P[1]));
}

static double determinant_share(const carom_contact *c) {
    return (c->W[0][0] * c->W[1][1] - c->W[0][1] * c->W[0][1]) / (c->W[0][0] * c->W[1][1]);
}

// Returns a contact whose compression the normal impulse x ends without friction. v = -W (x, 0) is exact in small
// integers.
static carom_contact without_friction(random_stream *r) {
    const double w = random_below(r, 9) - 4, a = 1 + fabs(w) + random_below(r, 5), T = 1 + fabs(w) + random_below(r, 5);
    const double x = 1 + random_below(r, 4);
    return (carom_contact){.dim = 2, .W = {{a, w}, {w, T}}, .v = {-a * x, -w * x}};
}

// Checks that both return the same impulse for every problem. The relative difference, times det W / (W_nn W_tt), was
// at most 9e-16; the bound is 1e-13.
static void compare(bool stores_nothing) {
    double worst = 0.0;
    for (uint64_t i = 0; i < PROBLEMS; i++) {
        random_stream r = random_at(73, i);
        const carom_contact c = stores_nothing ? without_friction(&r) : random_contact(&r, 2, 2.0);
        carom_params p = random_params(&r, 2);
        p.mu_static = CAROM_SAME_AS_MU;
        const double off = apart(&c, &p) * determinant_share(&c);
        if (!(off <= 1e-13)) fail_msg("problem %llu: %g apart", (unsigned long long)i, off);
        carom_worsen(&worst, off);
    }
    printf("  %d answered by both, worst %.1e\n", (int)PROBLEMS, worst);
}

static void any_contact(void **state) {
    (void)state;
    compare(false);
}

// If compression needs no friction, no tangential impulse is stored. Friction in the expansion may then lie anywhere
// between -mu P_EN and mu P_EN.
static void without_friction_in_compression(void **state) {
    (void)state;
    compare(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_contact),
                                       cmocka_unit_test(without_friction_in_compression)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
