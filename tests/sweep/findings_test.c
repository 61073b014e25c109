// Tests the library functions that read the results of a study. Their numbers must agree with each other, and an index
// that does not exist must be rejected.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carom/sweep.h"
#include "support/cmocka.h"
#include "tables/counts.h"

#define SAMPLES 100u

static const char study[] =
    "{\"scenario\":{\"W\":[[2.5,-1.5],[-1.5,2.5]],\"v\":[-1,0.6],\"params\":{\"e\":0.5,\"mu\":0.5}},"
    "\"laws\":[\"routh\"],\"inputs\":{\"v[1]\":{\"uniform\":[-2,2]}},\"samples\":100,"
    "\"columns\":true,\"outputs\":[\"dE\",\"P_n\"],\"histograms\":{\"dE\":[-1,0]},"
    "\"worst\":{\"of\":\"dE\",\"which\":\"lowest\",\"keep\":2}}";

static char path[] = "/tmp/carom_findings.XXXXXX", file[sizeof path + 8];
static carom_sweep_results *results;

static int make(void **state) {
    (void)state;
    carom_error why;
    if (mkdtemp(path) == NULL) return 1;
    snprintf(file, sizeof file, "%s/s.h5", path);
    carom_sweep *s = carom_sweep_parse(study, strlen(study), 0, NULL, &why);
    const bool done = s && carom_sweep_run(s, file, NULL, NULL, &why) == CAROM_OK;
    carom_sweep_free(s);
    results = done ? carom_sweep_open(file, NULL, &why) : NULL;
    return results ? 0 : 1;
}

static int drop(void **state) {
    (void)state;
    carom_sweep_close(results);
    remove(file);
    return rmdir(path); // fails if the run has left another file
}

static void counts_agree(void **state) {
    (void)state;
    uint64_t modes = 0, fine = 0;
    for (int m = 0; m < CAROM_MODE_COUNT; m++) modes += carom_sweep_count(results, 0, CAROM_SWEEP_COUNT_MODE, m);
    for (int s = 0; s < CAROM_STATUS_END; s++)
        if (carom_status_classify((carom_status)s) == CAROM_CLASS_OK)
            fine += carom_sweep_count(results, 0, CAROM_SWEEP_COUNT_STATUS, s);
    assert_int_equal(carom_sweep_done(results), SAMPLES);
    assert_int_equal(carom_sweep_count(results, 0, CAROM_SWEEP_COUNT_ANSWERS, 0), SAMPLES);
    assert_int_equal(modes, SAMPLES);
    assert_int_equal(fine, SAMPLES);
    assert_int_equal(carom_sweep_count(results, 0, CAROM_SWEEP_COUNT_VIOLATION, 1 << 30), 0);
}

// Checks that the worst case is the smallest number of its column, and that its inputs are those of the input column.
static void columns_agree(void **state) {
    (void)state;
    double dE[SAMPLES], v[SAMPLES], least[3], mean[3], again; // least, mean: of the input and both outputs
    uint8_t status[SAMPLES];
    carom_sweep_case worst;
    assert_true(carom_sweep_column(results, 0, 0, 0, SAMPLES, dE));
    assert_true(carom_sweep_column(results, -1, 0, 0, SAMPLES, v));
    assert_true(carom_sweep_codes(results, 0, CAROM_SWEEP_CODE_STATUS, 0, SAMPLES, status));
    assert_true(carom_sweep_worst(results, 0, 0, &worst));
    assert_int_equal(carom_sweep_moments(results, 0, mean, NULL, least, NULL), CAROM_OK);
    double lowest = 0.0;
    for (size_t i = 0; i < SAMPLES; i++) {
        lowest = fmin(lowest, dE[i]);
        assert_int_equal(carom_status_classify((carom_status)status[i]), CAROM_CLASS_OK);
    }
    assert_true(worst.value == lowest && dE[worst.sample] == lowest && least[1] == lowest && mean[1] > lowest);
    assert_int_equal(carom_sweep_sample_inputs(results, worst.sample, &again), CAROM_OK);
    assert_true(again == v[worst.sample]);
    char text[4096], start[10];
    const size_t length = carom_sweep_sample_scenario(results, 0, worst.sample, text, sizeof text);
    assert_in_range(length, 1, sizeof text - 1);
    assert_int_equal(strlen(text), length);
    assert_non_null(strstr(text, "\"law\":\"routh\""));
    assert_int_equal(carom_sweep_sample_scenario(results, 0, worst.sample, start, sizeof start), length);
    assert_int_equal(strlen(start), sizeof start - 1);
    assert_memory_equal(start, text, sizeof start - 1);
}

