// Tests limits of the arithmetic and of the tables: invalid numbers, invalid descriptions of coefficients, and roots at
// the end of an interval.
#include "support/cmocka.h"
#include "support/params.h"

#include <float.h>
#include <string.h>

#include "base/decimal.h"
#include "base/poly.h"
#include "base/root.h"
#include "support/laws.h"
#include "tables/speed.h"

// NaN and infinity also have a text, although NaN never compares equal to the number that is read back.
static void words_of_no_number(void **state) {
    (void)state;
    char text[32];
    assert_non_null(strstr(carom_decimal((double)NAN, text), "nan"));
    assert_string_equal(carom_decimal(-HUGE_VAL, text), "-inf");
    assert_string_equal(carom_decimal(0.1, text), "0.1");
    assert_string_equal(carom_decimal(999999999999999.875, text), "999999999999999.9");
    assert_string_equal(carom_decimal(1e15, text), "1e+15");
}

// Evaluates two forms of speed dependence at speeds that are NaN, negative, zero, very high or infinite.
static void forms_at_odd_speeds(void **state) {
    (void)state;
    const carom_speed_form *fifth = carom_speed_form_find("fifth"), *decays = carom_speed_form_find("exp");
    const double c[] = {0.1}, three[] = {0.1, 0.2, 1.0};
    assert_true(fifth->value(c, 0.0) == 1.0);
    assert_true(isnan(fifth->value(c, (double)NAN)) && isnan(fifth->value(c, -1.0)));
    assert_true(fifth->value(c, HUGE_VAL) == 0.0 && fifth->value(c, 1e6) == 0.0);
    assert_true(isnan(decays->value(three, (double)NAN)) && isnan(decays->value(three, -1.0)));
    assert_true(decays->value(three, 0.0) == 0.1 + 0.2 && decays->value(three, 1e9) == 0.1);
}

static double double_it(const double *c, double v) {
    return c[0] * v;
}

// A program may define a form of speed dependence. It is checked when it is set, and each invalid member is rejected
// with CAROM_BAD_VALUE.
static void forms_that_are_none(void **state) {
    (void)state;
    const carom_speed_form good = {.name = "own",
                                   .coefficient = "e",
                                   .breaks = -1,
                                   .count = 1,
                                   .parameter = {"c"},
                                   .lowest = {-1.0},
                                   .highest = {2.0},
                                   .usual = {1.0},
                                   .value = double_it};
    carom_params p = params_plain();
    assert_int_equal(carom_params_set_speed_form(&p, &good, NULL, 0), CAROM_OK);
    carom_speed_form bad[9];
    for (int k = 0; k < 9; k++) bad[k] = good;
    bad[0].value = NULL, bad[1].coefficient = NULL, bad[2].coefficient = "both", bad[3].count = 0,
    bad[4].count = CAROM_SPEED_NUMBERS + 1;
    bad[5].parameter[0] = NULL, bad[6].lowest[0] = 2.0, bad[7].usual[0] = HUGE_VAL, bad[8].breaks = -2;
    for (int k = 0; k < 9; k++) assert_int_equal(carom_params_set_speed_form(&p, &bad[k], NULL, 0), CAROM_BAD_VALUE);
    bad[8].breaks = 1;
    assert_int_equal(carom_params_set_speed_form(&p, &bad[8], NULL, 0), CAROM_BAD_VALUE);
    // The value of a form is limited to [0, 1]. Numbers outside the form's own range are rejected.
    const carom_contact c = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 1.0}}, .v = {-4.0, 0.0}};
    carom_result out;
    assert_int_equal(carom_collide(&carom_law_routh, &c, &p, &out), CAROM_OK);
    assert_true(out.v[0] == 4.0); // e = 4 is limited to 1
    carom_params_set_speed_form(&p, &good, (double[]){-1.0}, 1);
    assert_int_equal(carom_collide(&carom_law_routh, &c, &p, &out), CAROM_OK);
    assert_true(out.v[0] == 0.0); // e = -4 is limited to 0
    const double outside[] = {-1.5, 2.5, (double)NAN};
    for (int k = 0; k < 3; k++) {
        p.e_of_speed.c[0] = outside[k];
        assert_int_equal(carom_collide(&carom_law_routh, &c, &p, &out), CAROM_COEFFICIENT_RANGE);
        assert_int_equal(out.coefficient, CAROM_PARAM_e);
    }
    bad[0] = good, bad[0].highest[0] = HUGE_VAL;
    p.e_of_speed = (carom_speed_function){.form = &bad[0], .c = {HUGE_VAL}};
    assert_int_equal(carom_collide(&carom_law_routh, &c, &p, &out), CAROM_COEFFICIENT_RANGE);
    // A form that is changed after it was set is checked again in every impact, for e and for mu.
    bad[0].value = NULL;
    assert_int_equal(carom_collide(&carom_law_routh, &c, &p, &out), CAROM_COEFFICIENT_RANGE);
    p.e_of_speed.form = NULL;
    bad[0] = good, bad[0].coefficient = "mu", p.mu_of_speed = (carom_speed_function){.form = &bad[0], .c = {1.0}};
    assert_int_equal(carom_collide(&carom_law_routh, &c, &p, &out), CAROM_OK);
    p.mu_of_speed.c[0] = 3.0;
    assert_int_equal(carom_collide(&carom_law_routh, &c, &p, &out), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(out.coefficient, CAROM_PARAM_mu);
    p.mu_of_speed.c[0] = 1.0, bad[0].coefficient = "e";
    assert_int_equal(carom_collide(&carom_law_routh, &c, &p, &out), CAROM_COEFFICIENT_RANGE);
}

