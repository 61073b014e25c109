// Tests the root finder (base/root.h). Its result is exact to the last bit for any function, it needs few evaluations,
// and it detects invalid input.
#include "base/root.h"

#include "support/cmocka.h"

typedef double (*function)(double x, double *slope);

static double cubic(double x, double *slope) {
    *slope = 3.0 * x * x - 2.0;
    return (x * x - 2.0) * x - 5.0;
}

// Newton's step leaves every bracket except a very short one.
static double arc(double x, double *slope) {
    *slope = 1.0 / (1.0 + (x - 3.0) * (x - 3.0));
    return atan(x - 3.0);
}

static double ninth(double x, double *slope) {
    *slope = 9.0 * pow(x - 0.3, 8.0);
    return pow(x - 0.3, 9.0);
}

static double jump(double x, double *slope) {
    *slope = 0.0;
    return x < 0.7 ? -1.0 : 2.0;
}

static double falling(double x, double *slope) {
    *slope = -exp(x);
    return 4.0 - exp(x);
}

static double wrong_slope(double x, double *slope) {
    *slope = -1e-3;
    return x - 0.25;
}

static const struct {
    function f;
    double low, high, root, off; // off: error of the root due to the rounding of f
    int newton, secant;          // limits of the evaluations: the largest numbers seen, which reveal a slower finder
} cases[] = {
    {cubic, 2.0, 3.0, 2.0945514815423265, 1e-15, 6, 9},
    {arc, -1000.0, 900.0, 3.0, 1e-15, 14, 15},
    {ninth, -1.0, 1.0, 0.3, 1e-15, 80, 90},
    {jump, -5.0, 5.0, 0.7, 1e-15, 57, 59},
    {falling, 0.0, 3.0, 1.3862943611198906, 1e-15, 5, 11},
    {wrong_slope, -1.0, 1.0, 0.25, 1e-15, 3, 1},
};
enum { CASES = sizeof cases / sizeof *cases };

// Finds the root of case n by Newton's method, secant or halving, and returns the number of evaluations. Checks that
// each point is strictly inside the bracket and that the bracket only shrinks.
static int seek(int n, char how, double *x) {
    double slope, low = cases[n].low, high = cases[n].high;
    const double at_low = cases[n].f(low, &slope), at_high = cases[n].f(high, &slope);
    carom_root r =
        how == 's' ? carom_root_chord(low, at_low, high, at_high) : carom_root_between(low, high, at_low < 0.0);
    int looks = 0;
    for (; !r.over; looks++) {
        assert_true(r.x > r.low && r.x < r.high && r.low >= low && r.high <= high);
        low = r.low, high = r.high;
        const double value = cases[n].f(r.x, &slope);
        if (how == 'n') carom_root_newton(&r, value, slope);
        if (how == 's') carom_root_secant(&r, value);
        if (how == 'h') carom_root_halve(&r, (value >= 0.0) == r.rising);
    }
    *x = r.x;
    return looks;
}

static void finds_to_the_last_double(void **state) {
    (void)state;
    for (int n = 0; n < CASES; n++) {
        const char ways[] = {'n', 's', 'h'};
        int looks[3];
        for (int k = 0; k < 3; k++) {
            double x;
            looks[k] = seek(n, ways[k], &x);
            // Halving reads only the sign, so a value of exactly zero does not end it. It continues to the next double.
            assert_true(fabs(x - cases[n].root) <= cases[n].off * fmax(1.0, fabs(x)));
        }
        printf("  case %d: %d looks by Newton, %d by chords, %d by halves\n", n, looks[0], looks[1], looks[2]);
        assert_true(looks[0] <= cases[n].newton && looks[1] <= cases[n].secant && looks[2] <= 66);
    }
}

// With `close`, a Newton step of at most 1e-9 is the last and saves one evaluation. With `least`, a step of at most
// this length ends the search for every kind of step.
static void ends_where_asked(void **state) {
    (void)state;
    carom_root r = carom_root_between(2.0, 3.0, true);
    r.close = 1e-9;
    int looks = 0;
    for (double slope; !r.over; looks++) {
        const double value = cubic(r.x, &slope);
        carom_root_newton(&r, value, slope);
    }
    assert_true(looks <= 5 && fabs(r.x - 2.0945514815423265) <= 1e-15);
    r = carom_root_between(0.0, 1.0, true);
    r.least = 1e-3;
    for (looks = 0; !r.over; looks++) carom_root_halve(&r, r.x > 0.3);
    assert_true(looks <= 10 && fabs(r.x - 0.3) <= 1e-3);
}

static void goes_far(void **state) {
    (void)state;
    carom_root r = carom_root_between(0.0, HUGE_VAL, true);
    while (!r.over) carom_root_newton(&r, r.x - 1e12, 0.0);
    assert_true(r.x == 1e12);
}

// The value at one end is so small that the zero of the chord rounds to that end.
static void chord_at_an_end(void **state) {
    (void)state;
    carom_root r = carom_root_chord(0.0, -1.0, 1.0, 1e-18);
    int looks = 0;
    for (; !r.over; looks++) carom_root_secant(&r, (r.x - 1.0) + 1e-18);
    assert_true(looks <= 4 && fabs(r.x - 1.0) <= 1e-15);
    r = carom_root_chord(0.0, -1e300, 1.0, 1e-300);
    for (looks = 0; !r.over; looks++) carom_root_secant(&r, r.x < 0.375 ? -1e300 : 1e-300);
    assert_true(looks <= 110 && fabs(r.x - 0.375) <= 1e-15);
}

static void says_what_is_wrong(void **state) {
    (void)state;
    carom_root r = carom_root_between(0.0, 1.0, true);
    carom_root_newton(&r, (double)NAN, 1.0);
    assert_true(r.over && isnan(r.x));
    r = carom_root_between(0.0, 1.0, true);
    while (!r.over) carom_root_secant(&r, -1.0); // never above zero: ends at the upper end of the bracket
    assert_true(fabs(r.x - 1.0) <= 2.3e-16);
    assert_true(carom_root_between(1.0, 1.0, true).over);
    assert_true(carom_root_between((double)NAN, 1.0, true).over);
    r = carom_root_chord(0.0, -1.0, 1.0, 0.0); // the root is an end
    assert_true(r.over && r.x == 1.0);
    r = carom_root_between(0.0, 1.0, true);
    carom_root_guess(&r, 2.0);
    assert_true(r.x == 0.5);
    carom_root_guess(&r, 0.75);
    assert_true(r.x == 0.75);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_to_the_last_double), cmocka_unit_test(ends_where_asked),   cmocka_unit_test(goes_far),
        cmocka_unit_test(chord_at_an_end),          cmocka_unit_test(says_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
