// Tests the slip hodograph in 3D: the invariant directions and their kinds, the critical friction, and the behaviour of
// a slip that has stopped. The notation is that of carom/geometry.h, with W = [[w, a^T], [a, B]]. The turning rate g(e)
// of a slip in the direction e is zero in invariant directions.
#include "support/cmocka.h"

#include "bench/random.h"
#include "carom/geometry.h"
#include "walk/flow.h"

// Returns g(e).
static double turning(const carom_contact *c, double mu, const double e[2]) {
    const double h1 = c->W[0][1] - mu * (c->W[1][1] * e[0] + c->W[1][2] * e[1]);
    const double h2 = c->W[0][2] - mu * (c->W[2][1] * e[0] + c->W[2][2] * e[1]);
    return e[0] * h2 - e[1] * h1;
}

// Returns a bound on the sum of the magnitudes of the terms of g, for any direction e.
static double size_of(const carom_contact *c, double mu) {
    return fabs(c->W[0][1]) + fabs(c->W[0][2]) + mu * (c->W[1][1] + c->W[2][2]);
}

// Checks that g vanishes in the invariant directions that are found. Checks also that g has no more sign changes on the
// circle, so that no direction is missed.
static void directions_are_the_zeros_of_g(void **state) {
    (void)state;
    long fours = 0;
    for (uint64_t i = 0; i < 20000; i++) {
        random_stream r = random_at(71, i);
        const carom_contact c = random_contact(&r, 3, 3.0);
        const double mu = random_power10(random_between(&r, -2.0, 1.0));
        carom_hodograph h;
        assert_int_equal(carom_hodograph_compute(&c, mu, mu, &h), CAROM_OK);
        assert_true(h.count == 2 || h.count == 4);
        fours += h.count == 4;
        int attracting = 0;
        for (int k = 0; k < h.count; k++) {
            const carom_invariant *d = &h.direction[k];
            // The largest |g| was 4e-16 of the size of its terms; the bound is 1e-14.
            assert_true(fabs(turning(&c, mu, d->e)) <= 1e-14 * size_of(&c, mu));
            assert_near(hypot(d->e[0], d->e[1]), 1.0, 1e-15);
            attracting += d->turn < 0.0;
        }
        assert_int_equal(2 * attracting, h.count);
        int changes = 0;
        double last = turning(&c, mu, (double[2]){1.0, 0.0});
        for (int k = 1; k <= 720; k++) {
            const double angle = k * atan(1.0) / 90.0, e[2] = {cos(angle), sin(angle)}, g = turning(&c, mu, e);
            changes += (g > 0.0) != (last > 0.0);
            last = g;
        }
        assert_true(changes <= h.count);
    }
    assert_true(fours > 100);
}

// For mu below the critical friction mu*, one direction is divergent, and a stopped slip starts again in it. For mu
// above mu* all directions are convergent, and a stopped slip sticks.
static void divergent_exactly_when_rest_does_not_hold(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 20000; i++) {
        random_stream r = random_at(72, i);
        const carom_contact c = random_contact(&r, 3, 3.0);
        carom_hodograph h;
        assert_int_equal(carom_hodograph_compute(&c, 0.0, 0.0, &h), CAROM_OK);
        const double mu = h.mu_critical * random_between(&r, 0.1, 1.9);
        assert_int_equal(carom_hodograph_compute(&c, mu, mu, &h), CAROM_OK);
        int divergent = 0;
        for (int k = 0; k < h.count; k++) {
            const carom_invariant *d = &h.direction[k];
            if (d->kind != CAROM_DIVERGENT) continue;
            divergent++;
            assert_near(d->e[0], h.escape[0], 1e-10);
            assert_near(d->e[1], h.escape[1], 1e-10);
            assert_true(d->turn < 0.0);
            assert_true(d->D > 0.0);
        }
        assert_int_equal(divergent, !h.holds);
        assert_int_equal(h.holds, mu >= h.mu_critical);
        // While the contact sticks, its slip does not change: a + B hold = 0.
        for (int k = 1; k < 3; k++)
            assert_true(fabs(c.W[k][0] + c.W[k][1] * h.hold[0] + c.W[k][2] * h.hold[1]) <=
                        1e-13 * (c.W[1][1] + c.W[2][2]) * (1.0 + h.mu_critical));
    }
}

