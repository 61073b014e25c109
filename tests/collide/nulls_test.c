// Tests that every function reports a required pointer that is NULL. Also tests laws without code and coefficients that
// carom_params_default() did not make.
#include "support/cmocka.h"
#include "support/params.h"

#include "carom/derivatives.h"
#include "carom/geometry.h"
#include "papers/letters.h"
#include "papers/properties.h"
#include "papers/span.h"
#include "support/laws.h"
#include "support/rows.h"

static const carom_contact rod = {.dim = 2, .W = {{2.5, -1.5, 0.0}, {-1.5, 2.5, 0.0}}, .v = {-1.0, 0.6, 0.0}};
static const double up[3] = {1.0, 0.0, 0.0};

#define NEEDED(call) assert_int_equal(call, CAROM_NULL_POINTER)

static void test_regions(void **state) {
    (void)state;
    carom_region r;
    carom_extent x;
    carom_corner corners[CAROM_MAX_CORNERS];
    carom_named_points letters;
    carom_location at;
    carom_verdict verdict;
    int count;
    double a, b, interval[2], P[75];
    bool has;
    NEEDED(carom_contact_validate(NULL));
    NEEDED(carom_check(NULL, 1.0, up, &verdict));
    NEEDED(carom_check(&rod, 1.0, NULL, &verdict));
    NEEDED(carom_check(&rod, 1.0, up, NULL));
    NEEDED(carom_region_compute(NULL, 1.0, &r));
    NEEDED(carom_region_compute(&rod, 1.0, NULL));
    NEEDED(carom_region_extent(NULL, 1.0, &x));
    NEEDED(carom_region_extent(&rod, 1.0, NULL));
    NEEDED(carom_region_corners(NULL, 1.0, corners, &count));
    NEEDED(carom_region_corners(&rod, 1.0, NULL, &count));
    NEEDED(carom_region_corners(&rod, 1.0, corners, NULL));
    NEEDED(carom_letters_compute(NULL, 1.0, &letters));
    NEEDED(carom_letters_compute(&rod, 1.0, NULL));
    NEEDED(carom_region_outline(NULL, 1.0, 2, P, 25, &count));
    NEEDED(carom_region_outline(&rod, 1.0, 2, NULL, 25, &count));
    NEEDED(carom_region_outline(&rod, 1.0, 2, P, 25, NULL));
    NEEDED(carom_region_mesh(NULL, 1.0, CAROM_BOUNDARY_ENERGY, 3, 2, P, 25));
    NEEDED(carom_region_mesh(&rod, 1.0, CAROM_BOUNDARY_ENERGY, 3, 2, NULL, 25));
    NEEDED(carom_region_contains(NULL, 1.0, up, &has));
    NEEDED(carom_region_contains(&rod, 1.0, NULL, &has));
    NEEDED(carom_region_contains(&rod, 1.0, up, NULL));
    NEEDED(carom_region_interval(NULL, 1.0, up, up, interval, NULL));
    NEEDED(carom_region_interval(&rod, 1.0, NULL, up, interval, NULL));
    NEEDED(carom_region_interval(&rod, 1.0, up, NULL, interval, NULL));
    NEEDED(carom_region_interval(&rod, 1.0, up, up, NULL, NULL));
    NEEDED(carom_region_locate(NULL, 1.0, up, &at));
    NEEDED(carom_region_locate(&rod, 1.0, NULL, &at));
    NEEDED(carom_region_locate(&rod, 1.0, up, NULL));
    NEEDED(carom_span_condition(NULL, up, &a, &b, &has));
    NEEDED(carom_span_condition(&rod, NULL, &a, &b, &has));
    NEEDED(carom_span_condition(&rod, up, NULL, &b, &has));
    NEEDED(carom_span_condition(&rod, up, &a, NULL, &has));
    NEEDED(carom_span_condition(&rod, up, &a, &b, NULL));
}

static void test_critical(void **state) {
    (void)state;
    carom_critical k;
    double x;
    NEEDED(carom_critical_compute(NULL, 0.5, 0.5, &k));
    NEEDED(carom_critical_compute(&rod, 0.5, 0.5, NULL));
    NEEDED(carom_critical_ratio(NULL, 0.5, 0.5, &x));
    NEEDED(carom_critical_ratio(&rod, 0.5, 0.5, NULL));
}

