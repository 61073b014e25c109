// Tests problems of Routh's law in 3D for which some method gave a wrong result, one test for each kind. They are
// compared with the reference in 113-bit arithmetic. The bound is 1e-12 relative to |P|, unless stated otherwise; the
// largest error was 1.4e-13. The symbols w, a, B, f and g are those of carom/geometry.h, and the exponents k those of
// walk/piece.h.
#include "support/cmocka.h"
#include "support/params.h"

#include "base/worst.h"
#include "problems.h"
#include "reference.h"
#include "support/floor.h"
#include "support/laws.h"
#include "tables/params.h"
#include "walk/flow.h"
#include "walk/walk.h"

#define EDGE 1e-12

static carom_contact contact(double w, double a1, double a2, double b11, double b12, double b22, double vn, double v1,
                             double v2) {
    return (carom_contact){.dim = 3, .W = {{w, a1, a2}, {a1, b11, b12}, {a2, b12, b22}}, .v = {vn, v1, v2}};
}

static carom_params params(carom_restitution restitution, double e, double mu) {
    carom_params p = params_plain();
    p.restitution = restitution;
    p.e = e;
    p.mu = mu;
    return p;
}

static carom_result solve(const carom_contact *c, const carom_params *p) {
    carom_result out;
    assert_int_equal(carom_collide(&carom_law_routh, c, p, &out), CAROM_OK);
    assert_true(out.evaluations <= CAROM_MAX_EVALUATIONS);
    return out;
}

static double worst; // largest error of all checks with the bound EDGE

// Compares the result with the reference for all three restitution hypotheses.
static void check(const carom_contact *c, double e, double mu, double bound) {
    for (int k = 0; k < 3; k++) {
        const carom_params p = params((carom_restitution)k, e, mu);
        const carom_result out = solve(c, &p);
        reference_outcome ref;
        assert_int_equal(reference_solve(c, &p, &ref), 0);
        const double size = fabs(ref.P[0]) + fabs(ref.P[1]) + fabs(ref.P[2]);
        for (int i = 0; i < 3; i++) {
            assert_near(out.P[i] / size, ref.P[i] / size, bound);
            if (bound <= EDGE) carom_worsen(&worst, fabs(out.P[i] - ref.P[i]) / size);
        }
        if (ref.least_slip > 1e-18) assert_int_equal(out.mode, ref.mode);
    }
}

static int count_events(const carom_contact *c, const carom_params *p, carom_event event) {
    static carom_path_point points[4000];
    carom_path path = {.points = points, .capacity = 4000};
    carom_result out;
    assert_int_equal(carom_trace(&carom_law_routh, c, p, &path, &out), CAROM_OK);
    int count = 0;
    for (size_t i = 0; i < path.count; i++) count += points[i].event == event;
    return count;
}

// For mu |a| > w, v_n may rise above zero and fall again within one series. A step must not skip the first zero.
static void first_zero_of_v_n_is_not_jumped_over(void **state) {
    (void)state;
    const carom_contact c = contact(14.0, 16.0, 0.0, 21.0, 3.0, 5.0, -0.38, 0.1, -2.0);
    const carom_params p = params(CAROM_NEWTON, 1.0, 1.8);
    assert_int_equal(count_events(&c, &p, CAROM_EVENT_COMPRESSION_ENDS), 2);
    check(&c, 1.0, 1.8, EDGE);
    check(&c, 0.0, 1.8, EDGE);
    // For small e the impact ends after the first maximum compression, before v_n falls again.
    check(&c, 0.01, 1.8, EDGE);
}

// v_n falls below zero again after maximum compression. The impulse of compression p_c is that of the last maximum
// compression.
static void recompression_counts_the_latest_p_c(void **state) {
    (void)state;
    const carom_contact c = contact(6.0, -10.0, 0.0, 20.0, 2.0, 3.0, -1.06, 2.0, 0.3);
    const carom_params p = params(CAROM_POISSON, 1.0, 1.1);
    assert_int_equal(count_events(&c, &p, CAROM_EVENT_COMPRESSION_RESUMES), 1);
    const carom_result out = solve(&c, &p);
    assert_near(out.Pc[0], 0.14888888888888896, 1e-13);
    assert_near(out.P[0], 2.0 * out.Pc[0], 1e-13);
    assert_true(out.v[0] > 0.0);
    check(&c, 1.0, 1.1, EDGE);
}

