// Tests invalid input for several contacts: coefficients that are out of range or depend on speed, and gaps and
// directions that are NaN or infinite.
#include "support/cmocka.h"
#include "support/params.h"

#include <stdlib.h>

#include "carom/systems.h"
#include "support/laws.h"

static const double W[16] = {2.0, 0.5, 0.2, 0.0, 0.5, 3.0, 0.0, 0.1, 0.2, 0.0, 2.5, 0.4, 0.0, 0.1, 0.4, 1.5};
static const double v[4] = {-1.0, 0.3, -0.5, 0.2};
static const carom_system two = {.nc = 2, .dim = 2, .W = W, .v = v};

static carom_status bound(const carom_system *s, const double mu[2], const double g[4], double *most) {
    static char memory[1 << 16];
    return carom_spread_bound(s, mu, g, memory, sizeof memory, most);
}

static void bounds(void **state) {
    (void)state;
    const double mu[2] = {0.3, 0.3}, g[4] = {1.0, 0.0, 0.0, 0.0};
    double most;
    assert_int_equal(bound(&two, mu, g, &most), CAROM_OK);
    // The impulse is positive, and less than the total energy could cause.
    assert_true(most > 0.0 && most < 10.0);
    const double odd[3][2] = {{0.3, HUGE_VAL}, {-0.1, 0.3}, {0.3, (double)NAN}};
    for (int k = 0; k < 3; k++) {
        assert_int_equal(bound(&two, odd[k], g, &most), CAROM_COEFFICIENT_RANGE);
        assert_true(isnan(most));
    }
    const double endless[4] = {0.0, HUGE_VAL, 0.0, 0.0}, none[4] = {0.0, 0.0, 0.0, (double)NAN};
    assert_int_equal(bound(&two, mu, endless, &most), CAROM_NOT_FINITE);
    assert_int_equal(bound(&two, mu, none, &most), CAROM_NOT_FINITE);
    double bent[16];
    for (int i = 0; i < 16; i++) bent[i] = i == 5 ? -3.0 : W[i];
    carom_system s = two;
    s.W = bent;
    assert_int_equal(bound(&s, mu, g, &most), CAROM_NOT_PSD);
    s = two, s.dim = 3;
    assert_int_equal(bound(&s, mu, g, &most), CAROM_WRONG_DIM);
    s.dim = 4;
    assert_int_equal(bound(&s, mu, g, &most), CAROM_BAD_DIM);
    assert_int_equal(carom_spread_memory_size(&s, 0), 0);
}

static carom_status draw(const carom_system *s, const carom_params contact[2], carom_spread *out) {
    static char memory[1 << 18];
    return carom_spread_sample(s, contact, 4, 1, memory, sizeof memory, out);
}

static void draws(void **state) {
    (void)state;
    carom_params p[2] = {params_plain(), params_plain()};
    carom_spread out;
    p[0].mu = p[1].mu = 0.3;
    assert_int_equal(draw(&two, p, &out), CAROM_OK);
    p[1].mu = HUGE_VAL;
    assert_int_equal(draw(&two, p, &out), CAROM_COEFFICIENT_RANGE);
    assert_true(out.refused == CAROM_PARAM_mu && out.refused_contact == 1);
    p[1].mu = 0.3, p[1].e = 1.25, p[1].allow = CAROM_PARAM_BIT(e);
    assert_int_equal(draw(&two, p, &out), CAROM_COEFFICIENT_RANGE);
    assert_true(out.refused == CAROM_PARAM_e && out.refused_contact == 1);
    p[1] = p[0];
    assert_int_equal(carom_params_set_speed_form(&p[1], carom_speed_form_find("exp"), (double[]){0.1, 0.2, 1.0}, 3),
                     CAROM_OK);
    assert_int_equal(draw(&two, p, &out), CAROM_COEFFICIENT_RANGE);
    assert_true(out.refused == CAROM_PARAM_mu && out.refused_contact == 1);
    assert_int_equal(carom_params_set_speed_form(&p[1], carom_speed_form_find("fifth"), (double[]){0.2}, 1), CAROM_OK);
    assert_int_equal(draw(&two, p, &out), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(out.refused, CAROM_PARAM_e);
    double bent[16];
    for (int i = 0; i < 16; i++) bent[i] = i == 5 ? -3.0 : W[i];
    carom_system s = two;
    s.W = bent;
    assert_int_equal(draw(&s, p, &out), CAROM_NOT_PSD);
}

static carom_status strike(const char *name, carom_params contact[2], const double *gap, carom_system_result *out) {
    static char memory[1 << 18];
    carom_system_params p = carom_system_params_default(contact);
    p.single = &carom_law_whittaker;
    p.gap = gap;
    return carom_system_solve(carom_law_find(NULL, name, CAROM_SYSTEMS), &two, &p, memory, sizeof memory, out);
}

static void impacts(void **state) {
    (void)state;
    carom_params p[2] = {params_plain(), params_plain()};
    carom_system_result out;
    const double gap[2] = {0.0, 0.1}, negative[2] = {0.0, -0.1}, none[2] = {(double)NAN, 0.1};
    p[0].mu = p[1].mu = 0.3;
    assert_int_equal(carom_status_classify(strike("sequence", p, gap, &out)), CAROM_CLASS_OK);
    assert_int_equal(strike("sequence", p, negative, &out), CAROM_BAD_VALUE);
    assert_int_equal(strike("sequence", p, none, &out), CAROM_BAD_VALUE);
    assert_int_equal(carom_params_set_speed_form(&p[1], carom_speed_form_find("exp"), (double[]){0.1, 0.2, 1.0}, 3),
                     CAROM_OK);
    assert_int_equal(strike("glocker", p, NULL, &out), CAROM_COEFFICIENT_RANGE);
    assert_true(out.coefficient == CAROM_PARAM_mu && out.contact == 1);
}

// Finds the number that is the reason of an error, in 2D and in 3D. With an invalid number of contacts or an invalid
// dimension no number is read.
static void refusals(void **state) {
    (void)state;
    double bad[9] = {1.0, 0.0, 0.0, 0.0, (double)NAN, 0.0, 0.0, 0.0, 1.0};
    const double at[3] = {-1.0, 0.0, 0.0};
    const carom_params contact = params_plain();
    const carom_system_params p = carom_system_params_default(&contact);
    const carom_law *method = carom_law_find(NULL, "glocker", CAROM_SYSTEMS);
    carom_system_result out = {.coefficient = CAROM_PARAM_NONE, .contact = -1};
    carom_error r;
    carom_system s = {.nc = 1, .dim = 3, .W = bad, .v = at};
    assert_int_equal(carom_system_error(CAROM_NOT_FINITE, method, &s, &p, &out, &r), CAROM_OK);
    assert_true(isnan(r.value));
    s.dim = 5;
    assert_int_equal(carom_system_error(CAROM_BAD_DIM, method, &s, &p, &out, &r), CAROM_OK);
    s.dim = 2, s.nc = 0;
    assert_int_equal(carom_system_error(CAROM_NOT_FINITE, method, &s, &p, &out, &r), CAROM_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds),
        cmocka_unit_test(draws),
        cmocka_unit_test(impacts),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