static void sphere_is_invariant_everywhere(void **state) {
    (void)state;
    const carom_contact c = {.dim = 3, .W = {{1.0, 0.0, 0.0}, {0.0, 3.5, 0.0}, {0.0, 0.0, 3.5}}, .v = {-1.0, 1.0, 2.0}};
    carom_hodograph h;
    assert_int_equal(carom_hodograph_compute(&c, 0.3, 0.3, &h), CAROM_OK);
    assert_true(h.everywhere && h.holds);
    assert_int_equal(h.count, 0);
    assert_near(h.mu_critical, 0.0, 0.0);
}

// Returns the index of the invariant direction (x, y), or -1 if it was not found.
static int find(const carom_hodograph *h, double x, double y, double tolerance) {
    for (int k = 0; k < h->count; k++)
        if (fabs(h->direction[k].e[0] - x) + fabs(h->direction[k].e[1] - y) <= tolerance) return k;
    return -1;
}

// Let B = diag(b1, b2), h = mu (b1 - b2) and g = a2 cos - a1 sin + h sin cos. If (a1, a2) = h (cos^3, -sin^3) at an
// angle th, g touches zero there. Two invariant directions then merge into one.
static void two_directions_meet(void **state) {
    (void)state;
    carom_hodograph h;
    // cos th = 3/5 and sin th = 4/5, in each quadrant, with units in which all entries of W are integers. The two
    // merged directions are reported as one.
    for (int quadrant = 0; quadrant < 4; quadrant++) {
        const double x = quadrant & 1 ? -3.0 : 3.0, y = quadrant & 2 ? -4.0 : 4.0, a1 = x * x * x, a2 = -y * y * y;
        const carom_contact c = {.dim = 3, .W = {{500.0, a1, a2}, {a1, 250.0, 0.0}, {a2, 0.0, 125.0}}};
        assert_int_equal(carom_hodograph_compute(&c, 1.0, 1.0, &h), CAROM_OK);
        assert_int_equal(h.count, 3);
        // The error of a double root is the square root of the rounding error.
        const int k = find(&h, x / 5.0, y / 5.0, 1e-7);
        assert_true(k >= 0);
        assert_true(fabs(h.direction[k].turn) <= 1e-6 * size_of(&c, 1.0));
        assert_int_equal(h.direction[k].kind, CAROM_CONVERGENT);
    }
    // At th = 0 three directions merge: g = h sin (cos - 1). Only one other invariant direction remains, the opposite
    // one.
    const carom_contact cusp = {.dim = 3, .W = {{1.0, 1.0, 0.0}, {1.0, 2.0, 0.0}, {0.0, 0.0, 1.0}}};
    assert_int_equal(carom_hodograph_compute(&cusp, 1.0, 1.0, &h), CAROM_OK);
    assert_int_equal(h.count, 2);
    // The error of a triple root is the cube root of the rounding error.
    assert_true(find(&h, 1.0, 0.0, 1e-5) >= 0 && find(&h, -1.0, 0.0, 1e-14) >= 0);
}

// B is isotropic, exactly or up to rounding. Only the push along a then changes the direction of the slip.
static void alike_in_all_directions(void **state) {
    (void)state;
    for (double b12 = 0.0; b12 < 2e-17; b12 += 1e-17) {
        const carom_contact c = {.dim = 3, .W = {{1.0, 0.0, 0.5}, {0.0, 1.0, b12}, {0.5, b12, 1.0}}};
        carom_hodograph h;
        assert_int_equal(carom_hodograph_compute(&c, 0.2, 0.2, &h), CAROM_OK);
        assert_int_equal(h.count, 2);
        const int with = find(&h, 0.0, 1.0, 1e-15), against = find(&h, 0.0, -1.0, 1e-15);
        assert_true(with >= 0 && against >= 0);
        assert_int_equal(h.direction[with].kind, CAROM_DIVERGENT);
        assert_int_equal(h.direction[against].kind, CAROM_CONVERGENT);
        assert_false(h.holds);
        assert_near(h.mu_critical, 0.5, 1e-15);
        assert_near(h.escape[0], 0.0, 1e-15);
        assert_near(h.escape[1], 1.0, 1e-15);
        // At the critical friction the slip along a keeps its speed.
        assert_int_equal(carom_hodograph_compute(&c, 0.5, 0.5, &h), CAROM_OK);
        assert_int_equal(h.direction[find(&h, 0.0, 1.0, 1e-15)].kind, CAROM_NEUTRAL);
        assert_true(h.holds);
    }
}

