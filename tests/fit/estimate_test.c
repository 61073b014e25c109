// Tests fits to data with little information: coefficients at a bound, undetermined coefficients, invalid data, a
// stopped run, and derivatives next to kinks.
#include <math.h>

#include "carom/fit.h"
#include "mods/fit/state.h"
#include "support/cmocka.h"
#include "support/laws.h"
#include "support/params.h"

enum { N = 60 };

static const double sigma = 1e-3;

// Computes impacts of a disc with W = diag(1, 3) by the law, with slips from 0 to `most`. The velocities have no
// errors, but a covariance is stated.
static void make(carom_fit_impact *rows, const carom_law *law, const carom_params *p, double most) {
    for (int k = 0; k < N; k++) {
        carom_fit_impact *at = &rows[k];
        carom_result out;
        *at = (carom_fit_impact){
            .contact = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 3.0}}, .v = {-1.0 - 0.01 * k, most * k / N}}, .group = k % 5};
        assert_int_equal(carom_collide(law, &at->contact, p, &out), CAROM_OK);
        for (int i = 0; i < 2; i++) at->after[i] = out.v[i];
        for (int i = 0; i < 4; i++) at->S[i][i] = sigma * sigma;
    }
}

static carom_params with(double e_n, double e_t, double mu) {
    carom_params p = params_plain();
    p.e = e_n, p.e_t = e_t, p.mu = mu, p.allow = CAROM_PARAM_BIT(e);
    return p;
}

static carom_status fit_bilinear(const carom_fit_impact *rows, size_t count, carom_fit_estimate *e) {
    carom_fit_model model;
    assert_int_equal(carom_fit_model_from_law(&carom_law_bilinear, NULL, 0, &model), CAROM_OK);
    assert_string_equal(model.parameter[0], "e_n");
    carom_fit *fit = carom_fit_create(&model, rows, count, NULL);
    assert_non_null(fit);
    const carom_status status = carom_fit_run(fit, e);
    carom_fit_free(fit);
    return status;
}

static void a_bound_is_named(void **state) {
    (void)state;
    carom_fit_impact rows[N];
    carom_fit_estimate e;
    const carom_params p = with(1.05, 0.2, 0.3);
    make(rows, &carom_law_bilinear, &p, 3.0);
    assert_int_equal(fit_bilinear(rows, N, &e), CAROM_OK);
    assert_int_equal(e.mark[0], CAROM_FIT_AT_HIGHEST);
    assert_true(e.b[0] == 1.0 && isnan(e.error[0]));
    assert_int_equal(e.mark[1], CAROM_FIT_DETERMINED);
    assert_true(e.error[1] > 0.0);
}

// Without sliding the data do not determine mu. If every impact slides to the end, they do not determine e_t.
static void what_nobody_can_know_is_undetermined(void **state) {
    (void)state;
    carom_fit_impact rows[N];
    carom_fit_estimate e;
    carom_params p = with(0.9, 0.2, 5.0);
    make(rows, &carom_law_bilinear, &p, 0.3);
    assert_int_equal(fit_bilinear(rows, N, &e), CAROM_OK);
    assert_int_equal(e.mark[1], CAROM_FIT_UNDETERMINED);
    assert_int_equal(e.mark[2], CAROM_FIT_DETERMINED);
    assert_true(fabs(e.b[2] - 0.2) < 1e-6);
    p = with(0.9, 0.2, 0.1);
    make(rows, &carom_law_bilinear, &p, 3.0);
    for (int k = 0; k < N; k++) rows[k] = rows[k < 30 ? k + 30 : k];
    assert_int_equal(fit_bilinear(rows, N, &e), CAROM_OK);
    assert_int_equal(e.mark[2], CAROM_FIT_UNDETERMINED);
    assert_true(fabs(e.b[1] - 0.1) < 1e-6);
}