// Checks that the modes and violations of the samples, counted here, have the counts of the summary.
static void bytes_agree(void **state) {
    (void)state;
    uint8_t mode[SAMPLES], broken[SAMPLES];
    uint64_t modes[CAROM_MODE_COUNT] = {0}, bits[8] = {0};
    assert_true(carom_sweep_codes(results, 0, CAROM_SWEEP_CODE_MODE, 0, SAMPLES, mode));
    assert_true(carom_sweep_codes(results, 0, CAROM_SWEEP_CODE_VIOLATIONS, 0, SAMPLES, broken));
    for (size_t i = 0; i < SAMPLES; i++) {
        assert_true(mode[i] < CAROM_MODE_COUNT);
        modes[mode[i]]++;
        for (int b = 0; b < 8; b++) bits[b] += broken[i] >> b & 1;
    }
    for (int m = 0; m < CAROM_MODE_COUNT; m++)
        assert_int_equal(modes[m], carom_sweep_count(results, 0, CAROM_SWEEP_COUNT_MODE, m));
    for (int b = 0; b < 8; b++)
        assert_int_equal(bits[b], carom_sweep_count(results, 0, CAROM_SWEEP_COUNT_VIOLATION, 1 << b));
}

static void no_such_index(void **state) {
    static const int bad[] = {-2, -1, 1, 1000000};
    double x[2];
    uint8_t byte;
    carom_sweep_case worst;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const int k = bad[i];
        assert_int_equal(carom_sweep_count(results, k, CAROM_SWEEP_COUNT_ANSWERS, 0), 0);
        assert_int_equal(carom_sweep_count(results, k, CAROM_SWEEP_COUNT_MODE, CAROM_MODE_SLIDING), 0);
        assert_int_equal(carom_sweep_moments(results, k, x, NULL, NULL, NULL), CAROM_BAD_INDEX);
        assert_true(isnan(carom_sweep_quantile(results, k, 0, 0.5)));
        assert_null(carom_sweep_histogram(results, k, 0));
        assert_false(carom_sweep_worst(results, k, 0, &worst));
        assert_int_equal(carom_sweep_sample_scenario(results, k, 0, NULL, 0), 0);
        assert_false(carom_sweep_codes(results, k, CAROM_SWEEP_CODE_STATUS, 0, 1, &byte));
        if (k != -1) assert_false(carom_sweep_column(results, k, 0, 0, 1, x));
        if (k == 1) continue; // index 1 exists here: there are two of each
        assert_int_equal(carom_sweep_count(results, 0, CAROM_SWEEP_COUNT_MODE, k), 0);
        assert_true(isnan(carom_sweep_quantile(results, 0, k, 0.5)));
        assert_null(carom_sweep_histogram(results, 0, k));
        assert_false(carom_sweep_worst(results, 0, k, &worst));
        assert_false(carom_sweep_column(results, 0, k, 0, 1, x));
        assert_false(carom_sweep_codes(results, 0, (carom_sweep_code)k, 0, 1, &byte));
    }
    assert_true(isnan(carom_sweep_quantile(results, 0, 0, -0.1)) && isnan(carom_sweep_quantile(results, 0, 0, 1.1)));
    assert_true(carom_sweep_quantile(results, 0, 0, 0.5) < 0.0);
    assert_non_null(carom_sweep_histogram(results, 0, 0));
    assert_int_equal(carom_sweep_sample_inputs(results, SAMPLES, x), CAROM_BAD_INDEX);
    assert_int_equal(carom_sweep_sample_scenario(results, 0, SAMPLES, NULL, 0), 0);
    assert_false(carom_sweep_column(results, 0, 0, SAMPLES, 1, x));
    assert_false(carom_sweep_column(results, 0, 0, SAMPLES + 1, 0, x));
    assert_false(carom_sweep_worst(results, 0, 0, NULL));
    assert_false(carom_sweep_codes(results, 0, CAROM_SWEEP_CODE_STATUS, 0, 1, NULL));
}

// Checks that invalid options are rejected before anything is written.
static void options(void **state) {
    (void)state;
    carom_error why;
    const carom_sweep_ranks ranks[] = {
        {.rank = -1, .size = 1}, {.rank = 1, .size = 1}, {.rank = 0, .size = 0}, {.rank = 0, .size = 2}};
    carom_sweep *s = carom_sweep_parse(study, strlen(study), 0, NULL, &why);
    assert_non_null(s);
    for (int i = 0; i < 8; i++) {
        carom_sweep_options o = carom_sweep_options_default();
        if (i == 0) o.chunk = -1.0;
        if (i == 1) o.chunk = 1e300;
        if (i == 2) o.commit_every = -1.0;
        if (i == 3) o.commit_every = (double)NAN;
        if (i > 3) o.ranks = &ranks[i - 4];
        assert_int_not_equal(carom_sweep_run(s, "/tmp/carom_findings_none.h5", &o, NULL, &why), CAROM_OK);
        assert_int_equal(why.status, CAROM_BAD_VALUE);
        assert_int_not_equal(access("/tmp/carom_findings_none.h5", F_OK), 0);
    }
    carom_sweep_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(counts_agree), cmocka_unit_test(bytes_agree),
                                       cmocka_unit_test(columns_agree), cmocka_unit_test(no_such_index),
                                       cmocka_unit_test(options)};
    return cmocka_run_group_tests(tests, make, drop);
}