// No impulse can change the slip, since B and a are zero. Every direction is invariant, and the contact sticks without
// friction.
static void welded_tangents(void **state) {
    (void)state;
    const carom_contact c = {.dim = 3, .W = {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
    carom_hodograph h;
    assert_int_equal(carom_hodograph_compute(&c, 0.0, 0.0, &h), CAROM_OK);
    assert_true(h.everywhere && h.holds && h.mu_critical == 0.0);
    assert_true(h.hold[0] == 0.0 && h.hold[1] == 0.0);
    assert_true(carom_hold_find(c.W).slope == 1.0);
}

// Without slip the turning rate is 0.
static void no_slip_does_not_turn(void **state) {
    (void)state;
    const double W[3][3] = {{1.0, 0.3, 0.1}, {0.3, 2.0, 0.2}, {0.1, 0.2, 1.0}}, none[2] = {0.0, 0.0}, x[2] = {1.0, 0.0};
    const carom_flow flow = {.W = W, .nu = 1.0, .m = 0.5};
    assert_true(carom_exact_turning(&flow, none) == 0.0);
    assert_near(carom_exact_turning(&flow, x), 0.1 - 0.5 * 0.2, 1e-15);
    assert_near(carom_exact_turning(&flow, (double[2]){0.0, 1e-300}), -0.3 + 0.5 * 0.2, 1e-15);
}

static void bad_input_is_refused(void **state) {
    (void)state;
    carom_hodograph h;
    const carom_contact plane = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 1.0}}};
    const carom_contact space = {.dim = 3, .W = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    assert_int_equal(carom_hodograph_compute(NULL, 0.1, 0.1, &h), CAROM_NULL_POINTER);
    assert_int_equal(carom_hodograph_compute(&space, 0.1, 0.1, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_hodograph_compute(&plane, 0.1, 0.1, &h), CAROM_WRONG_DIM);
    carom_contact spoilt = space;
    spoilt.W[1][1] = (double)NAN;
    assert_int_equal(carom_hodograph_compute(&spoilt, 0.1, 0.1, &h), CAROM_NOT_FINITE);
    spoilt.W[1][1] = -1.0;
    assert_int_equal(carom_hodograph_compute(&spoilt, 0.1, 0.1, &h), CAROM_NOT_PSD);
    assert_int_equal(carom_hodograph_compute(&space, -0.1, 0.1, &h), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(carom_hodograph_compute(&space, 0.2, 0.1, &h), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(carom_hodograph_compute(&space, HUGE_VAL, HUGE_VAL, &h), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(carom_hodograph_compute(&space, (double)NAN, 0.1, &h), CAROM_COEFFICIENT_RANGE);
    assert_string_equal(carom_enum_name(CAROM_ENUM_INVARIANT, CAROM_NEUTRAL), "neutral");
    assert_string_equal(carom_enum_name(CAROM_ENUM_INVARIANT, CAROM_CONVERGENT), "convergent");
    assert_string_equal(carom_enum_name(CAROM_ENUM_INVARIANT, CAROM_DIVERGENT), "divergent");
    assert_null(carom_enum_name(CAROM_ENUM_INVARIANT, 7));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directions_are_the_zeros_of_g),  cmocka_unit_test(divergent_exactly_when_rest_does_not_hold),
        cmocka_unit_test(sphere_is_invariant_everywhere), cmocka_unit_test(two_directions_meet),
        cmocka_unit_test(alike_in_all_directions),        cmocka_unit_test(welded_tangents),
        cmocka_unit_test(no_slip_does_not_turn),          cmocka_unit_test(bad_input_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
