// Tests the restitution hypotheses, which end an impact (walk/stop.h). Each closed form agrees with the one that
// follows from the hypothesis's function `past`. On a straight path all hypotheses give v_n' = -e v_n. Newton's
// restitution has a line in impulse space on which all paths end.
#include "support/cmocka.h"
#include "support/params.h"

#include "base/worst.h"
#include "bench/random.h"
#include "carom/geometry.h"
#include "support/floor.h"
#include "support/laws.h"
#include "tables/counts.h"
#include "walk/stop.h"

typedef carom_fraction closed_fn(const carom_two_pieces *path, double e);

static closed_fn *const closed[CAROM_STOP_COUNT] = {
#define CAROM_STOP(id, ID, ...) [CAROM_##ID] = carom_##id##_closed,
#include "tables/stops.def"
};

// Computes a random 2D path on which the slip ends before the impact. Returns false if the slip lasts longer.
static bool two_pieces(random_stream *r, double *e, carom_two_pieces *k) {
    const carom_contact c = random_contact(r, 2, 1.0);
    const carom_params p = random_params(r, 2);
    const double a = c.W[0][0], w = c.W[0][1], T = c.W[1][1], s = c.v[1] > 0.0 ? 1.0 : -1.0;
    *e = p.e;
    *k = (carom_two_pieces){.vn = c.v[0], .S = fabs(c.v[1]), .k1 = a - s * p.mu * w, .g = p.mu * T - s * w};
    k->C = k->vn * k->g + k->k1 * k->S;
    k->K = fabs(w) <= p.mu * T ? a * T - w * w : a - p.mu * fabs(w);
    k->U = fabs(w) <= p.mu * T ? T : 1.0;
    // Avoid denominators near zero.
    const bool dies = k->g > 1e-2 * T * p.mu && k->k1 * k->S - -(1.0 + *e) * k->vn * k->g < -1e-3;
    return dies && c.v[0] < 0.0 && k->S > 0.0 && k->K > 1e-2 * a * k->U && fabs(k->C) > 1e-3 * k->g &&
           (k->C < 0.0 || k->k1 > 1e-2 * a);
}

// Compares each closed form with carom_stop_closed. The largest difference was 7e-16; the bound is 1e-12.
static void closed_forms_follow_from_past(void **state) {
    (void)state;
    long compared = 0;
    double worst = 0.0;
    for (uint64_t i = 0; i < 20000; i++) {
        random_stream r = random_at(31, i);
        carom_two_pieces k;
        double e;
        if (!two_pieces(&r, &e, &k)) continue;
        for (int stop = 0; stop < CAROM_STOP_COUNT; stop++) {
            const carom_fraction own = closed[stop](&k, e);
            const carom_fraction same = carom_stop_closed(&k, e, carom_stops[stop].past, carom_stops[stop].rates);
            const double P = own.above / own.below, off = fabs(P - same.above / same.below) / P;
            carom_worsen(&worst, off);
            assert_true(off <= 1e-12);
            compared++;
        }
    }
    printf("  worst %.1e\n", worst);
    assert_true(floor_met("closed forms of the stops", compared, 20000 * CAROM_STOP_COUNT, 0.1));
}

// From maximum compression v_n grows at a constant rate. For every hypothesis the impulse of restitution is e p_c. The
// largest difference was 4e-16; the bound is 1e-14.
static void one_answer_on_a_straight_path(void **state) {
    (void)state;
    double worst = 0.0;
    for (uint64_t i = 0; i < 1000; i++) {
        random_stream r = random_at(32, i);
        const double e = random_unit(&r), rate = 0.1 + random_unit(&r), before = -0.1 - random_unit(&r);
        const double p_c = -before / rate;
        const carom_progress here = {
            .e = e, .v_before = before, .p = p_c, .p_c = p_c, .absorbed = 0.5 * before * before / rate};
        for (int stop = 0; stop < CAROM_STOP_COUNT; stop++)
            carom_worsen(&worst, fabs(carom_stop_clock(&carom_stops[stop], &here, rate) - e * p_c) / p_c);
    }
    printf("  worst %.1e\n", worst);
    assert_true(worst <= 1e-14);
}

