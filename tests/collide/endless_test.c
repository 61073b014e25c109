// Tests carom_cone_minimum with infinite friction and a tangent along which no impulse changes the velocity. The slip
// along this tangent is a rounding error, so the minimum is P = 0.
#include "support/cmocka.h"

#include <math.h>

#include "friction/cone_least.h"

static void test_welded_tangent(void **state) {
    (void)state;
    const double W[3][3] = {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}, b[3] = {1.0, 1e-15, 0.0};
    carom_cone_least x;
    assert_int_equal(carom_cone_minimum(2, W, b, HUGE_VAL, &x), CAROM_OK);
    assert_int_equal(x.place, CAROM_CONE_EDGE);
    for (int i = 0; i < 3; i++) assert_true(x.P[i] == 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_welded_tangent)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
