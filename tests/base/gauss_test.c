// Tests numerical integration (base/gauss.h): its accuracy, and the limit on its number of evaluations for any
// function.
#include "support/cmocka.h"

#include <math.h>

#include "base/gauss.h"

static long asked;

static double root(const void *user, double x) {
    (void)user;
    asked++;
    return sqrt(x);
}

static double constant(const void *user, double x) {
    (void)x;
    asked++;
    return *(const double *)user;
}

// This function varies so rapidly that no halving of the interval reaches ten digits. A factor below the smallest
// normal number also makes rounding errors large.
static double denormal(const void *user, double x) {
    asked++;
    return *(const double *)user * (1.0 + fabs(sin(1e5 * x)));
}

// For sqrt(x), the interval is halved repeatedly near x = 0, where the slope is infinite. The error of the integral is
// 9e-11; the bound is 1e-9.
static void of_a_root(void **state) {
    (void)state;
    asked = 0;
    assert_near(carom_integral(root, NULL, 0.0, 1.0, &(carom_care){1e-10, 1000000}), 2.0 / 3.0, 1e-9);
    assert_true(asked <= 16 * (3 + 4 * 11));
}

// Halving does not help for NaN, infinity, zero or denormal values. The integral stops after the interval and its
// halves, with 48 evaluations. Halving to the end would take 131,000, and the square of that in a nested integral.
static void of_what_no_halving_mends(void **state) {
    (void)state;
    const double values[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 0.0};
    for (int i = 0; i < 4; i++) {
        asked = 0;
        (void)carom_integral(constant, &values[i], 0.0, 1.0, &(carom_care){1e-10, 1000000});
        assert_int_equal(asked, 48);
    }
    asked = 0;
    (void)carom_integral(denormal, &(double){1e-320}, 0.0, 1.0, &(carom_care){1e-10, 1000000});
    assert_int_equal(asked, 48);
}

// Two integrals share one limit of 1000 evaluations. Without it, each would take 131,000 evaluations of this rough
// function.
static void within_a_bound(void **state) {
    (void)state;
    carom_care care = {1e-10, 1000};
    asked = 0;
    for (int i = 0; i < 2; i++) (void)carom_integral(denormal, &(double){1.0}, 0.0, 1.0, &care);
    assert_true(care.left <= 0);
    assert_true(asked >= 1000 && asked <= 1000 + 2 * 16 * 13 + 48);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(of_a_root), cmocka_unit_test(of_what_no_halving_mends),
                                       cmocka_unit_test(within_a_bound)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
