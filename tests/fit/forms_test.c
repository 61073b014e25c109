// Tests coefficients that depend on speed: their values, and that a fit finds them and rejects constant coefficients.
#include <math.h>
#include <string.h>

#include "carom/fit.h"
#include "support/cmocka.h"
#include "support/laws.h"
#include "support/params.h"

// The values were computed by another program, those of thornton also by integrating the contact model.
static void forms_have_their_values(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double c[3], v, value;
    } cases[] = {
        {"exp", {0.009951, 0.108, 1.088}, 0.1, 0.10681725640389422},
        {"exp", {0.009951, 0.108, 1.088}, 10.0, 0.009953033760426158},
        {"fifth", {0.2}, 0.01, 0.9203785658893006},
        {"fifth", {0.2}, 5.0, 0.724054067707757},
        {"viscoelastic", {0.05}, 0.01, 0.9773713858656788},
        {"viscoelastic", {0.05}, 5.0, 0.9245600114159208},
        {"thornton", {0.05}, 0.01, 1.0},
        {"thornton", {0.05}, 0.1, 0.9306258772736532},
        {"thornton", {0.05}, 5.0, 0.3742989618764352},
        {"quarter", {0.9, 0.3}, 0.1, 0.9},
        {"quarter", {0.9, 0.3}, 5.0, 0.4454308803455789},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const carom_speed_form *form = carom_speed_form_find(cases[k].name);
        assert_non_null(form);
        // The largest error was 2e-16.
        assert_true(fabs(form->value(cases[k].c, cases[k].v) - cases[k].value) < 1e-12);
    }
    assert_true(isnan(carom_speed_form_find("viscoelastic")->value((double[]){0.2}, 1.0)));
    assert_null(carom_speed_form_find("sixth"));
    assert_null(carom_speed_form_find(NULL));
}

enum { N = 200 };

static const double sigma = 1e-3;

// Computes impacts of a disc at 0.05 to 3 m/s. Its e falls as 1 - 0.08 v^(1/5) and its mu as 0.1 + 0.15 exp(-2 v).
static void make(carom_fit_impact *rows) {
    for (int k = 0; k < N; k++) {
        carom_fit_impact *at = &rows[k];
        carom_result out;
        carom_params p = params_plain();
        const double v_n = 0.05 + 2.95 * (k % 20) / 19.0, v_t = 3.0 * (k % 13) / 12.0, wave = sin(12.9898 * k);
        *at =
            (carom_fit_impact){.contact = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 3.0}}, .v = {-v_n, v_t}}, .group = k % 5};
        p.e = 1.0 - 0.08 * pow(v_n, 0.2), p.e_t = 0.3, p.mu = 0.1 + 0.15 * exp(-2.0 * v_t);
        assert_int_equal(carom_collide(&carom_law_bilinear, &at->contact, &p, &out), CAROM_OK);
        for (int i = 0; i < 2; i++) at->after[i] = out.v[i] + (i ? -1.0 : 1.0) * sigma * wave;
        for (int i = 0; i < 4; i++) at->S[i][i] = sigma * sigma;
    }
}

static carom_fit_estimate fit(const carom_fit_impact *rows, const char *e, const char *mu, carom_fit_model *model) {
    carom_fit_estimate estimate;
    assert_int_equal(
        carom_fit_law_of_speed(&carom_law_bilinear, NULL, carom_speed_form_find(e), carom_speed_form_find(mu), model),
        CAROM_OK);
    carom_fit *work = carom_fit_create(model, rows, N, NULL);
    assert_non_null(work);
    carom_fit_run(work, &estimate);
    carom_fit_free(work);
    return estimate;
}

static double value_of(const carom_fit_model *model, const carom_fit_estimate *e, const char *name) {
    for (int j = 0; j < model->count; j++)
        if (!strcmp(model->parameter[j], name)) return e->b[j];
    return (double)NAN;
}

