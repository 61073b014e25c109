// Tests invalid input for several contacts, chains and mechanisms. Examples are counts that overflow, loops, NaN that a
// maximum would ignore, and meaningless options. Each is rejected with its own status, without a crash or an endless
// loop.
#include "support/cmocka.h"
#include "support/params.h"

#include <limits.h>
#include <string.h>

#include "bench/random.h"
#include "carom/bodies.h"
#include "carom/systems.h"
#include "mods/scenario/sequence_bound.h"
#include "support/laws.h"
#include "systems/arena.h"
#include "systems/cone.h"
#include "systems/lemke.h"
#include "systems/sequence.h"

static max_align_t room[1 << 14];

typedef struct problem {
    double W[16], v[4];
    carom_params contact[2];
    carom_system s;
    carom_system_params p;
} problem;

// Makes two contacts of separate bodies, which both approach.
static void set_up(problem *x) {
    *x = (problem){.v = {-1.0, 0.5, -1.0, 0.5}};
    for (int i = 0; i < 4; i++) x->W[5 * i] = 1.0;
    for (int i = 0; i < 2; i++) x->contact[i] = params_plain();
    x->s = (carom_system){.nc = 2, .dim = 2, .W = x->W, .v = x->v};
    x->p = carom_system_params_default(x->contact);
    x->p.single = &carom_law_routh;
    x->p.max_states = x->p.max_impacts = x->p.max_outcomes = 8;
}

// Tests that a memory size that does not fit in size_t does not wrap around but is rejected.
static void sizes_do_not_wrap(void **state) {
    (void)state;
    carom_arena a = carom_arena_over(NULL, 0);
    carom_arena_take(&a, 3, sizeof(double));
    assert_true(carom_arena_bytes(&a) >= 24 && carom_arena_bytes(&a) % alignof(max_align_t) == 0);
    carom_arena_take(&a, SIZE_MAX / 4, sizeof(double));
    assert_int_equal(carom_arena_bytes(&a), 0);
    carom_arena_take(&a, 1, 1);
    assert_int_equal(carom_arena_bytes(&a), 0);
    assert_true(carom_arena_short(&a));
    a = carom_arena_over(NULL, 0);
    carom_arena_take(&a, SIZE_MAX, 1);
    assert_int_equal(carom_arena_bytes(&a), 0);

    const int counts[] = {INT_MIN, -1, 0, 50000, CAROM_MAX_LEMKE + 1, INT_MAX};
    double M[1] = {1.0}, q[1] = {-1.0}, z[1];
    for (int k = 0; k < 6; k++) {
        assert_int_equal(carom_lemke_memory(counts[k]), 0);
        assert_int_equal(carom_lemke(counts[k], M, q, z, room, sizeof room, NULL), CAROM_BAD_COUNT);
    }
    const size_t n = CAROM_MAX_LEMKE;
    assert_true(carom_lemke_memory(CAROM_MAX_LEMKE) > n * n * sizeof(double));
}

// Every limit of the options has an upper bound.
static void limits(void **state) {
    (void)state;
    problem x;
    carom_system_result out;
    int *const limit[] = {&x.p.max_solutions, &x.p.max_stages,   &x.p.max_impacts,
                          &x.p.max_states,    &x.p.max_outcomes, &x.p.max_strikes};
    const int most[] = {CAROM_MAX_SOLUTIONS, CAROM_MAX_STAGES,   CAROM_MAX_IMPACTS,
                        CAROM_MAX_STATES,    CAROM_MAX_OUTCOMES, INT_MAX};
    for (int k = 0; k < 6; k++) {
        const int bad[] = {INT_MIN, -1, 0, most[k] < INT_MAX ? most[k] + 1 : 0, most[k] < INT_MAX ? INT_MAX : 0};
        for (int b = 0; b < 5; b++) {
            set_up(&x);
            *limit[k] = bad[b];
            assert_int_equal(carom_system_memory_size(&carom_law_sequence, &x.s, &x.p), 0);
            assert_int_equal(carom_system_solve(&carom_law_sequence, &x.s, &x.p, room, sizeof room, &out),
                             CAROM_BAD_COUNT);
        }
        set_up(&x);
        *limit[k] = most[k];
        assert_true(carom_system_memory_size(&carom_law_sequence, &x.s, &x.p) > 0);
    }
}