// For a slip from 1e-300 to 1e-2 the equations in p are stiff, and an integrator would need very many steps.
static void slip_near_rest_does_not_chatter(void **state) {
    (void)state;
    for (double slip = 1e-2; slip > 1e-300; slip *= 1e-3) {
        const carom_contact c = contact(4.0, 1.0, 0.5, 3.0, 0.7, 2.0, -1.0, 0.6 * slip, -0.8 * slip);
        const carom_params p = params(CAROM_ENERGETIC, 0.7, 0.9);
        const carom_result out = solve(&c, &p);
        assert_true(out.evaluations < 100);
        if (slip > 1e-30) check(&c, 0.7, 0.9, EDGE);
    }
}

// Just below the critical friction, f and k of the escape direction are nearly 0. The difference between the angle of
// the slip and that of the direction loses digits.
static void escape_with_small_k_keeps_its_digits(void **state) {
    (void)state;
    for (double below = 1e-1; below > 1e-12; below *= 0.1) {
        // The critical friction is |B^-1 a| = 1, along t1: f = 2 (1 - mu), k = -f/(f + mu b22).
        const carom_contact c = contact(5.0, 2.0, 0.0, 2.0, 0.0, 3.0, -1.0, 0.2, 0.3);
        check(&c, 0.5, 1.0 - below, EDGE);
        check(&c, 0.5, 1.0 + below, EDGE);
    }
    const carom_contact c = contact(5.0, 2.0, 0.0, 2.0, 0.0, 3.0, -1.0, 0.2, 0.3);
    check(&c, 0.5, 1.0, EDGE);
}

// A slip that starts near a repelling direction leaves it on its own side, for any distance.
static void side_of_a_repelling_direction_is_exact(void **state) {
    (void)state;
    // t1 is invariant by symmetry, and repels because dg/dth = -a - mu (b22 - b11) = 2.2.
    for (double off = 1e-1; off > 1e-17; off *= 0.1) {
        const carom_contact c = contact(6.0, -0.4, 0.0, 4.0, 0.0, 1.0, -3.0, 1.0, off);
        carom_contact mirrored = c;
        mirrored.v[2] = -off;
        check(&c, 0.5, 0.6, EDGE);
        const carom_params p = params(CAROM_POISSON, 0.5, 0.6);
        const carom_result out = solve(&c, &p), other = solve(&mirrored, &p);
        assert_near(out.P[0], other.P[0], 1e-14);
        assert_near(out.P[2], -other.P[2], 1e-14);
        assert_true(out.P[2] < 0.0);
    }
}

// The turning rate g at 1e-1 to 1e-12 rad from an invariant direction is accurate in any axes. The bound is 1e-13 of g;
// the largest error was 3e-16.
static void turning_at_the_start_keeps_all_its_digits(void **state) {
    (void)state;
    int compared = 0;
    double off = 0.0;
    for (uint64_t i = 0; i < 20000; i++) {
        const problem q = random_problem(610, i);
        if (strcmp(q.sort, "near-invariant") || (q.c.v[1] == 0.0 && q.c.v[2] == 0.0) || q.p.mu == 0.0) continue;
        const carom_flow flow = {.W = q.c.W, .nu = 1.0, .m = q.p.mu};
        const double g = carom_exact_turning(&flow, q.c.v + 1), wanted = reference_turning(&q.c, q.p.mu);
        carom_worsen(&off, fabs(g - wanted) / fabs(wanted));
        assert_true(off <= 1e-13);
        compared++;
    }
    printf("  worst difference %.1e\n", off);
    assert_true(floor_met("near invariant directions", compared, 20000, 0.05));
}

// The exponents n + k and n + 2k of the series are nearly zero. When the path leaves a direction, k is near -1, -2 or
// -3. When it approaches one, 2k is near -1.
static void resonant_exponents_need_no_band(void **state) {
    (void)state;
    const double offs[] = {0.0, 1e-15, -1e-12, 1e-9, -1e-6, 1e-4, 2e-3, -2e-3};
    for (int i = 0; i < 8; i++) {
        for (int n = 2; n <= 5; n++) {
            // Here mu = 1, a is along t1, and the slip is near t1.
            //   f = a - mu b11,  k = -|f|/(|f| - mu b22) = -n  for  b22 = |f| (n - 1)/n
            const double b22 = 2.0 * (n - 1) / n * (1.0 + offs[i]);
            const carom_contact c = contact(6.0, 1.0, 0.0, 3.0, 0.0, b22, -2.0, 2.0, 1e-5);
            check(&c, 0.4, 1.0, EDGE);
        }
        // The path approaches the escape direction with 2k = -1, because f = mu b22.
        const carom_contact c = contact(6.0, 2.0, 0.0, 1.0, 0.0, 1.0 + offs[i], -2.0, 0.3, 0.1);
        check(&c, 0.4, 1.0, EDGE);
    }
}

