// Tests the coefficients of the laws, their ranges, the combine rules and the rest speed.
#include "support/cmocka.h"
#include "support/params.h"

#include <float.h>
#include <string.h>

#include "carom/explain.h"
#include "carom/law.h"
#include "support/laws.h"
#include "tables/params.h"

// Every coefficient of every law states its ratio, except rest_speed. Within a law, numbers, names and aliases must be
// unique.
static void complete(void **state) {
    (void)state;
    const carom_law *law;
    for (int i = 0; (law = carom_law_at(NULL, i, CAROM_ONE_CONTACT)); i++) {
        const uint64_t reads = carom_law_reads(law);
        assert_int_equal(!(reads & CAROM_PARAM_BIT(e)), !(reads & CAROM_PARAM_BIT(rest_speed)));
        for (int k = 0; k < law->coefficient_count; k++) {
            const carom_coefficient *row = &law->coefficients[k];
            if (row->number != CAROM_PARAM_rest_speed) assert_true(strlen(row->ratio) > 0 && strlen(row->relation) > 0);
            assert_true(row->lowest < row->highest && strlen(row->meaning) > 10);
            assert_true(carom_param_required(row) || row->number == CAROM_PARAM_mu_static ||
                        (row->default_value >= row->lowest && row->default_value <= row->highest));
            assert_ptr_equal(carom_law_coefficient(law, row->number), row);
            assert_ptr_equal(carom_law_find_coefficient(law, row->name), row);
            if (row->alias) assert_ptr_equal(carom_law_find_coefficient(law, row->alias), row);
        }
    }
    assert_null(carom_law_coefficient(&carom_law_frictionless, CAROM_PARAM_mu));
    assert_null(carom_law_find_coefficient(&carom_law_routh, "e_n"));
    assert_string_equal(carom_law_find_coefficient(&carom_law_glocker, "e")->name, "e_n");
    assert_null(carom_law_coefficient(NULL, CAROM_PARAM_e));
    assert_null(carom_law_find_coefficient(NULL, "e"));
    assert_null(carom_law_find_coefficient(&carom_law_routh, NULL));
}

static carom_status ask(const carom_law *law, carom_param param, double value, carom_result *out) {
    const carom_contact c = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 3.5}}, .v = {-1.0, 0.5}};
    carom_params p = params_plain();
    carom_params_set(&p, carom_law_coefficient(law, (int)param), &value, 1);
    // mu_static must not be below mu.
    if (param == CAROM_PARAM_mu) p.mu_static = CAROM_SAME_AS_MU;
    return carom_collide(law, &c, &p, out);
}