static void settings(void **state) {
    (void)state;
    problem x;
    carom_system_result out;
    const int bad[] = {-1, 3, INT_MAX, INT_MIN};
    for (int k = 0; carom_law_at(NULL, k, CAROM_SYSTEMS); k++)
        for (int b = 0; b < 4; b++) {
            const carom_law *method = carom_law_at(NULL, k, CAROM_SYSTEMS);
            set_up(&x);
            memcpy(&x.p.solver, &bad[b], sizeof x.p.solver);
            assert_int_equal(carom_system_memory_size(method, &x.s, &x.p), 0);
            assert_int_equal(carom_system_solve(method, &x.s, &x.p, room, sizeof room, &out), CAROM_BAD_VALUE);
        }
    // A method without code is rejected and has no guarantees. Without coefficients there are no guarantees either.
    set_up(&x);
    carom_law empty = carom_law_glocker;
    empty.contact = NULL, empty.system = NULL;
    assert_int_equal(carom_system_solve(&empty, &x.s, &x.p, room, sizeof room, &out), CAROM_MODULE_MISSING);
    assert_int_equal(carom_system_guarantees(&empty, &x.s, &x.p), 0);
    x.p.contacts = NULL;
    for (int k = 0; carom_law_at(NULL, k, CAROM_SYSTEMS); k++)
        assert_int_equal(carom_system_guarantees(carom_law_at(NULL, k, CAROM_SYSTEMS), &x.s, &x.p), 0);
    set_up(&x);
    x.p.striking = 7;
    assert_int_equal(carom_system_guarantees(&carom_law_hm_differential, &x.s, &x.p), 0);
    x.s.nc = INT_MAX;
    assert_int_equal(carom_system_guarantees(&carom_law_glocker, &x.s, &x.p), 0);
}

static void verdicts(void **state) {
    (void)state;
    problem x;
    carom_verdict verdict;
    double v[4];
    const double mu[2] = {0.5, 0.5};
    const int counts[] = {INT_MIN, -1, 0, CAROM_MAX_CONTACTS + 1, INT_MAX};
    for (int k = 0; k < 5; k++) {
        const double P[4] = {1.0};
        set_up(&x);
        x.s.nc = counts[k];
        assert_int_equal(carom_system_check(&x.s, mu, P, v, &verdict), CAROM_BAD_COUNT);
    }
    // NaN in any component of P makes the check fail.
    for (int k = 0; k < 4; k++) {
        double P[4] = {1.0, -0.25, 1.0, -0.25};
        set_up(&x);
        P[k] = (double)NAN;
        assert_int_equal(carom_system_check(&x.s, mu, P, v, &verdict), CAROM_OVERFLOW);
        assert_true(isnan(verdict.energy_slack));
        if (k % 2 == 0) assert_true(isnan(verdict.pull_slack) && isnan(verdict.approach_slack));
        assert_true(isnan(verdict.cone_slack));
    }
}

// NaN in any component of P makes the residual NaN.
static void residual_keeps_nan(void **state) {
    (void)state;
    problem x;
    set_up(&x);
    carom_cone cone[2] = {carom_coulomb(0.5), carom_coulomb(0.5)};
    const carom_cones p = {.nc = 2, .W = x.W, .q = x.v, .cone = cone};
    const double right[4] = {1.0, -0.5, 1.0, -0.5};
    assert_true(carom_cones_residual(&p, right) == 0.0);
    for (int k = 0; k < 4; k++) {
        double P[4];
        memcpy(P, right, sizeof P);
        P[k] = (double)NAN;
        assert_true(isnan(carom_cones_residual(&p, P)));
    }
}

static void gaps(void **state) {
    (void)state;
    problem x;
    double gap[2] = {1.0, 1.0}, P[4], v[4];
    int impacts;
    const double bad[] = {0.0, -1.0, (double)NAN};
    for (int k = 0; k < 3; k++) {
        set_up(&x);
        x.p.cut = bad[k];
        assert_int_equal(carom_sequence_by_gaps(&x.s, &x.p, gap, P, v, NULL, 0, &impacts), CAROM_BAD_VALUE);
    }
    const int counts[] = {INT_MIN, -1, 0, CAROM_MAX_IMPACTS + 1, INT_MAX};
    for (int k = 0; k < 5; k++) {
        set_up(&x);
        x.p.max_impacts = counts[k];
        assert_int_equal(carom_sequence_by_gaps(&x.s, &x.p, gap, P, v, NULL, 0, &impacts), CAROM_BAD_COUNT);
    }
    set_up(&x);
    carom_law absent = carom_law_routh;
    absent.contact = NULL;
    x.p.single = &absent;
    assert_int_equal(carom_sequence_by_gaps(&x.s, &x.p, gap, P, v, NULL, 0, &impacts), CAROM_MODULE_MISSING);
    set_up(&x);
    x.contact[1].e = 2.0;
    assert_int_equal(carom_sequence_by_gaps(&x.s, &x.p, gap, P, v, NULL, 0, &impacts), CAROM_COEFFICIENT_RANGE);
}