static void test_laws(void **state) {
    (void)state;
    const carom_law *law = &carom_law_routh;
    carom_params p = params_plain(), at;
    carom_param refused;
    carom_result out;
    carom_jacobian jac;
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    carom_inverse found[CAROM_MAX_INVERSES];
    carom_mass_jacobian s;
    carom_path path = {.points = NULL, .capacity = 2};
    const double half = 0.5;
    int count;
    NEEDED(carom_collide(law, NULL, &p, &out));
    NEEDED(carom_collide(law, &rod, NULL, &out));
    NEEDED(carom_collide(law, &rod, &p, NULL));
    assert_int_equal(carom_collide(NULL, &rod, &p, &out), CAROM_UNKNOWN_LAW);
    NEEDED(carom_trace(law, &rod, &p, NULL, &out));
    assert_int_equal(out.status, CAROM_NULL_POINTER);
    NEEDED(carom_trace(law, &rod, &p, NULL, NULL));
    NEEDED(carom_trace(law, &rod, &p, &path, &out));
    path.capacity = 0;
    NEEDED(carom_trace(law, &rod, &p, &path, NULL));
    NEEDED(carom_params_validate(NULL, &p, 2, &refused));
    NEEDED(carom_params_validate(law, NULL, 2, &refused));
    NEEDED(carom_params_at_impact(NULL, &rod, &p, &at));
    NEEDED(carom_params_at_impact(law, NULL, &p, &at));
    NEEDED(carom_params_at_impact(law, &rod, NULL, &at));
    NEEDED(carom_params_at_impact(law, &rod, &p, NULL));
    NEEDED(carom_params_set_by_name(NULL, &p, "e", &half, 1));
    NEEDED(carom_params_set_by_name(law, NULL, "e", &half, 1));
    NEEDED(carom_params_set_by_name(law, &p, NULL, &half, 1));
    NEEDED(carom_params_set_by_name(law, &p, "e", NULL, 1));
    assert_null(carom_law_find_coefficient(law, NULL));
    assert_null(carom_law_find_coefficient(NULL, "e"));
    assert_null(carom_law_output(NULL, 0));
    assert_int_equal(carom_law_guarantees(NULL, 2, &p), 0);
    assert_int_equal(carom_law_guarantees(law, 2, NULL), 0);
    assert_int_equal(carom_law_derivatives(NULL), 0);
    NEEDED(carom_collide_jacobian(law, &rod, &p, NULL, &jac));
    NEEDED(carom_collide_jacobian(law, &rod, &p, &out, NULL));
    NEEDED(carom_collide_jacobian(law, NULL, &p, &out, &jac));
    NEEDED(carom_collide_all(law, &rod, &p, NULL, &count));
    NEEDED(carom_collide_all(law, &rod, &p, list, NULL));
    NEEDED(carom_collide_inverse(NULL, &rod, &p, found, &count));
    NEEDED(carom_collide_inverse(law, NULL, &p, found, &count));
    NEEDED(carom_collide_inverse(law, &rod, NULL, found, &count));
    NEEDED(carom_collide_inverse(law, &rod, &p, NULL, &count));
    NEEDED(carom_collide_inverse(law, &rod, &p, found, NULL));
    NEEDED(carom_collide_mass_jacobian(law, &rod, &p, NULL));
    NEEDED(carom_collide_mass_jacobian(law, NULL, &p, &s));
    NEEDED(carom_collide_error(CAROM_OK, law, &rod, &p, &out, NULL));
}

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

static void test_reach(void **state) {
    (void)state;
    const carom_law *law = &carom_law_chatterjee1;
    static carom_cover cover;
    static carom_reach_area area;
    carom_params p = params_plain();
    carom_reach_range own[CAROM_MAX_REACH_RANGES];
    carom_reach reach;
    carom_sampled_properties x;
    double P[30];
    size_t answered;
    assert_int_equal(carom_reach_ranges(law, 0, NULL), 0);
    assert_int_equal(carom_reach_ranges(NULL, 0, own), 0);
    const int count = carom_reach_ranges(law, 0, own);
    assert_true(count >= 1);
    NEEDED(carom_reach_net(NULL, &rod, &p, own, 2, NULL, 0, P, 10, &answered));
    NEEDED(carom_reach_net(law, NULL, &p, own, 2, NULL, 0, P, 10, &answered));
    NEEDED(carom_reach_net(law, &rod, NULL, own, 2, NULL, 0, P, 10, &answered));
    NEEDED(carom_reach_net(law, &rod, &p, NULL, 2, NULL, 0, P, 10, &answered));
    NEEDED(carom_reach_net(law, &rod, &p, own, 2, NULL, 0, NULL, 10, &answered));
    NEEDED(carom_reach_net(law, &rod, &p, own, 2, NULL, 0, P, 10, NULL));
    NEEDED(carom_reach_outline(NULL, &rod, &p, &area));
    NEEDED(carom_reach_outline(law, NULL, &p, &area));
    NEEDED(carom_reach_outline(law, &rod, NULL, &area));
    NEEDED(carom_reach_outline(law, &rod, &p, NULL));
    NEEDED(carom_reach_compute(NULL, &rod, &p, own, count, &cover, &reach));
    NEEDED(carom_reach_compute(law, NULL, &p, own, count, &cover, &reach));
    NEEDED(carom_reach_compute(law, &rod, NULL, own, count, &cover, &reach));
    NEEDED(carom_reach_compute(law, &rod, &p, NULL, count, &cover, &reach));
    NEEDED(carom_reach_compute(law, &rod, &p, own, count, &cover, NULL));
    NEEDED(carom_properties_compute(NULL, &cover, &x));
    NEEDED(carom_properties_compute(law, NULL, &x));
    NEEDED(carom_properties_compute(law, &cover, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_regions),   cmocka_unit_test(test_critical), cmocka_unit_test(test_laws),
        cmocka_unit_test(test_not_built), cmocka_unit_test(test_unmarked), cmocka_unit_test(test_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
