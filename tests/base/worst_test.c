// Tests the maximum that keeps NaN (base/worst.h).
#include "support/cmocka.h"

#include "base/worst.h"

static void takes_the_larger(void **state) {
    (void)state;
    assert_true(carom_worst(1.0, 2.0) == 2.0);
    assert_true(carom_worst(2.0, 1.0) == 2.0);
    assert_true(carom_worst(-1.0, -2.0) == -1.0);
    assert_true(carom_worst(HUGE_VAL, 1.0) == HUGE_VAL);
    assert_true(carom_worst(-HUGE_VAL, 1.0) == 1.0);
}

// NaN is kept in either argument, and also if larger numbers follow.
static void keeps_nan(void **state) {
    (void)state;
    double worst = 0.0;
    assert_true(isnan(carom_worst((double)NAN, 1.0)));
    assert_true(isnan(carom_worst(1.0, (double)NAN)));
    assert_true(isnan(carom_worst((double)NAN, (double)NAN)));
    const double seen[] = {1.0, (double)NAN, 3.0, HUGE_VAL, -1.0};
    for (int i = 0; i < 5; i++) carom_worsen(&worst, seen[i]);
    assert_true(isnan(worst));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(takes_the_larger), cmocka_unit_test(keeps_nan)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