// The laws whittaker and routh agree where W_nt = 0. Their held-out scores are therefore equal, and z is 0.
static void twins_cannot_be_told_apart(void **state) {
    (void)state;
    carom_fit_impact rows[N];
    double score[2][N];
    const carom_law *const law[] = {&carom_law_routh, &carom_law_whittaker};
    carom_params p = params_plain();
    p.e = 0.8, p.mu = 0.2;
    make(rows, &carom_law_routh, &p, 3.0);
    for (int k = 0; k < N; k++) rows[k].after[k % 2] += sigma * (k % 7 - 3);
    for (int k = 0; k < 2; k++) {
        carom_fit_model model;
        carom_fit_estimate e;
        carom_fit_model_from_law(law[k], NULL, 0, &model);
        carom_fit *fit = carom_fit_create(&model, rows, N, NULL);
        assert_int_equal(carom_fit_run(fit, &e), CAROM_OK);
        assert_int_equal(carom_fit_cross_validate(fit, score[k], NULL, NULL), CAROM_OK);
        carom_fit_free(fit);
    }
    assert_true(fabs(carom_fit_compare(N, score[0], score[1])) < 2.0);
}

static void bad_data_are_refused(void **state) {
    (void)state;
    carom_fit_impact rows[N];
    carom_fit_checks checks;
    size_t which = 99;
    const carom_params p = with(0.9, 0.2, 0.3);
    make(rows, &carom_law_bilinear, &p, 3.0);
    assert_int_equal(carom_fit_check_data(rows, NULL, N, &checks, &which), CAROM_OK);
    rows[7].contact.v[0] = 0.1;
    assert_int_equal(carom_fit_check_data(rows, NULL, N, &checks, &which), CAROM_BAD_VALUE);
    assert_int_equal(which, 7);
    rows[7].contact.v[0] = -1.0, rows[3].after[1] = (double)NAN;
    assert_int_equal(carom_fit_check_data(rows, NULL, N, &checks, &which), CAROM_BAD_VALUE);
    assert_int_equal(which, 3);
    rows[3].after[1] = 0.0, rows[5].S[2][2] = 0.0;
    assert_int_equal(carom_fit_check_data(rows, NULL, N, &checks, &which), CAROM_BAD_VALUE);
    assert_int_equal(which, 5);
    assert_int_equal(carom_fit_check_data(rows, NULL, 0, &checks, NULL), CAROM_BAD_VALUE);
    carom_fit_model model;
    carom_fit_model_from_law(&carom_law_bilinear, NULL, 0, &model);
    assert_null(carom_fit_create(&model, rows, N, NULL));
    carom_fit_estimate e;
    assert_int_equal(fit_bilinear(rows, 1, &e), CAROM_TOO_FEW_DATA);
    const carom_fit_body body = {.mass = -1.0};
    assert_int_equal(carom_fit_impact_from_body(&body, rows), CAROM_BAD_VALUE);
}

// The law walton applies only to spheres, so it has no result for any impact. The estimate must report this.
static void a_law_without_answers_says_so(void **state) {
    (void)state;
    carom_fit_impact rows[N];
    carom_fit_model model;
    carom_fit_estimate e;
    const carom_params p = with(0.9, 0.2, 0.3);
    make(rows, &carom_law_bilinear, &p, 3.0);
    carom_fit_model_from_law(&carom_law_walton, NULL, 0, &model);
    carom_fit *fit = carom_fit_create(&model, rows, N, NULL);
    assert_int_equal(carom_fit_run(fit, &e), CAROM_NO_SOLUTION);
    assert_int_equal(e.unanswered, N);
    carom_fit_free(fit);
}

static void count(void *context, double done) {
    int *calls = context;
    assert_true(done >= 0.0 && done <= 1.0);
    ++*calls;
}

static void a_run_tells_and_stops(void **state) {
    (void)state;
    carom_fit_impact rows[N];
    carom_fit_model model;
    carom_fit_estimate e;
    volatile int stop = 0;
    int calls = 0;
    const carom_params p = with(0.9, 0.2, 0.3);
    make(rows, &carom_law_bilinear, &p, 3.0);
    carom_fit_model_from_law(&carom_law_bilinear, NULL, 0, &model);
    carom_fit *fit =
        carom_fit_create(&model, rows, N, &(carom_fit_options){.tell = count, .context = &calls, .stop = &stop});
    assert_int_equal(carom_fit_run(fit, &e), CAROM_OK);
    assert_true(calls > 0);
    stop = 1;
    assert_int_equal(carom_fit_run(fit, &e), CAROM_STOPPED);
    carom_fit_free(fit);
}

