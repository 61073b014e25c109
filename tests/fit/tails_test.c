// Tests the tail probabilities of the chi2 and F distributions against closed forms.
#include <math.h>

#include "mods/fit/tails.h"
#include "support/cmocka.h"

static void near(double got, double wanted, double tol) {
    if (!(fabs(got - wanted) <= tol * fmax(fabs(wanted), 1e-300))) fail_msg("%.17g, wanted %.17g", got, wanted);
}

// The tail is exp(-x/2) for dof = 2 and (1 + x/2) exp(-x/2) for dof = 4. The largest relative errors were 2e-15 near 1
// and 2e-13 at 1e-217; the bound is 1e-12.
static void chi2_of_even_degrees(void **state) {
    (void)state;
    for (double x = 0.01; x < 1000.0; x *= 1.7) {
        near(carom_fit_chi2_tail(x, 2.0), exp(-0.5 * x), 1e-12);
        near(carom_fit_chi2_tail(x, 4.0), (1.0 + 0.5 * x) * exp(-0.5 * x), 1e-12);
    }
}

// The tail is erfc(sqrt(x/2)) for dof = 1.
static void chi2_of_one_degree(void **state) {
    (void)state;
    for (double x = 0.01; x < 1000.0; x *= 1.7) near(carom_fit_chi2_tail(x, 1.0), erfc(sqrt(0.5 * x)), 1e-12);
}

// The tail is (1 + 2 x/d)^(-d/2) for F(2, d) and 1 - 2 atan(sqrt x)/pi for F(1, 1).
static void F_of_few_degrees(void **state) {
    (void)state;
    for (double x = 0.01; x < 1000.0; x *= 1.7) {
        for (double d = 1.0; d < 500.0; d *= 3.0)
            near(carom_fit_F_tail(x, 2.0, d), pow(1.0 + 2.0 * x / d, -0.5 * d), 1e-11);
        near(carom_fit_F_tail(x, 1.0, 1.0), 1.0 - 2.0 * atan(sqrt(x)) / acos(-1.0), 1e-12);
    }
}

static void ends_and_nonsense(void **state) {
    (void)state;
    near(carom_fit_chi2_tail(0.0, 3.0), 1.0, 0.0);
    near(carom_fit_F_tail(0.0, 3.0, 4.0), 1.0, 0.0);
    assert_true(carom_fit_chi2_tail(HUGE_VAL, 3.0) == 0.0);
    assert_true(isnan(carom_fit_chi2_tail(1.0, 0.0)));
    assert_true(isnan(carom_fit_F_tail(1.0, 0.0, 3.0)));
    assert_true(isnan(carom_fit_F_tail((double)NAN, 1.0, 3.0)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chi2_of_even_degrees),
        cmocka_unit_test(chi2_of_one_degree),
        cmocka_unit_test(F_of_few_degrees),
        cmocka_unit_test(ends_and_nonsense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