// The slip is 1e2 to 1e8 times as large as its change in the impact. Computing P_t from v_t' - v_t would cancel digits.
static void fast_slip_keeps_the_digits_of_its_change(void **state) {
    (void)state;
    for (double slip = 1e2; slip < 1e9; slip *= 10.0) {
        const carom_contact c = contact(4.0, 1.0, -0.5, 3.0, 0.7, 2.0, -1.0, 0.6 * slip, -0.8 * slip);
        check(&c, 0.7, 0.4, EDGE);
    }
}

// The slip direction turns by more than half a turn between events.
static void slip_turns_by_more_than_half_a_turn(void **state) {
    (void)state;
    const carom_contact c = contact(4.0, 2.0, 0.0, 6.0, -2.0, 4.0, -2.92, -1.0, 0.0);
    static carom_path_point points[4000];
    carom_path path = {.points = points, .capacity = 4000};
    carom_result out;
    const carom_params p = params(CAROM_POISSON, 1.0, 0.15);
    assert_int_equal(carom_trace(&carom_law_routh, &c, &p, &path, &out), CAROM_OK);
    double turn = 0.0, most = 0.0;
    for (size_t i = 1; i < path.count; i++) {
        const double *a = points[i - 1].v, *b = points[i].v;
        const double step = atan2(a[1] * b[2] - a[2] * b[1], a[1] * b[1] + a[2] * b[2]);
        turn += step;
        most = fmax(most, fabs(step));
    }
    assert_true(fabs(turn) > 3.15);
    // Neighbouring points of a curve differ by at most 0.07 rad; 0.071 allows for rounding.
    assert_true(most < 0.071);
    check(&c, 1.0, 0.15, EDGE);
}

// Two of four invariant directions attract, and the slip follows one piece to the next of them. If the code expected
// the other one, it would take many small steps and most of the allowed evaluations.
static void the_nearest_of_two_directions_is_approached(void **state) {
    (void)state;
    long walks = 0, evaluations = 0;
    for (uint64_t i = 0; i < 5000; i++) {
        random_stream r = random_at(44, i);
        const carom_contact c = random_contact(&r, 3, 1.5);
        carom_params p = random_params(&r, 3);
        carom_hodograph h;
        carom_result out;
        p.mu_static = CAROM_SAME_AS_MU;
        p.restitution = CAROM_POISSON;
        if (carom_hodograph_compute(&c, p.mu, p.mu, &h) != CAROM_OK || h.count != 4) continue;
        assert_int_equal(carom_collide(&carom_law_routh, &c, &p, &out), CAROM_OK);
        walks++;
        evaluations += out.evaluations;
    }
    printf("  %ld walks with four invariant directions, %.1f evaluations each\n", walks,
           (double)evaluations / (double)walks);
    assert_true(floor_met("four invariant directions", walks, 5000, 0.2));
    // On average 8.8 evaluations were needed per path. The average is 19.4 if the wrong direction is expected.
    assert_true(evaluations < 12 * walks);
}

// Problems in which the units of the axes differ by powers of ten with two or three digits in the exponent. They were
// found by a search and reach code that no other problem reaches. The law must reject such a problem or report every
// violation that carom_check finds.
typedef struct {
    carom_restitution restitution;
    double e, mu, mu_static, W[6], v[3];
} apart;

