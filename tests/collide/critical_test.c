// Tests critical frictions, the eigenvectors of W and the energy of a region: rejected input, limits, and comparison
// with laws.
#include "carom/geometry.h"
#include "support/laws.h"
#include "support/params.h"

#include "support/cmocka.h"

static const carom_contact rod = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
static const carom_contact brick = {
    .dim = 3, .W = {{3.0, 0.5, -0.4}, {0.5, 2.0, 0.3}, {-0.4, 0.3, 1.5}}, .v = {-1.0, 0.3, 0.2}};

static void refuses(void **state) {
    (void)state;
    carom_critical k;
    double x;
    carom_contact bad = rod;
    bad.W[0][0] = -1.0;
    assert_int_equal(carom_critical_compute(NULL, 0.5, 0.3, &k), CAROM_NULL_POINTER);
    assert_int_equal(carom_critical_compute(&rod, 0.5, 0.3, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_critical_compute(&bad, 0.5, 0.3, &k), CAROM_NOT_PSD);
    assert_int_equal(carom_critical_compute(&rod, 0.5, -0.3, &k), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(carom_critical_compute(&rod, (double)NAN, 0.3, &k), CAROM_COEFFICIENT_RANGE);
    assert_true(k.mu_hold == 0.6); // mu_hold depends on W only, so an invalid e does not affect it
    const carom_contact pendulum = {.dim = 2, .W = {{4.0, 2.0}, {2.0, 1.0}}, .v = {-2.0, -1.0}};
    assert_int_equal(carom_critical_ratio(&pendulum, 0.5, 0.0, &x), CAROM_NOT_APPLICABLE);
    assert_true(isnan(x));
    assert_int_equal(carom_critical_ratio(&pendulum, 0.0, 0.0, &x), CAROM_OK);
    assert_true(fabs(x - 0.5) < 1e-15);
    assert_int_equal(carom_critical_ratio(&brick, 0.5, 0.0, &x), CAROM_OK);
    assert_true(x > 0.0);
    assert_int_equal(carom_critical_ratio(&bad, 0.5, 0.0, &x), CAROM_NOT_PSD);
}

// Each row of `direction` is an eigenvector of W. The rounding of a few rotations stays below 1e-14.
static void directions_keep_themselves(void **state) {
    (void)state;
    carom_critical k;
    assert_int_equal(carom_critical_compute(&brick, 0.5, 0.3, &k), CAROM_OK);
    for (int n = 0; n < 3; n++)
        for (int i = 0; i < 3; i++) {
            double sum = 0.0;
            for (int j = 0; j < 3; j++) sum += brick.W[i][j] * k.direction[n][j];
            assert_true(fabs(sum - k.eigenvalue[n] * k.direction[n][i]) < 1e-14 * k.eigenvalue[0]);
        }
    assert_true(k.eigenvalue[0] > k.eigenvalue[1] && k.eigenvalue[1] > k.eigenvalue[2]);
}

// With mu just above the critical ratio whittaker sticks; just below it, whittaker slides.
static void ratio_parts_stick_from_slip(void **state) {
    (void)state;
    carom_params p = params_plain();
    carom_result out;
    double ratio;
    p.e = 0.5;
    assert_int_equal(carom_critical_ratio(&rod, p.e, 0.0, &ratio), CAROM_OK);
    for (int above = 0; above < 2; above++) {
        p.mu = ratio * (above ? 1.0 + 1e-9 : 1.0 - 1e-9);
        assert_int_equal(carom_collide(&carom_law_whittaker, &rod, &p, &out), CAROM_OK);
        assert_int_equal(out.mode, above ? CAROM_MODE_STICKING : CAROM_MODE_SLIDING);
        // |P_t| / P_n is mu if the contact slides and the critical ratio if it sticks. The rounding error is a few
        // times 1e-15.
        assert_true(fabs(fabs(out.P[1]) / out.P[0] - fmin(p.mu, ratio)) < 1e-14);
    }
}

// W is zero along the slip, so no impulse can stop the motion, and the energy of the region is infinite.
static void singular_energy(void **state) {
    (void)state;
    const carom_contact wall = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 0.0}}, .v = {-1.0, 0.5}};
    carom_region r;
    assert_int_equal(carom_region_compute(&wall, 0.3, &r), CAROM_OK);
    assert_true(isinf(r.energy));
}

// The first component of a direction is positive, unless it is below 1e-12 and counts as rounding. Here the first
// component is -0.9e-12, so the next one that is not zero is positive.
static void test_direction_next_to_an_axis(void **state) {
    (void)state;
    const carom_contact c = {.dim = 2, .W = {{1.0, -1.8e-12}, {-1.8e-12, 3.0}}, .v = {-1.0, 0.5}};
    const carom_contact d = {
        .dim = 3, .W = {{1.0, 0.0, -1.8e-12}, {0.0, 2.0, 0.0}, {-1.8e-12, 0.0, 3.0}}, .v = {-1.0, 0.5, 0.25}};
    carom_critical k;
    assert_int_equal(carom_critical_compute(&c, 0.5, 0.3, &k), CAROM_OK);
    assert_true(k.direction[0][0] < -0.8e-12 && k.direction[0][1] > 0.5);
    assert_int_equal(carom_critical_compute(&d, 0.5, 0.3, &k), CAROM_OK);
    assert_true(k.direction[0][0] < -0.8e-12 && k.direction[0][2] > 0.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_direction_next_to_an_axis),
        cmocka_unit_test(refuses),
        cmocka_unit_test(directions_keep_themselves),
        cmocka_unit_test(ratio_parts_stick_from_slip),
        cmocka_unit_test(singular_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