// After the end of the impact the remaining impulse is 0. If v_n stays at zero, the end is never reached by Newton's
// and energetic restitution.
static void the_ends_of_the_clock(void **state) {
    (void)state;
    const carom_progress past = {.e = 0.5, .v_before = -1.0, .v_n = 2.0, .p = 9.0, .p_c = 1.0, .released = 9.0};
    for (int stop = 0; stop < CAROM_STOP_COUNT; stop++)
        assert_true(carom_stop_clock(&carom_stops[stop], &past, 1.0) == 0.0);
    const carom_progress held = {.e = 0.5, .v_before = -1.0, .p = 1.0, .p_c = 1.0, .absorbed = 0.5};
    assert_true(isinf(carom_stop_clock(&carom_stops[CAROM_NEWTON], &held, 0.0)));
    assert_true(isinf(carom_stop_clock(&carom_stops[CAROM_ENERGETIC], &held, 0.0)));
    assert_true(carom_stop_clock(&carom_stops[CAROM_POISSON], &held, 0.0) == 0.5);
}

// Only Newton's restitution has a line on which all paths end.
static void lines(void **state) {
    (void)state;
    const carom_contact c = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
    carom_params p = params_plain();
    double line[3];
    p.e = 0.5;
    p.restitution = CAROM_NEWTON;
    assert_int_equal(carom_region_end_line(&c, &p, line), CAROM_OK);
    assert_true(line[0] == 2.5 && line[1] == -1.5 && line[2] == 1.5);
    p.restitution = CAROM_POISSON;
    assert_int_equal(carom_region_end_line(&c, &p, line), CAROM_NOT_APPLICABLE);
    assert_true(isnan(line[0]));
    p.restitution = (carom_restitution)CAROM_STOP_COUNT;
    assert_int_equal(carom_region_end_line(&c, &p, line), CAROM_COEFFICIENT_RANGE);
}

// Computes the impulse from maximum compression to the end of the impact, before and after the end of the slip. This
// impulse must agree with the value that follows from `past` and `rates`, and e is recovered from it. The largest
// difference was 1.2e-15; the bound is 1e-12.
static void clocks_follow_from_past(void **state) {
    (void)state;
    long beyond = 0;
    for (uint64_t i = 0; i < 20000; i++) {
        random_stream r = random_at(33, i);
        carom_rebound x = {.N = random_between(&r, 0.1, 3.0), .k = random_between(&r, 0.1, 3.0)};
        x.p_c = x.N / x.k, x.absorbed = 0.5 * x.N * x.p_c;
        x.k2 = random_between(&r, 0.1, 3.0), x.turn = random_below(&r, 4) ? random_between(&r, 0.0, x.p_c) : HUGE_VAL;
        const double e = random_unit(&r);
        for (int stop = 0; stop < CAROM_STOP_COUNT; stop++) {
            const carom_stop *s = &carom_stops[stop];
            const double own = s->since(&x, e), same = carom_stop_since(&x, e, s->past, s->rates);
            assert_true(fabs(own - same) <= 1e-12 * x.p_c);
            assert_true(fabs(s->ratio(&x, own) - e) <= 1e-12);
            beyond += own > x.turn;
        }
    }
    assert_true(floor_met("clocks past the end of the slip", beyond, 20000 * CAROM_STOP_COUNT, 0.2));
    carom_params p = params_plain();
    for (int none = CAROM_STOP_COUNT; none < 80; none++) {
        p.restitution = (carom_restitution)none;
        assert_false(carom_law_guarantees(&carom_law_routh, 2, &p) & CAROM_GUARANTEE_DISSIPATIVE);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_follow_from_past),
        cmocka_unit_test(closed_forms_follow_from_past),
        cmocka_unit_test(one_answer_on_a_straight_path),
        cmocka_unit_test(the_ends_of_the_clock),
        cmocka_unit_test(lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