// Tests descriptions of coefficients that a law may define: invalid numbers, and pairs of one or two values.
static void rows_of_parameters(void **state) {
    (void)state;
    const double values[] = {3.0, 4.0, 5.0};
    carom_params p = params_plain();
    carom_coefficient row = {.name = "between", .number = params_count(), .kind = CAROM_REAL};
    assert_int_equal(carom_params_set(&p, &row, values, 1), CAROM_BAD_VALUE);
    row.number = -1;
    assert_int_equal(carom_params_set(&p, &row, values, 1), CAROM_BAD_VALUE);
    row = (carom_coefficient){.name = "pair", .number = CAROM_PARAM_OWN, .kind = CAROM_PAIR};
    assert_int_equal(carom_params_set(&p, &row, values, 0), CAROM_BAD_VALUE);
    assert_int_equal(carom_params_set(&p, &row, values, 3), CAROM_BAD_VALUE);
    assert_int_equal(carom_params_set(&p, &row, values, 1), CAROM_OK);
    assert_true(p.own[0] == 3.0 && p.own[1] == 0.0);
    assert_int_equal(carom_params_set(&p, &row, values, 2), CAROM_OK);
    assert_true(p.own[0] == 3.0 && p.own[1] == 4.0);
    row.kind = (carom_param_kind)99; // not a valid kind
    assert_int_equal(carom_params_set(&p, &row, values, 1), CAROM_BAD_VALUE);
}

static void roots_at_an_end(void **state) {
    (void)state;
    carom_root r = carom_root_chord(2.0, 0.0, 3.0, 1.0);
    assert_true(r.over && r.x == 2.0);
    // If the value at an end is NaN, or both values are equal, there is no chord with a zero. The first point is then
    // the midpoint.
    r = carom_root_chord(2.0, -1.0, 3.0, (double)NAN);
    assert_true(!r.over && r.x == 2.5);
    r = carom_root_chord(2.0, 1.0, 3.0, 1.0);
    assert_true(!r.over && r.x == 2.5);
}

// Three roots that differ only by rounding are reported as one point, in a limited number of steps.
static void roots_that_meet(void **state) {
    (void)state;
    const double at = 0.3;
    const carom_poly f = {.degree = 3, .c = {-at * at * at, 3.0 * at * at, -3.0 * at, 1.0}};
    double roots[CAROM_POLY_MOST];
    int steps = 0;
    const int count = carom_poly_roots(&f, roots, &steps);
    assert_true(count >= 1 && steps < 1000);
    for (int k = 0; k < count; k++) assert_near(roots[k], at, 1e-4); // the cube root of the rounding error
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_no_number),  cmocka_unit_test(forms_at_odd_speeds),
        cmocka_unit_test(forms_that_are_none), cmocka_unit_test(rows_of_parameters),
        cmocka_unit_test(roots_at_an_end),     cmocka_unit_test(roots_that_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