static void a_fit_finds_them(void **state) {
    (void)state;
    carom_fit_impact rows[N];
    carom_fit_model model;
    make(rows);
    const carom_fit_estimate both = fit(rows, "fifth", "exp", &model);
    assert_int_equal(both.status, CAROM_OK);
    assert_int_equal(model.count, 5);
    // With velocity errors of 1e-3 m/s at speeds of 0.05 to 3 m/s, the standard errors are 1e-4 for e_c and 1e-2 for
    // mu_c.
    assert_true(fabs(value_of(&model, &both, "e_c") - 0.08) < 1e-3);
    assert_true(fabs(value_of(&model, &both, "mu_a") - 0.1) < 2e-3);
    assert_true(fabs(value_of(&model, &both, "mu_b") - 0.15) < 0.02);
    assert_true(fabs(value_of(&model, &both, "mu_c") - 2.0) < 0.2);
    assert_true(both.p > 0.05);
    const carom_fit_estimate e_only = fit(rows, "fifth", NULL, &model), none = fit(rows, NULL, NULL, &model);
    assert_true(e_only.p < 1e-6 && none.p < 1e-6 && none.chi2 > e_only.chi2 && e_only.chi2 > both.chi2);
}

static void what_a_law_has_not_does_not_depend(void **state) {
    (void)state;
    carom_fit_model model;
    const carom_speed_form *e = carom_speed_form_find("fifth"), *mu = carom_speed_form_find("exp");
    assert_int_equal(carom_fit_law_of_speed(&carom_law_frictionless, NULL, e, mu, &model), CAROM_NOT_APPLICABLE);
    assert_int_equal(carom_fit_law_of_speed(&carom_law_routh, NULL, mu, NULL, &model), CAROM_BAD_VALUE);
    assert_int_equal(carom_fit_law_of_speed(&carom_law_routh, NULL, NULL, NULL, &model), CAROM_OK);
    assert_int_equal(model.count, 2);
    assert_int_equal(carom_fit_law_of_speed(&carom_law_chatterjee, NULL, e, mu, &model), CAROM_OK);
    assert_int_equal(model.count, 7);
}

// A form may be defined by the caller. A form with an invalid member is rejected.
static void a_form_that_is_none_is_refused(void **state) {
    (void)state;
    const carom_speed_form good = *carom_speed_form_find("quarter");
    carom_speed_form bad[6];
    carom_fit_model model;
    for (int k = 0; k < 6; k++) bad[k] = good;
    bad[0].value = NULL, bad[1].count = 4, bad[2].lowest[1] = (double)NAN, bad[3].breaks = 2,
    bad[4].parameter[0] = NULL;
    bad[5].usual[0] = HUGE_VAL;
    assert_int_equal(carom_fit_law_of_speed(&carom_law_routh, NULL, &good, NULL, &model), CAROM_OK);
    for (int k = 0; k < 6; k++)
        assert_int_equal(carom_fit_law_of_speed(&carom_law_routh, NULL, &bad[k], NULL, &model), CAROM_BAD_VALUE);
}

// The form is e_1 v^-p, limited to 1. Here 0.5 * 16^-0.25 = 0.25. The other forms of fits are those of the core.
static void a_power_is_a_form_of_fits(void **state) {
    (void)state;
    const carom_speed_form *form = carom_fit_form("power");
    const double c[] = {0.5, 0.25};
    assert_true(form && !carom_speed_form_find("power"));
    assert_true(fabs(form->value(c, 16.0) - 0.25) < 1e-15 && form->value(c, 1e-4) == 1.0 && form->value(c, 0.0) == 1.0);
    assert_ptr_equal(carom_fit_form("fifth"), carom_speed_form_find("fifth"));
    assert_null(carom_fit_form("none"));
    assert_null(carom_fit_form(NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_power_is_a_form_of_fits),
        cmocka_unit_test(a_form_that_is_none_is_refused),
        cmocka_unit_test(forms_have_their_values),
        cmocka_unit_test(a_fit_finds_them),
        cmocka_unit_test(what_a_law_has_not_does_not_depend),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