// The law bilinear has a kink at (1 + e_t) v_t / 3 = mu (1 + e_n). Checks the derivatives on both sides of it, at
// distances from 1e-1 to 1e-9. They must be those of the side of the point. A plain central difference would be off by
// half the jump if its step crosses the kink.
static void slopes_keep_to_their_side_of_a_kink(void **state) {
    (void)state;
    carom_fit_impact at = {.contact = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 3.0}}, .v = {-1.0, 0.0}}};
    const double e_n = 0.9, e_t = 0.2, mu = 0.13, b[] = {e_n, mu, e_t}, kink = 3.0 * mu * (1.0 + e_n) / (1.0 + e_t);
    carom_fit_model model;
    for (int i = 0; i < 4; i++) at.S[i][i] = sigma * sigma;
    carom_fit_model_from_law(&carom_law_bilinear, NULL, 0, &model);
    carom_fit *fit = carom_fit_create(&model, &at, 1, NULL);
    assert_non_null(fit);
    const int which[] = {0, 1, 2};
    for (double off = 0.1; off > 1e-9; off /= 10.0) {
        for (int side = -1; side <= 1; side += 2) {
            double by_v[3][3], by_b[3][CAROM_FIT_MOST];
            at.contact.v[1] = kink + side * off;
            assert_true(carom_fit_slope_v(fit, &at, b, by_v));
            assert_true(carom_fit_slope_b(fit, &at, b, which, 3, by_b));
            const bool slides = side > 0;
            // In sticking v_t' = -e_t v_t, in sliding v_t' = v_t - 3 mu (1 + e_n) |v_n|. The largest error was 3e-10;
            // the bound is 1e-7.
            assert_true(fabs(by_v[1][1] - (slides ? 1.0 : -e_t)) < 1e-7);
            assert_true(fabs(by_v[1][0] - (slides ? 3.0 * mu * (1.0 + e_n) : 0.0)) < 1e-7);
            assert_true(fabs(by_b[1][1] - (slides ? -3.0 * (1.0 + e_n) : 0.0)) < 1e-7);
            assert_true(fabs(by_b[1][2] - (slides ? 0.0 : -at.contact.v[1])) < 1e-7);
            assert_true(fabs(by_b[0][0] - 1.0) < 1e-7);
        }
    }
    carom_fit_free(fit);
}

// For a law that is nearly linear, the confidence region of two coefficients is nearly the ellipse of the covariance.
static void a_region_is_nearly_an_ellipse(void **state) {
    (void)state;
    carom_fit_impact rows[N];
    carom_fit_model model;
    carom_fit_estimate e;
    double x[16], y[16], low, high;
    const carom_params p = with(0.9, 0.2, 0.13);
    make(rows, &carom_law_bilinear, &p, 3.0);
    carom_fit_model_from_law(&carom_law_bilinear, NULL, 0, &model);
    carom_fit *fit = carom_fit_create(&model, rows, N, NULL);
    assert_int_equal(carom_fit_run(fit, &e), CAROM_OK);
    assert_int_equal(carom_fit_region(fit, 0, 1, 16, x, y), CAROM_OK);
    for (int k = 0; k < 16; k++) {
        const double a = x[k] - e.b[0], c = y[k] - e.b[1];
        const double det = e.cov[0][0] * e.cov[1][1] - e.cov[0][1] * e.cov[0][1];
        const double q = (e.cov[1][1] * a * a - 2.0 * e.cov[0][1] * a * c + e.cov[0][0] * c * c) / det;
        // Kinks and curvature of the law act over about 1e-3 of a coefficient. The largest deviation was 0.3 %; the
        // bound is 2 %.
        assert_true(fabs(q / 5.991 - 1.0) < 0.02);
    }
    assert_int_equal(carom_fit_interval(fit, 1, &low, &high), CAROM_OK);
    assert_true(fabs((high - low) / (2.0 * 1.96 * e.error[1]) - 1.0) < 0.02);
    carom_fit_free(fit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bound_is_named),
        cmocka_unit_test(what_nobody_can_know_is_undetermined),
        cmocka_unit_test(twins_cannot_be_told_apart),
        cmocka_unit_test(bad_data_are_refused),
        cmocka_unit_test(a_law_without_answers_says_so),
        cmocka_unit_test(a_run_tells_and_stops),
        cmocka_unit_test(slopes_keep_to_their_side_of_a_kink),
        cmocka_unit_test(a_region_is_nearly_an_ellipse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
