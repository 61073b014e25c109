// Tests special cases of one contact: errors of speed-dependent coefficients, and the impulses that a law reaches over
// part of its coefficients.
#include "support/cmocka.h"
#include "support/params.h"

#include <stdlib.h>

#include "carom/geometry.h"
#include "support/laws.h"

static const carom_contact plane = {.dim = 2, .W = {{1.0, 0.2}, {0.2, 2.0}}, .v = {-1.0, 0.5}};
static const carom_contact space = {
    .dim = 3, .W = {{1.0, 0.2, 0.1}, {0.2, 2.0, 0.3}, {0.1, 0.3, 3.0}}, .v = {-1.0, 0.3, 0.4}};

static double no_number(const double *c, double speed) {
    (void)c, (void)speed;
    return (double)NAN;
}

static carom_params never_holds(const char *of) {
    static carom_speed_form form;
    carom_params p = params_plain();
    form = (carom_speed_form){.name = "never",
                              .coefficient = of,
                              .breaks = -1,
                              .count = 1,
                              .parameter = {"c"},
                              .lowest = {0.0},
                              .highest = {2.0},
                              .usual = {1.0},
                              .value = no_number};
    assert_int_equal(carom_params_set_speed_form(&p, &form, NULL, 0), CAROM_OK);
    return p;
}

// The value of the form is NaN at every speed. The error contains the normal or the tangential speed; without a contact
// it contains none.
static void forms_that_do_not_hold(void **state) {
    (void)state;
    const carom_params mu = never_holds("mu");
    carom_result out;
    carom_error r;
    assert_int_equal(carom_collide(&carom_law_routh, &plane, &mu, &out), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(out.coefficient, CAROM_PARAM_mu);
    carom_collide_error(CAROM_COEFFICIENT_RANGE, &carom_law_routh, &plane, &mu, &out, &r);
    assert_true(r.reason == CAROM_REASON_FORM_SPEED && r.value == 0.5);
    carom_collide_error(CAROM_COEFFICIENT_RANGE, &carom_law_routh, &space, &mu, &out, &r);
    assert_true(r.reason == CAROM_REASON_FORM_SPEED && fabs(r.value - 0.5) < 1e-15);
    carom_collide_error(CAROM_COEFFICIENT_RANGE, &carom_law_routh, NULL, &mu, &out, &r);
    assert_int_equal(r.reason, CAROM_REASON_FORM_SPEED);
    assert_false(carom_law_guarantees(&carom_law_routh, 2, &mu) & CAROM_GUARANTEE_HOMOGENEOUS);
    const carom_params e = never_holds("e");
    assert_int_equal(carom_collide(&carom_law_routh, &plane, &e, &out), CAROM_COEFFICIENT_RANGE);
    carom_collide_error(CAROM_COEFFICIENT_RANGE, &carom_law_routh, &plane, &e, &out, &r);
    assert_true(r.coefficient == CAROM_PARAM_e && r.reason == CAROM_REASON_FORM_SPEED && r.value == 1.0);
    carom_params at;
    assert_int_equal(carom_params_at_impact(&carom_law_routh, &plane, &e, &at), CAROM_OK); // the law rejects it
    carom_params odd = e;
    odd.e_of_speed.c[0] = -1.0;
    assert_int_equal(carom_params_at_impact(&carom_law_routh, &plane, &odd, &at), CAROM_COEFFICIENT_RANGE);
    // If the approach is slower than rest_speed, e is 0, unless e is out of its range. Otherwise e does not change.
    carom_params slow = params_plain();
    slow.e = 0.5;
    slow.rest_speed = 2.0;
    assert_int_equal(carom_params_at_impact(&carom_law_routh, &plane, &slow, &at), CAROM_OK);
    assert_true(at.e == 0.0 && at.rest_speed == 2.0);
    slow.rest_speed = 1.0;
    assert_int_equal(carom_params_at_impact(&carom_law_routh, &plane, &slow, &at), CAROM_OK);
    assert_true(at.e == 0.5);
    slow.rest_speed = 2.0;
    slow.e = 2.0;
    assert_int_equal(carom_params_at_impact(&carom_law_routh, &plane, &slow, &at), CAROM_OK);
    assert_true(at.e == 2.0);
    // There are three further errors. The coefficients are NULL, or mu_static is not below mu, or v_n is NaN and the
    // speed-dependent mu is unknown.
    carom_params p = params_plain();
    out.coefficient = CAROM_PARAM_e;
    carom_collide_error(CAROM_COEFFICIENT_RANGE, &carom_law_routh, &plane, NULL, &out, &r);
    assert_int_equal(r.reason, CAROM_REASON_PLAIN);
    p.mu = 0.5, p.mu_static = 2.0;
    out.coefficient = CAROM_PARAM_mu_static;
    carom_collide_error(CAROM_COEFFICIENT_RANGE, &carom_law_routh, &plane, &p, &out, &r);
    assert_true(r.reason == CAROM_REASON_TOGETHER && r.value == 2.0);
    carom_params both = never_holds("mu");
    carom_contact nowhere = plane;
    both.mu_static = 2.0;
    nowhere.v[0] = (double)NAN;
    carom_collide_error(CAROM_COEFFICIENT_RANGE, &carom_law_routh, &nowhere, &both, &out, &r);
    assert_int_equal(r.coefficient, CAROM_PARAM_mu_static);
}

// Over the full ranges of its coefficients the area of a law is computed by formula. Over part of them, or with the
// ranges in another order, it is computed by raster.
static void parts_of_a_set(void **state) {
    (void)state;
    carom_cover *cover = malloc(sizeof *cover);
    carom_reach_range own[CAROM_MAX_REACH_RANGES];
    carom_params p = params_plain();
    carom_reach all, part;
    p.mu = 0.5;
    assert_int_equal(carom_reach_ranges(&carom_law_chatterjee2, 0, own), 2);
    assert_int_equal(carom_reach_compute(&carom_law_chatterjee2, &plane, &p, own, 2, cover, &all), CAROM_OK);
    assert_true(all.exact);
    const carom_reach_range n = own[0], t = own[1];
    const carom_reach_range parts[3][2] = {{{n.param, n.low + 0.1, n.high}, t}, {{n.param, n.low, 0.5}, t}, {t, n}};
    for (int k = 0; k < 3; k++) {
        assert_int_equal(carom_reach_compute(&carom_law_chatterjee2, &plane, &p, parts[k], 2, cover, &part), CAROM_OK);
        assert_false(part.exact);
        // The width of a cell of the raster is a few hundredths of the width of the area.
        assert_true(part.area > 0.0 && part.area <= all.area * 1.05);
    }
    free(cover);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_that_do_not_hold),
        cmocka_unit_test(parts_of_a_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
