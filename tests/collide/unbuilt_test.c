// Tests laws without code, and coefficients that carom_params_default() did not make.
#include "support/cmocka.h"
#include "support/params.h"

#include "carom/derivatives.h"
#include "carom/geometry.h"
#include "support/laws.h"
#include "support/rows.h"

static const carom_contact rod = {.dim = 2, .W = {{2.5, -1.5, 0.0}, {-1.5, 2.5, 0.0}}, .v = {-1.0, 0.6, 0.0}};

// Tests a law without code, as if this build lacked its module.
static void test_not_built(void **state) {
    (void)state;
    const carom_law absent = {.name = "absent", .module = "other", .solves = CAROM_2D | CAROM_3D, READS_E};
    const carom_params p = params_plain();
    carom_result out;
    carom_jacobian jac;
    carom_inverse found[CAROM_MAX_INVERSES];
    carom_mass_jacobian s;
    static carom_reach_area area;
    int count;
    assert_int_equal(carom_collide(&absent, &rod, &p, &out), CAROM_MODULE_MISSING);
    assert_int_equal(carom_collide_jacobian(&absent, &rod, &p, &out, &jac), CAROM_MODULE_MISSING);
    assert_int_equal(carom_collide_inverse(&absent, &rod, &p, found, &count), CAROM_MODULE_MISSING);
    assert_int_equal(carom_collide_mass_jacobian(&absent, &rod, &p, &s), CAROM_MODULE_MISSING);
    assert_int_equal(carom_reach_outline(&absent, &rod, &p, &area), CAROM_NOT_APPLICABLE);
    assert_int_equal(carom_params_validate(&absent, &p, 2, NULL), CAROM_OK);
    assert_int_equal(carom_law_guarantees(&absent, 2, &p), 0);
    assert_int_equal(carom_law_derivatives(&absent), 0);
    assert_null(carom_law_output(&absent, 0));
}

// carom_collide_error reads no coefficients from a struct that carom_params_default() did not make, not even to explain
// an error.
static void test_unmarked(void **state) {
    (void)state;
    const carom_params p = {.mu = -1.0, .e = 2.0};
    const carom_result out = {.coefficient = CAROM_PARAM_e};
    carom_error x;
    assert_int_equal(carom_collide_error(CAROM_COEFFICIENT_RANGE, &carom_law_routh, &rod, &p, &out, &x), CAROM_OK);
    assert_int_equal(x.reason, 0);
    assert_int_equal(x.coefficient, CAROM_PARAM_NONE);
    assert_true(x.value == 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_not_built), cmocka_unit_test(test_unmarked)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
