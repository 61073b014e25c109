// Tests the samples of a sweep: designs, distributions, and that a sample depends on its number alone.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mods/sweep/sample.h"
#include "support/cmocka.h"

#include <Random123/philox.h>

static carom_input drawn(carom_input_spread spread, double a, double b, double c) {
    return (carom_input){.spread = spread, .a = a, .b = b, .c = c, .low = -HUGE_VAL, .high = HUGE_VAL, .u_high = 1.0};
}

static double *columns[CAROM_SWEEP_INPUTS];

static int make_columns(void **state) {
    (void)state;
    for (int k = 0; k < CAROM_SWEEP_INPUTS; k++) columns[k] = calloc(1 << 16, sizeof(double));
    return 0;
}

static int free_columns(void **state) {
    (void)state;
    for (int k = 0; k < CAROM_SWEEP_INPUTS; k++) free(columns[k]);
    return 0;
}

// Checks the test vector of Random123 for philox4x64-10 with counter and key 0.
static void philox_is_philox(void **state) {
    (void)state;
    const philox4x64_ctr_t counter = {{0, 0, 0, 0}};
    const philox4x64_key_t key = {{0, 0}};
    const philox4x64_ctr_t words = philox4x64(counter, key);
    assert_true(words.v[0] == UINT64_C(0x16554d9eca36314c));
    assert_true(words.v[1] == UINT64_C(0xdb20fe9d672d0fdc));
    assert_true(words.v[2] == UINT64_C(0xd7e772cee186176b));
    assert_true(words.v[3] == UINT64_C(0x7e68b68aec7ba23b));
}

// Checks that a sample has the same bits alone and as part of a range.
static void sample_depends_on_its_number_alone(void **state) {
    (void)state;
    for (int design = 0; design < 3; design++) {
        carom_study s = {.seed = 7, .samples = 5000, .design = (carom_design)design, .inputs = 4};
        double list[3] = {1.0, 2.0, 4.0}, one[4], *alone[4] = {&one[0], &one[1], &one[2], &one[3]};
        s.input[0] = drawn(CAROM_NORMAL, 0.0, 1.0, 0.0);
        s.input[1] = drawn(CAROM_AXIS, 0.0, 0.0, 0.0);
        s.input[1].values = list;
        s.input[1].count = 3;
        s.input[2] = drawn(CAROM_CORRELATED, 1.0, 0.0, 0.0);
        s.input[2].factor[0] = 2.0;
        s.input[3] = drawn(CAROM_CORRELATED, -1.0, 0.0, 0.0);
        s.input[3].row = 1;
        s.input[3].factor[0] = 1.0;
        s.input[3].factor[1] = 0.5;
        carom_sample(&s, 1000, 3000, columns);
        for (size_t i = 0; i < 3000; i += 7) {
            carom_sample(&s, 1000 + i, 1, alone);
            for (int k = 0; k < 4; k++) assert_memory_equal(&one[k], &columns[k][i], sizeof(double));
            assert_true(one[1] == list[(1000 + i) % 3]);
        }
        s.seed = 8;
        carom_sample(&s, 1000, 1, alone);
        assert_true(one[0] != columns[0][0]);
    }
}

// Checks the first 1024 points of each dimension, in binary order, cut to 10 bits and hashed. The wanted hashes are
// from an independent implementation of the same tables: SciPy's, unscrambled, reordered by its first dimension.
static void sobol_is_joe_and_kuo(void **state) {
    (void)state;
    static const uint64_t wanted[CAROM_SWEEP_INPUTS] = {
        0xf126784bb764cc00, 0x2f5843c0f0c8cc00, 0xcd5f7e9f9c38cc00, 0xb84b5b1bb0c8cc00,
        0x003be50ce558cc00, 0x247743119438cc00, 0x3a4f900ce558cc00, 0x512da7badc38cc00,
        0x2797cbc82b18cc00, 0x20af65ade0c8cc00, 0x906c7e9a2558cc00, 0xe8dd996f90c8cc00,
        0xbf930dfd80c8cc00, 0xccb8f12bfc38cc00, 0xd453e57c20c8cc00, 0xeb7f6a83c0c8cc00};
    for (int j = 0; j < CAROM_SWEEP_INPUTS; j++) {
        uint64_t d[CAROM_SOBOL_BITS], hash = 0;
        carom_sobol_directions(j, d);
        for (uint64_t i = 0; i < 1024; i++)
            hash = hash * 1000003 + (carom_sobol_point(d, i) >> (CAROM_SOBOL_BITS - 10));
        assert_true(hash == wanted[j]);
    }
}

static void shuffle_is_a_permutation(void **state) {
    (void)state;
    static const uint64_t counts[] = {1, 2, 3, 5, 64, 1000, 4097};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        bool *seen = calloc(counts[c], sizeof *seen);
        for (uint64_t i = 0; i < counts[c]; i++) {
            const uint64_t at = carom_shuffle(12345 + c, counts[c], i);
            assert_true(at < counts[c] && !seen[at]);
            seen[at] = true;
        }
        free(seen);
    }
}