static void check_range(const carom_law *law, const carom_coefficient *row) {
    const carom_param number = (carom_param)row->number;
    carom_result out;
    char text[512];
    assert_int_not_equal(ask(law, number, row->lowest, &out), CAROM_COEFFICIENT_RANGE);
    assert_int_not_equal(ask(law, number, fmin(row->highest, 1e300), &out), CAROM_COEFFICIENT_RANGE);
    const double below = row->lowest == -DBL_MAX ? -HUGE_VAL : row->lowest - 0.5;
    assert_int_equal(ask(law, number, below, &out), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(out.coefficient, number);
    carom_params p = params_plain();
    carom_params_set(&p, row, &below, 1);
    carom_describe(CAROM_COEFFICIENT_RANGE, law, NULL, &p, &out, text, sizeof text);
    assert_non_null(strstr(text, row->name));
    assert_non_null(strstr(text, law->name));
    if (isinf(row->highest)) return;
    const double above = row->highest == DBL_MAX ? HUGE_VAL : row->highest + 0.5;
    assert_int_equal(ask(law, number, above, &out), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(out.coefficient, number);
}

// A law must accept the ends of a range and reject values beyond them, with the number of the coefficient.
static void ranges(void **state) {
    (void)state;
    const carom_law *law;
    for (int i = 0; (law = carom_law_at(NULL, i, CAROM_ONE_CONTACT)); i++)
        for (int k = 0; k < law->coefficient_count; k++)
            if (carom_param_varies(&law->coefficients[k])) check_range(law, &law->coefficients[k]);
}

// Limits that involve several numbers: a sum of weights above 1, and a direction along the velocity.
static void joint_ranges(void **state) {
    (void)state;
    const carom_contact c = {.dim = 2, .W = {{1.0, 0.2}, {0.2, 3.0}}, .v = {-1.0, 0.5}};
    carom_params p = params_plain();
    carom_result out;
    char text[256];
    p.s1 = p.s2 = 0.6;
    assert_int_equal(carom_collide(&carom_law_chatterjee, &c, &p, &out), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(out.coefficient, CAROM_PARAM_s2);
    carom_describe(CAROM_COEFFICIENT_RANGE, &carom_law_chatterjee, &c, &p, &out, text, sizeof text);
    assert_non_null(strstr(text, "s1 + s2 = 1.2"));
    p.allow = CAROM_PARAM_BIT(s2);
    assert_int_equal(carom_collide(&carom_law_chatterjee, &c, &p, &out), CAROM_OK);
    p.direction[0] = -1.0;
    assert_int_equal(carom_collide(&carom_law_ivanov, &c, &p, &out), CAROM_COEFFICIENT_RANGE);
    carom_describe(CAROM_COEFFICIENT_RANGE, &carom_law_ivanov, &c, &p, &out, text, sizeof text);
    assert_non_null(strstr(text, "against the velocity"));
}

static void combine(void **state) {
    (void)state;
    const double wanted[] = {0.9, 0.4, 0.36, 0.65, 0.6};
    for (int i = 0; i < 5; i++) {
        double both;
        assert_int_equal(carom_enum_find(CAROM_ENUM_COMBINE_RULE, carom_enum_name(CAROM_ENUM_COMBINE_RULE, i)), i);
        assert_int_equal(carom_combine((carom_combine_rule)i, 0.4, 0.9, &both), CAROM_OK);
        assert_near(both, wanted[i], 1e-15);
        assert_int_equal(carom_combine((carom_combine_rule)i, -0.1, 0.9, &both), CAROM_BAD_VALUE);
        assert_true(isnan(both));
        assert_int_equal(carom_combine((carom_combine_rule)i, 0.1, (double)NAN, &both), CAROM_BAD_VALUE);
    }
    double both;
    assert_int_equal(carom_combine(CAROM_COMBINE_PRODUCT, HUGE_VAL, 0.0, &both), CAROM_BAD_VALUE);
    assert_int_equal(carom_combine(CAROM_COMBINE_GEOMETRIC, 1e300, 1e300, &both), CAROM_OK);
    assert_int_equal(carom_combine((carom_combine_rule)5, 0.1, 0.1, &both), CAROM_BAD_VALUE);
    assert_int_equal(carom_combine(CAROM_COMBINE_MAX, 0.1, 0.1, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_enum_find(CAROM_ENUM_COMBINE_RULE, "harmonic"), -1);
    assert_int_equal(carom_enum_find(CAROM_ENUM_COMBINE_RULE, NULL), -1);
    assert_null(carom_enum_name(CAROM_ENUM_COMBINE_RULE, -1));
    assert_int_equal(carom_combine(CAROM_COMBINE_MAX, 0.9, 0.4, &both), CAROM_OK);
    assert_near(both, 0.9, 1e-15);
    assert_int_equal(carom_combine(CAROM_COMBINE_MIN, 0.9, 0.4, &both), CAROM_OK);
    assert_near(both, 0.4, 1e-15);
    assert_null(carom_enum_name(CAROM_ENUM_COMBINE_RULE, 5));
}

// rest_speed is off by default. Below it the restitution is 0, at this speed it is not.
static void rest_speed(void **state) {
    (void)state;
    const carom_contact c = {.dim = 2, .W = {{1.0, 0.2}, {0.2, 3.5}}, .v = {-1.0, 0.5}};
    for (int i = 0; carom_law_at(NULL, i, CAROM_ONE_CONTACT); i++) {
        const carom_law *law = carom_law_at(NULL, i, CAROM_ONE_CONTACT);
        carom_params p = params_plain(), plastic;
        carom_result plain, at, above, wanted;
        p.mu = 0.3;
        plastic = p;
        plastic.e = 0.0;
        const carom_status status = carom_collide(law, &c, &p, &plain);
        if (!(carom_law_reads(law) & CAROM_PARAM_BIT(rest_speed)) || status != CAROM_OK) continue;
        p.rest_speed = 1.0;
        assert_int_equal(carom_collide(law, &c, &p, &at), CAROM_OK);
        p.rest_speed = 1.5;
        assert_int_equal(carom_collide(law, &c, &p, &above), CAROM_OK);
        assert_int_equal(carom_collide(law, &c, &plastic, &wanted), CAROM_OK);
        assert_true(at.P[0] == plain.P[0] && above.P[0] == wanted.P[0] && above.P[0] != plain.P[0]);
        assert_false(carom_law_guarantees(law, 2, &p) & CAROM_GUARANTEE_HOMOGENEOUS);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(complete), cmocka_unit_test(ranges),
                                       cmocka_unit_test(joint_ranges), cmocka_unit_test(combine),
                                       cmocka_unit_test(rest_speed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
