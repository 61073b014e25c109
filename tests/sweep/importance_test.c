// Tests the importance of inputs against known results. Without friction and restitution v_t' = v_t - (W_nt / W_nn)
// v_n. With W_nt = W_nn / 2 and inputs of equal variance the Sobol indices are 0.2 and 0.8.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "mods/sweep/importance.h"

static const char study_text[] =
    "{\"scenario\": {\"W\": [[2, 1], [1, 2]], \"v\": [-2, 0], \"params\": {\"e\": 0, \"mu\": 0}},"
    " \"laws\": [\"frictionless\"], \"inputs\": {\"v[0]\": {\"uniform\": [-3, -1]}, \"v[1]\": {\"uniform\": [-1, 1]}},"
    " \"samples\": 4096, \"outputs\": [\"v_t\", \"v_n\"]}";

static carom_sweep_results *run(char *path) {
    carom_error why;
    snprintf(path, 64, "/tmp/carom-importance-%ld.h5", (long)getpid());
    remove(path);
    carom_sweep *study = carom_sweep_parse(study_text, strlen(study_text), 0, NULL, &why);
    assert_non_null(study);
    assert_int_equal(carom_sweep_run(study, path, NULL, NULL, &why), CAROM_OK);
    carom_sweep_free(study);
    carom_sweep_results *results = carom_sweep_open(path, NULL, &why);
    assert_non_null(results);
    return results;
}

// Checks the Sobol indices. With 2048 samples the estimators have a standard error of about 0.03. The largest error was
// 0.02; the bound is 0.08.
static void test_indices(void **unused) {
    char path[64];
    carom_importance list[4];
    (void)unused;
    carom_sweep_results *results = run(path);
    assert_int_equal(carom_sweep_importance(results, 0, list), CAROM_IMPORTANCE_SAMPLES);
    const double share[2] = {0.2, 0.8};
    for (int i = 0; i < 2; i++) {
        const carom_estimate both[2] = {list[i].first, list[i].total};
        for (int k = 0; k < 2; k++) {
            assert_true(fabs(both[k].value - share[i]) < 0.08);
            assert_true(both[k].low < both[k].value && both[k].value < both[k].high);
            assert_true(both[k].high - both[k].low < 0.3);
        }
    }
    // For a sum of two uniform numbers, Spearman's correlation is close to Pearson's, which is sqrt(0.2) and sqrt(0.8).
    assert_true(fabs(list[0].rank.value + sqrt(0.2)) < 0.08); // v_t' decreases if v_n increases
    assert_true(fabs(list[1].rank.value - sqrt(0.8)) < 0.08);
    // v_n' is 0 for every sample, so there is no variance to explain.
    assert_true(isnan(list[2].first.value) && isnan(list[3].rank.value));
    carom_sweep_close(results);
    remove(path);
}

// Checks that the typical sample is near the median, and that its outputs are those of the law.
static void test_typical(void **unused) {
    char path[64];
    uint64_t sample = UINT64_MAX;
    double x[2], y[2];
    (void)unused;
    carom_sweep_results *results = run(path);
    assert_true(carom_sweep_typical(results, 0, &sample));
    assert_int_equal(carom_sweep_sample_inputs(results, sample, x), CAROM_OK);
    assert_int_equal(carom_sweep_sample_outputs(results, 0, sample, y), CAROM_OK);
    assert_true(fabs(y[0] - (x[1] - 0.5 * x[0])) < 1e-14); // three rounding errors
    assert_true(fabs(y[0] - carom_sweep_quantile(results, 0, 0, 0.5)) < 0.02);
    carom_sweep_close(results);
    remove(path);
}

// Checks the words for the distribution of an input, also of one with limits.
static void test_words(void **unused) {
    static const char *const cases[][2] = {
        {"\"uniform\": [-3, -1]", "uniform, -3 to -1"},
        {"\"uniform\": [-3, -1], \"truncate\": [-2, -1]", "uniform, -3 to -1, cut to -2 to -1"},
        {"\"normal\": [-2, 0.5]", "normal, mean -2, sd 0.5"},
        {"\"normal\": [-2, 0.5], \"truncate\": [-3, -1]", "normal, mean -2, sd 0.5, cut to -3 to -1"},
        {"\"lognormal\": [2, 0.5], \"truncate\": [1, 3]", "lognormal, median 2, sd of the log 0.5, cut to 1 to 3"},
        {"\"triangular\": [-3, -2, -1]", "triangular, -3 to -1, most likely -2"},
        {"\"list\": [-3, -1]", "2 values, -3 to -1"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char file[400], words[200];
        carom_error why;
        snprintf(file, sizeof file,
                 "{\"scenario\": {\"W\": [[2, 1], [1, 2]], \"v\": [-2, 0], \"params\": {\"e\": 0, \"mu\": 0}},"
                 " \"laws\": [\"frictionless\"], \"inputs\": {\"v[0]\": {%s}}, \"samples\": 2}",
                 cases[i][0]);
        carom_sweep *study = carom_sweep_parse(file, strlen(file), 0, NULL, &why);
        assert_non_null(study);
        assert_string_equal(carom_sweep_spread(study, 0, words, sizeof words), cases[i][1]);
        carom_sweep_free(study);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_indices), cmocka_unit_test(test_typical),
                                       cmocka_unit_test(test_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