static void latin_hypercube_fills_every_stratum(void **state) {
    (void)state;
    enum { N = 1000 };
    carom_study s = {.seed = 3, .samples = N, .design = CAROM_LATIN, .inputs = 2};
    s.input[0] = s.input[1] = drawn(CAROM_UNIFORM, 0.0, 1.0, 0.0);
    carom_sample(&s, 0, N, columns);
    for (int k = 0; k < 2; k++) {
        bool seen[N] = {false};
        for (int i = 0; i < N; i++) {
            const int stratum = (int)(columns[k][i] * N);
            assert_false(seen[stratum]);
            seen[stratum] = true;
        }
    }
}

// Checks the inverse of the normal distribution with erfc, over ten decades of the lower tail. The largest relative
// error was 2.3e-14, because erfc magnifies the last bit of z by z^2; the bound is 1e-13. Near 1 a double itself has an
// error of up to 1.1e-16.
static void normal_quantile_inverts(void **state) {
    (void)state;
    for (int i = -300; i <= 0; i++) {
        const double u = pow(10.0, i / 30.0) * 0.5;
        assert_true(fabs(carom_normal_share(carom_normal_quantile(u)) - u) <= 1e-13 * u);
        assert_true(fabs(carom_normal_share(carom_normal_quantile(1.0 - u)) - (1.0 - u)) <= 2.3e-16);
    }
    assert_true(fabs(carom_normal_quantile(0.975) - 1.959963984540054) < 1e-14);
}

// Checks mean and variance of each distribution with 2^16 Sobol points. Their error is far below 1e-3 of the spread.
static void distributions_have_their_moments(void **state) {
    (void)state;
    enum { N = 1 << 16 };
    carom_study s = {.seed = 5, .samples = N, .design = CAROM_SOBOL, .inputs = 5};
    s.input[0] = drawn(CAROM_UNIFORM, -1.0, 3.0, 0.0);
    s.input[1] = drawn(CAROM_NORMAL, 2.0, 0.5, 0.0);
    s.input[2] = drawn(CAROM_LOGNORMAL, 2.0, 0.25, 0.0);
    s.input[3] = drawn(CAROM_TRIANGULAR, 0.0, 1.0, 4.0);
    s.input[4] = drawn(CAROM_NORMAL, 0.0, 1.0, 0.0);
    assert_true(carom_truncate(&s.input[4], 0.0, HUGE_VAL));
    const double half = 0.25 * 0.25 / 2.0;
    const double mean[5] = {1.0, 2.0, 2.0 * exp(half), 5.0 / 3.0, 0.79788456080286536};
    const double variance[5] = {16.0 / 12.0, 0.25, 4.0 * exp(2.0 * half) * expm1(2.0 * half), 13.0 / 18.0,
                                1.0 - 0.63661977236758134};
    carom_sample(&s, 0, N, columns);
    for (int k = 0; k < 5; k++) {
        double sum = 0.0, square = 0.0;
        for (int i = 0; i < N; i++) sum += columns[k][i];
        for (int i = 0; i < N; i++) square += (columns[k][i] - sum / N) * (columns[k][i] - sum / N);
        assert_true(fabs(sum / N - mean[k]) < 1e-3 * sqrt(variance[k]));
        assert_true(fabs(square / N - variance[k]) < 1e-2 * variance[k]);
    }
}

static void truncation_holds_and_refuses(void **state) {
    (void)state;
    carom_input input = drawn(CAROM_NORMAL, 0.6, 0.1, 0.0);
    assert_true(carom_truncate(&input, 0.55, 0.6));
    for (int i = 0; i < 1000; i++) {
        double x = (i + 0.5) / 1000.0;
        carom_quantiles(&input, 1, &x);
        assert_true(x >= 0.55 && x <= 0.6);
    }
    assert_false(carom_truncate(&input, 90.0, 91.0));
}

// Checks the covariance of a correlated pair: L L^T = ((4, 2), (2, 1.25)).
static void correlated_inputs_have_their_covariance(void **state) {
    (void)state;
    enum { N = 1 << 16 };
    carom_study s = {.seed = 1, .samples = N, .design = CAROM_SOBOL, .inputs = 2};
    s.input[0] = drawn(CAROM_CORRELATED, 1.0, 0.0, 0.0);
    s.input[0].factor[0] = 2.0;
    s.input[1] = drawn(CAROM_CORRELATED, -1.0, 0.0, 0.0);
    s.input[1].row = 1;
    s.input[1].factor[0] = 1.0;
    s.input[1].factor[1] = 0.5;
    carom_sample(&s, 0, N, columns);
    double c[3] = {0.0};
    for (int i = 0; i < N; i++) {
        const double x = columns[0][i] - 1.0, y = columns[1][i] + 1.0;
        c[0] += x * x / N, c[1] += x * y / N, c[2] += y * y / N;
    }
    assert_true(fabs(c[0] - 4.0) < 0.02 && fabs(c[1] - 2.0) < 0.02 && fabs(c[2] - 1.25) < 0.01);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(philox_is_philox),
        cmocka_unit_test(sample_depends_on_its_number_alone),
        cmocka_unit_test(sobol_is_joe_and_kuo),
        cmocka_unit_test(shuffle_is_a_permutation),
        cmocka_unit_test(latin_hypercube_fills_every_stratum),
        cmocka_unit_test(normal_quantile_inverts),
        cmocka_unit_test(distributions_have_their_moments),
        cmocka_unit_test(truncation_holds_and_refuses),
        cmocka_unit_test(correlated_inputs_have_their_covariance),
    };
    return cmocka_run_group_tests(tests, make_columns, free_columns);
}