// Tests the largest number of impacts in a sequence at two frictionless contacts. Invalid input, such as NaN, gives -1.
static void bound_of_a_sequence(void **state) {
    (void)state;
    double W[4][4] = {{2.0, 0.0, -1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0, 2.0, 0.0}, {0.0, 0.0, 0.0, 1.0}};
    const double(*const given)[4] = (const double(*)[4])W;
    assert_int_equal(carom_max_sequence_impacts(given, 1.0), 3);
    assert_int_equal(carom_max_sequence_impacts(given, 0.0), 0);
    assert_int_equal(carom_max_sequence_impacts(given, -0.0), 0);
    assert_int_equal(carom_max_sequence_impacts(given, 1e-300), 0);
    assert_int_equal(carom_max_sequence_impacts(NULL, 1.0), -1);
    const double bad[] = {-1.0, -1e-300, (double)NAN, HUGE_VAL};
    for (int k = 0; k < 4; k++) assert_int_equal(carom_max_sequence_impacts(given, bad[k]), -1);
    W[0][2] = (double)NAN;
    assert_int_equal(carom_max_sequence_impacts(given, 1.0), -1);
    W[0][2] = -1.0;
    W[0][0] = 0.0;
    assert_int_equal(carom_max_sequence_impacts(given, 1.0), -1);
    W[0][0] = 2e-200;
    W[2][2] = 2e-200;
    W[0][2] = -1e-200;
    assert_int_equal(carom_max_sequence_impacts(given, 1.0), 3);
    W[0][0] = W[2][2] = 1.0;
    W[0][2] = -1.0;
    assert_int_equal(carom_max_sequence_impacts(given, 1.0), 0);
    W[0][2] = -1.0 + 1e-16;
    assert_true(carom_max_sequence_impacts(given, 1.0) >= 0);
}

static void chain_velocity(void **state) {
    (void)state;
    carom_link link[3] = {carom_link_bar(1.0, 1.0, CAROM_BASE, 0.1, 0.2), carom_link_bar(1.0, 1.0, 0, 0.3, 0.4),
                          carom_link_bar(1.0, 1.0, 1, 0.5, 0.6)};
    const carom_chain_contact tip = {.link = 2, .distance = 1.0};
    carom_chain chain = {.links = 3, .contacts = 1, .link = link, .contact = &tip};
    const double u[5] = {0.2, 0.4, 0.6, 1.0, 2.0};
    double velocity[2];
    assert_int_equal(carom_chain_velocity(&chain, u, 2, 1.0, velocity), CAROM_OK);
    const int parents[] = {1, 2, 3, 77, -2, INT_MIN, INT_MAX};
    for (int k = 0; k < 7; k++) {
        link[1].parent = parents[k];
        assert_int_equal(carom_chain_velocity(&chain, u, 2, 1.0, velocity), CAROM_BAD_CHAIN);
        link[1].parent = 0;
    }
    link[0].parent = 2;
    assert_int_equal(carom_chain_velocity(&chain, u, 2, 1.0, velocity), CAROM_BAD_CHAIN);
    link[0].parent = CAROM_BASE;
    link[0].angle = (double)NAN;
    assert_int_equal(carom_chain_velocity(&chain, u, 2, 1.0, velocity), CAROM_NOT_FINITE);
    link[0].angle = 0.1;
    for (int k = 0; k < 5; k++) {
        double odd[5];
        memcpy(odd, u, sizeof odd);
        odd[k] = HUGE_VAL;
        assert_int_equal(carom_chain_velocity(&chain, odd, 2, 1.0, velocity), CAROM_NOT_FINITE);
    }
    assert_int_equal(carom_chain_velocity(&chain, u, 3, 1.0, velocity), CAROM_BAD_CHAIN);
    assert_int_equal(carom_chain_velocity(&chain, u, INT_MIN, 1.0, velocity), CAROM_BAD_CHAIN);
    assert_int_equal(carom_chain_velocity(&chain, u, 2, (double)NAN, velocity), CAROM_BAD_CHAIN);
    chain.link = NULL;
    assert_int_equal(carom_chain_velocity(&chain, u, 2, 1.0, velocity), CAROM_NULL_POINTER);
    chain.links = INT_MAX;
    assert_int_equal(carom_chain_velocity(&chain, u, 2, 1.0, velocity), CAROM_BAD_SIZE);
}

