// Compares the sine and cosine of base/turn.h with 113-bit arithmetic. The errors are below 1 unit in the last place up
// to the largest angle, also near multiples of pi/2.
// The pragma permits the comparisons of double with 113-bit numbers.
#pragma GCC diagnostic ignored "-Wdouble-promotion"

#include "base/turn.h"

#include <stdint.h>

#include "base/worst.h"
#include "support/cmocka.h"
#include "support/quad.h"

// pi/2 as the sum of three doubles. Their products with an n below 2^20 are exact in 113 bits.
static const double HALF_PI[3] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110};

static quad series(quad x, int first) {
    quad sum = 1;
    for (int n = 40 + first; n > first; n -= 2) sum = 1 - sum * x * x / (n * (n - 1));
    return sum;
}

static void reference(double angle, quad *sine, quad *cosine) {
    const int n = (int)floor(angle / HALF_PI[0] + 0.5);
    quad x = angle;
    for (int i = 0; i < 3; i++) x -= (quad)n * HALF_PI[i];
    const quad s = x * series(x, 1), c = series(x, 0), turned[4] = {s, c, -s, -c};
    *sine = turned[(unsigned)n & 3u];
    *cosine = turned[((unsigned)n + 1u) & 3u];
}

// Returns the error in units in the last place of the exact value.
static double error_of(double got, quad exact) {
    int exponent;
    frexp((double)exact, &exponent);
    return (double)quad_abs((got - exact) / (quad)fmax(ldexp(1.0, exponent - 53), 0x1p-1074));
}

static double worst_at(double angle) {
    double s, c;
    quad sine, cosine;
    assert_true(carom_turn(angle, &s, &c));
    reference(angle, &sine, &cosine);
    return carom_worst(angle == 0.0 ? 0.0 : error_of(s, sine), error_of(c, cosine));
}

static double uniform(uint64_t *seed) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*seed >> 11) * 0x1p-53;
}

// Tests 200,000 random angles. The largest error was 0.77 units; the bound is 1.
static void test_angles(void **state) {
    (void)state;
    uint64_t seed = 1;
    double worst = 0.0;
    for (int i = 0; i < 200000; i++) {
        const double size = ldexp(1.0, (int)(50.0 * uniform(&seed)) - 30), u = 2.0 * uniform(&seed) - 1.0;
        carom_worsen(&worst, worst_at(fmax(-1e6, fmin(1e6, size * u))));
    }
    print_message("worst error %.3f ulp\n", worst);
    assert_true(worst < 1.0);
}

// Tests the doubles next to n pi/2, where the reduction of the angle cancels at least 53 bits.
static void test_quadrants(void **state) {
    (void)state;
    double worst = 0.0;
    for (int n = -636619; n <= 636619; n += n > -1000 && n < 1000 ? 1 : 97) {
        const double angle = n * HALF_PI[0];
        carom_worsen(&worst, worst_at(angle));
        carom_worsen(&worst, worst_at(nextafter(angle, 1e9)));
        carom_worsen(&worst, worst_at(nextafter(angle, -1e9)));
    }
    print_message("worst error %.3f ulp\n", worst);
    assert_true(worst < 1.0);
}

static void test_refused(void **state) {
    (void)state;
    const double wrong[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, nextafter(1e6, 2e6), -1e300};
    for (int i = 0; i < 5; i++) {
        double s = 7.0, c = 8.0;
        assert_false(carom_turn(wrong[i], &s, &c));
        assert_true(s == 7.0 && c == 8.0);
    }
    double s, c;
    assert_true(carom_turn(1e6, &s, &c) && carom_turn(-1e6, &s, &c) && carom_turn(0.0, &s, &c));
    assert_true(s == 0.0 && c == 1.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_angles), cmocka_unit_test(test_quadrants),
                                       cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