static const apart far_apart[] = {
    // the slip is expected beyond the half turn, or towards a direction that no longer attracts
    {CAROM_POISSON,
     0.5,
     5.1317082433770156e-49,
     6,
     {0.0859375, -6.8507889249886074e+46, 515396075520, 1.3349918974505688e+95, -6.0260176659712135e+59,
      5.4401661882658313e+24},
     {-0.0625, 0, -549755813888}},
    {CAROM_ENERGETIC,
     0.25,
     0.00048828125,
     CAROM_SAME_AS_MU,
     {2.8025969286496341e-44, -5.7397185098744507e-41, 6.6819117752304891e-51, 1.1754943508222875e-37,
      -1.3684555315672042e-47, 3.1861838222649046e-57},
     {-5.2939559203393771e-23, 0, 2.5243548967072378e-29}},
    // the friction that holds the contact is not a number
    {CAROM_NEWTON,
     0,
     HUGE_VAL,
     CAROM_SAME_AS_MU,
     {3.7912425000680587e+66, 2.3264454728053903e-25, -3.7223127564886245e-24, 1.4275922834900527e-116,
      -2.2841476535840843e-115, 3.6546362457345349e-114},
     {-1.9471113219505604e+33, -1.1948189333493392e-58, 1.2744735289059618e-57}},
    // the impact or its compression ends beyond 1e40
    {CAROM_NEWTON,
     0.5,
     7.3468396926392969e-40,
     4,
     {0.002197265625, 1.9938419936773738e+36, -2.6020852139652106e-18, 1.8092513943330656e+75, -2.3611832414348226e+21,
      3.0814879110195774e-33},
     {-0.046875, 0, -5.5511151231257827e-17}},
    {CAROM_NEWTON,
     0.25,
     0.001,
     CAROM_SAME_AS_MU,
     {4194304, 6.3802943797675962e+37, 6.4903710731685345e+32, 1.9411161600348461e+69, 1.9746054687854473e+64,
      2.0086725553237378e+59},
     {-2048, -1.0384593717069655e+34, -6.338253001141147e+29}},
    // the path has lost its digits or is not finite
    {CAROM_NEWTON,
     0.25,
     1000,
     2000,
     {4.1359030627651384e-24, -618475290624, 0, 1.0276183387482911e+47, 0, 0},
     {-1.8189894035458565e-12, 1.5111572745182865e+23, -9.0669436471097188e+23}},
    {CAROM_ENERGETIC,
     0.5,
     HUGE_VAL,
     CAROM_SAME_AS_MU,
     {2.0370359763344861e+91, -4194304, -2621440, 4.3180842775472223e-77, 4.3180842775472223e-78,
      6.7470066836675349e-79},
     {0, -2.9387358770557188e-39, -1.1020259538958945e-39}},
    // v_n falls again where the path is straight except for rounding
    {CAROM_ENERGETIC,
     0.5,
     2.0328790734103208e-20,
     CAROM_SAME_AS_MU,
     {1.0241167025889184e-97, 1.0795210693868056e-78, -1.7881393432617188e-07, 1.1948189333493392e-58, -3298534883328,
      3.3389621585129718e+83},
     {-8.5528470722950261e-50, 1.8932661725304283e-29, 1.7422457186352049e+41}},
    {CAROM_NEWTON,
     0.5,
     2,
     CAROM_SAME_AS_MU,
     {4.0964668103556735e-97, 2.8764219523228867e-93, 1.4210854715202004e-14, 1.5709099088952725e-88,
      4.0745362639427185e-10, 1.1862376533546282e+69},
     {-1.7105694144590052e-49, 0, -2.0769187434139311e+34}},
    // the slip grows while v_n falls, because of rounding
    {CAROM_POISSON,
     0.5,
     8.343699359066055e+101,
     CAROM_SAME_AS_MU,
     {5.2451950648640331e+119, -2.90142196707511e+25, -9.969209968386869e+35, 2.3182538441796384e-69,
      7.9654595556622614e-59, 2.7369110631344083e-48},
     {0, 7.2222372914521344e-35, -3.3087224502121107e-24}},
};

static void units_far_apart_are_refused_or_judged(void **state) {
    (void)state;
    int refused = 0;
    for (size_t i = 0; i < sizeof far_apart / sizeof *far_apart; i++) {
        const apart *q = &far_apart[i];
        const carom_contact c =
            contact(q->W[0], q->W[1], q->W[2], q->W[3], q->W[4], q->W[5], q->v[0], q->v[1], q->v[2]);
        carom_params p = params(q->restitution, q->e, q->mu);
        carom_result out;
        carom_verdict verdict;
        p.mu_static = q->mu_static;
        const carom_status status = carom_collide(&carom_law_routh, &c, &p, &out);
        if (status != CAROM_OK) {
            assert_true(status == CAROM_NO_SOLUTION || status == CAROM_NOT_CONVERGED || status == CAROM_OVERFLOW);
            refused++;
            continue;
        }
        assert_true(out.residual <= 1e-8);
        assert_int_equal(carom_check(&c, carom_mu_static(&p), out.P, &verdict), CAROM_OK);
        assert_int_equal(verdict.violations & ~out.violations, 0);
    }
    printf("  %d of %zu refused\n", refused, sizeof far_apart / sizeof *far_apart);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_zero_of_v_n_is_not_jumped_over),
        cmocka_unit_test(recompression_counts_the_latest_p_c),
        cmocka_unit_test(slip_near_rest_does_not_chatter),
        cmocka_unit_test(escape_with_small_k_keeps_its_digits),
        cmocka_unit_test(side_of_a_repelling_direction_is_exact),
        cmocka_unit_test(turning_at_the_start_keeps_all_its_digits),
        cmocka_unit_test(resonant_exponents_need_no_band),
        cmocka_unit_test(fast_slip_keeps_the_digits_of_its_change),
        cmocka_unit_test(slip_turns_by_more_than_half_a_turn),
        cmocka_unit_test(the_nearest_of_two_directions_is_approached),
        cmocka_unit_test(units_far_apart_are_refused_or_judged),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    printf("worst difference to the reference, relative to |P|: %.1e\n", worst);
    return failed;
}