static void mechanisms(void **state) {
    (void)state;
    const double M[1] = {2.0}, u[1] = {3.0}, R[2] = {1.0, 0.0}, P[2] = {1.0, 0.0};
    carom_mechanism m = {.dim = 2, .speeds = 1, .contacts = 1, .M = M, .u = u, .R = R};
    double after[1];
    assert_true(carom_mechanism_energy(&m, u) == 9.0);
    const int bad[] = {INT_MIN, -1, 0, 5000, INT_MAX};
    for (int k = 0; k < 5; k++) {
        m.speeds = bad[k];
        assert_true(isnan(carom_mechanism_energy(&m, u)));
    }
    m.speeds = 1;
    // A carom_delassus that was not filled is rejected, and so is one with wrong counts or missing arrays.
    carom_contact contact;
    carom_delassus d, whole;
    assert_int_equal(carom_delassus_compute(&m, room, sizeof room, &whole), CAROM_OK);
    d = (carom_delassus){0};
    assert_int_equal(carom_delassus_apply(&d, P, after, NULL), CAROM_BAD_SIZE);
    assert_int_equal(carom_system_contact(&d, 0, &contact), CAROM_BAD_SIZE);
    int *const count[] = {&d.dim, &d.speeds, &d.contacts, &d.size, &d.constraints};
    for (int k = 0; k < 5; k++)
        for (int b = 0; b < 5; b++) {
            d = whole;
            *count[k] = k == 4 && bad[b] == 0 ? -3 : bad[b];
            assert_int_equal(carom_delassus_apply(&d, P, after, NULL), CAROM_BAD_SIZE);
            if (k != 1 && k != 4) assert_int_equal(carom_system_contact(&d, 0, &contact), CAROM_BAD_SIZE);
        }
    d = whole;
    d.W = NULL;
    assert_int_equal(carom_system_contact(&d, 0, &contact), CAROM_NULL_POINTER);
    d = whole;
    d.du = NULL;
    assert_int_equal(carom_delassus_apply(&d, P, after, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_system_contact(&whole, INT_MAX, &contact), CAROM_BAD_SIZE);
}

static int nothing(void *user, const double *forces, double *accelerations) {
    (void)user, (void)forces, (void)accelerations;
    return 0;
}

static void probes(void **state) {
    (void)state;
    double W[4], memory[6];
    const int bad[] = {INT_MIN, -1, 0, 20000, INT_MAX};
    for (int k = 0; k < 5; k++)
        assert_int_equal(carom_delassus_probe(nothing, NULL, bad[k], 1.0, W, memory), CAROM_BAD_SIZE);
}

// A heavy and a light body without coupling are each checked relative to their own size. The matrix W = [[1, 2], [2,
// 1]] is indefinite at every scale.
static void definite_at_every_scale(void **state) {
    (void)state;
    for (int k = -25; k <= 25; k++) {
        const double light = random_power10(k);
        for (int shape = 0; shape < 2; shape++) {
            // Of three contacts the first is valid. The rows of the other two contain a block of W. It is indefinite
            // (shape 0), or positive definite with a condition number of 100 (shape 1).
            double W[36] = {0.0}, v[6] = {-1.0}, scratch[36];
            for (int i = 0; i < 6; i++) W[7 * i] = i < 2 ? 1.0 : light;
            const double g = shape ? 0.49 : 0.51;
            for (int i = 2; i < 5; i++)
                for (int j = 2; j < 5; j++)
                    if (i != j) W[6 * i + j] = -g * light;
            const carom_system s = {.nc = 3, .dim = 2, .W = W, .v = v};
            assert_int_equal(carom_system_validate(&s, scratch), shape ? CAROM_OK : CAROM_NOT_PSD);
        }
    }
    // The check of pairs of entries also works if products of entries exceed the range of a double.
    for (int k = -1; k <= 1; k += 2) {
        const double unit = k < 0 ? 1e-200 : 1e200;
        const double W[4] = {2.0 * unit, unit, unit, 2.0 * unit}, not [4] = {unit, 2.0 * unit, 2.0 * unit, unit};
        const double v[2] = {-1.0, 0.0};
        assert_int_equal(carom_system_validate(&(carom_system){.nc = 1, .dim = 2, .W = W, .v = v}, NULL), CAROM_OK);
        assert_int_equal(carom_system_validate(&(carom_system){.nc = 1, .dim = 2, .W = not, .v = v}, NULL),
                         CAROM_NOT_PSD);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_do_not_wrap),
        cmocka_unit_test(limits),
        cmocka_unit_test(settings),
        cmocka_unit_test(verdicts),
        cmocka_unit_test(residual_keeps_nan),
        cmocka_unit_test(gaps),
        cmocka_unit_test(bound_of_a_sequence),
        cmocka_unit_test(chain_velocity),
        cmocka_unit_test(mechanisms),
        cmocka_unit_test(probes),
        cmocka_unit_test(definite_at_every_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
