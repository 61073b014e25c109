// Tests that mindlin corrects an impulse that exceeds the cone by numerical error, and rejects an impulse that exceeds
// it by more. The law never computes the latter, so the test calls the function directly.
#include "support/cmocka.h"

#include <math.h>

#include "mods/compliant/models/model_mindlin.c"

static bool kept(int dim, double mu, double P_n, double P_t, double P_u, double P[3]) {
    const carom_contact c = {.dim = dim};
    P[0] = P_n, P[1] = P_t, P[2] = P_u;
    return keep_cone(&c, mu, P);
}

static void test_inside_stays(void **state) {
    (void)state;
    double P[3];
    assert_true(kept(2, 0.5, 2.0, -0.75, 0.0, P));
    assert_true(P[1] == -0.75);
    assert_true(kept(3, 0.5, 2.0, 0.6, -0.8, P));
    assert_true(P[1] == 0.6 && P[2] == -0.8);
}

static void test_rounding_is_taken_back(void **state) {
    (void)state;
    double P[3];
    assert_true(kept(2, 0.5, 2.0, -1.0 - TOLERANCE, 0.0, P));
    assert_true(P[1] == -1.0);
    assert_true(kept(3, 0.5, 2.0, 0.6 * (1.0 + TOLERANCE), -0.8 * (1.0 + TOLERANCE), P));
    assert_true(fabs(P[1] - 0.6) < 1e-15 && fabs(P[2] + 0.8) < 1e-15);
}

static void test_more_is_refused(void **state) {
    (void)state;
    double P[3];
    assert_false(kept(2, 0.5, 2.0, -1.0 - 3.0 * TOLERANCE, 0.0, P));
    assert_false(kept(3, 0.5, 2.0, 0.6, -0.81, P));
    assert_false(kept(2, 0.0, 2.0, 0.1, 0.0, P));
    assert_false(kept(2, 0.5, -1.0, 0.0, 0.0, P));
    assert_false(kept(2, 0.5, 2.0, (double)NAN, 0.0, P));
    assert_false(kept(2, 0.5, (double)NAN, 1.0, 0.0, P));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_inside_stays),
        cmocka_unit_test(test_rounding_is_taken_back),
        cmocka_unit_test(test_more_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
