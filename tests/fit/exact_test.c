// Compares fits that use the exact derivatives of a law with fits that use finite differences, on synthetic
// experiments. Both must give the same estimates, and the exact derivatives need fewer evaluations of the law.
#include <math.h>

#include "fit/synthetic.h"
#include "support/cmocka.h"
#include "support/laws.h"
#include "support/params.h"

static carom_fit_estimate run(const carom_law *law, const carom_fit_impact *impacts, bool differences) {
    const carom_fit_options options = {.differences = differences};
    carom_fit_model model;
    carom_fit_estimate e;
    assert_int_equal(carom_fit_model_from_law(law, NULL, 0, &model), CAROM_OK);
    carom_fit *fit = carom_fit_create(&model, impacts, IMPACTS, &options);
    assert_non_null(fit);
    assert_int_equal(carom_fit_run(fit, &e), CAROM_OK);
    carom_fit_free(fit);
    return e;
}

// Finite differences with a step of 1e-6 have errors of 1e-10 in the derivatives. The largest difference between both
// estimates was 1.2e-7 standard errors; the bound is 1e-6.
static void fewer_evaluations_same_answer(void **state) {
    (void)state;
    static const carom_law *const laws[] = {&carom_law_whittaker, &carom_law_routh, &carom_law_bilinear};
    carom_params p = params_plain();
    p.e = 0.8;
    p.mu = 0.15;
    p.e_t = 0.3;
    for (int k = 0; k < 3; k++)
        for (uint64_t number = 0; number < 3; number++) {
            carom_fit_impact impacts[IMPACTS];
            carom_fit_body bodies[IMPACTS];
            assert_true(synthetic_experiment(laws[k], &p, number, 1.0, impacts, bodies));
            const carom_fit_estimate exact = run(laws[k], impacts, false), apart = run(laws[k], impacts, true);
            for (int j = 0; j < exact.count; j++)
                assert_true(fabs(exact.b[j] - apart.b[j]) <= 1e-6 * fmax(apart.error[j], 1e-3));
            printf("%s, experiment %d: %llu evaluations, by differences %llu\n", laws[k]->name, (int)number,
                   (unsigned long long)exact.evaluations, (unsigned long long)apart.evaluations);
            assert_true(exact.evaluations < apart.evaluations);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(fewer_evaluations_same_answer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
