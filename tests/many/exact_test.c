// Tests carom_system_check at its tolerance: a value equal to the tolerance passes, and the next larger number does
// not.
#include "support/cmocka.h"

#include <math.h>

#include "carom/systems.h"

static const double one[4] = {1.0, 0.0, 0.0, 1.0};

static carom_verdict judged(const double v[2], double mu, const double P[2]) {
    const carom_system s = {.nc = 1, .dim = 2, .W = one, .v = v};
    double after[2];
    carom_verdict verdict;
    assert_int_equal(carom_system_check(&s, &mu, P, after, &verdict), CAROM_OK);
    return verdict;
}

// P_n = -1e-10 together with P_t = 1 is at the limit.
static void a_pull(void **state) {
    (void)state;
    const double v[2] = {0.0, 0.0}, least[2] = {-1e-10, 1.0}, more[2] = {nextafter(-1e-10, -1.0), 1.0};
    assert_true(judged(v, 2.0, least).pull_slack == 1e-10);
    assert_false(judged(v, 2.0, least).violations & CAROM_VIOLATION_PULL);
    assert_true(judged(v, 2.0, more).violations & CAROM_VIOLATION_PULL);
}

typedef carom_verdict at_fn(double x);

// Without friction, P_t = x is outside the cone by x, with P_n = 1.
static carom_verdict out_of_the_cone(double x) {
    const double v[2] = {-1.0, 0.0}, P[2] = {1.0, x};
    return judged(v, 0.0, P);
}

// Without an impulse, v' = v. The contact approaches at the speed x, with v_t = 1.
static carom_verdict approaching(double x) {
    const double v[2] = {-x, 1.0}, P[2] = {0.0, 0.0};
    return judged(v, 0.0, P);
}

static double cone(const carom_verdict *v) {
    return v->cone_slack;
}

static double approach(const carom_verdict *v) {
    return v->approach_slack;
}

// Changes x in steps of one unit in the last place. The largest x with a slack up to the limit passes, and the next one
// is a violation.
static void assert_met(at_fn *at, double (*slack)(const carom_verdict *), double x, unsigned bit) {
    carom_verdict here = at(x);
    for (int i = 0; i < 1000000 && slack(&here) > 1e-10; i++) here = at(x = nextafter(x, 0.0));
    assert_true(slack(&here) <= 1e-10);
    for (int i = 0; i < 1000000 && slack(&here) <= 1e-10; i++) {
        assert_false(here.violations & bit);
        here = at(x = nextafter(x, 1.0));
    }
    assert_true(slack(&here) > 1e-10);
    assert_true(here.violations & bit);
}

static void a_cone_and_an_approach(void **state) {
    (void)state;
    assert_met(out_of_the_cone, cone, 3e-10 / (1.0 - 1e-10), CAROM_VIOLATION_CONE);
    assert_met(approaching, approach, 1e-10 * (1.0 + 1e-12), CAROM_VIOLATION_PENETRATION);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_pull), cmocka_unit_test(a_cone_and_an_approach)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
