// Tests the checks that involve no law: they count an impact only if it exceeds its own uncertainty. Also tests the
// reading of an impact that is given by its velocities instead of strobe pictures.
#include <math.h>

#include "carom/fit.h"
#include "support/cmocka.h"

// Returns a contact with W_nt != 0 whose velocities have correlated errors.
static carom_fit_impact uncertain(double v_n, double v_t, double after_n, double after_t) {
    carom_fit_impact at = {.contact = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {v_n, v_t}},
                           .after = {after_n, after_t}};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) at.S[i][j] = 1e-6 * (i == j ? 1.0 + i : 0.3);
    return at;
}

// Returns the energy change, with W^-1 = (2.5, 1.5; 1.5, 2.5) / 4.
static double energy(const double v[4]) {
    const double before = 2.5 * v[0] * v[0] + 3.0 * v[0] * v[1] + 2.5 * v[1] * v[1];
    const double after = 2.5 * v[2] * v[2] + 3.0 * v[2] * v[3] + 2.5 * v[3] * v[3];
    return 0.5 * (after - before) / 4.0;
}

// Returns the normal impulse.
static double pushing(const double v[4]) {
    return (2.5 * (v[2] - v[0]) + 1.5 * (v[3] - v[1])) / 4.0;
}

// Returns the quantity divided by its standard deviation. The derivatives are central differences, which are exact
// because both quantities are at most quadratic.
static double deviations(double (*quantity)(const double v[4]), const carom_fit_impact *at) {
    const double v[4] = {at->contact.v[0], at->contact.v[1], at->after[0], at->after[1]};
    double slope[4], variance = 0.0;
    for (int i = 0; i < 4; i++) {
        double up[4] = {v[0], v[1], v[2], v[3]}, down[4] = {v[0], v[1], v[2], v[3]};
        up[i] += 0.5, down[i] -= 0.5;
        slope[i] = quantity(up) - quantity(down);
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) variance += slope[i] * at->S[i][j] * slope[j];
    return quantity(v) / sqrt(variance);
}

// Finds by bisection the v_n' at which the quantity is `wanted` standard deviations.
static carom_fit_impact at_deviations(double (*quantity)(const double v[4]), double wanted, double low, double high) {
    carom_fit_impact at = uncertain(-1.0, 0.6, low, 0.4);
    const double sign = deviations(quantity, &at) < wanted ? 1.0 : -1.0;
    for (int k = 0; k < 200; k++) {
        at.after[0] = 0.5 * (low + high);
        *(sign * (deviations(quantity, &at) - wanted) < 0.0 ? &low : &high) = at.after[0];
    }
    assert_true(fabs(deviations(quantity, &at) - wanted) < 1e-6);
    return at;
}

static carom_fit_checks checked(const carom_fit_impact *at) {
    carom_fit_checks c;
    assert_int_equal(carom_fit_check_data(at, NULL, 1, &c, NULL), CAROM_OK);
    return c;
}

// An energy gain or a pull counts if it exceeds two standard deviations. The test uses values 1 % above and below.
static void two_deviations_count(void **state) {
    (void)state;
    const carom_fit_impact gain = at_deviations(energy, 2.02, 0.1, 3.0), none = at_deviations(energy, 1.98, 0.1, 3.0);
    assert_int_equal(checked(&gain).gains, 1);
    assert_int_equal(checked(&none).gains, 0);
    assert_int_equal(checked(&gain).pulls, 0);
    const carom_fit_impact pull = at_deviations(pushing, -2.02, -3.0, 0.0),
                           push = at_deviations(pushing, -1.98, -3.0, 0.0);
    assert_int_equal(checked(&pull).pulls, 1);
    assert_int_equal(checked(&push).pulls, 0);
}

// The impact is v = (-3, +-4), v' = (1.5, +-2) with W = diag(1, 3). The tangent must be chosen so that v_t < 0.
static void an_impact_is_read(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        const carom_contact contact = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 3.0}}, .v = {-3.0, 4.0 * side}};
        const double after[3] = {1.5, 2.0 * side};
        carom_fit_reading r;
        assert_int_equal(carom_fit_read(&contact, after, &r), CAROM_OK);
        const double wanted[] = {atan2(4.0, 3.0), 0.5, 2.0 / 3.0 / 4.5, -2.0 / 1.5, -0.4};
        const double got[] = {r.theta, r.e, r.ratio, r.tan_phi, r.vft};
        for (int k = 0; k < 5; k++) assert_true(fabs(got[k] - wanted[k]) < 1e-15); // rounding errors
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_deviations_count), cmocka_unit_test(an_impact_is_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
