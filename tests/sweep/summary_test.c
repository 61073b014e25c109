// Tests the summaries of a sweep: exact sums, merging in any order, moments computed by a second method, and the
// guaranteed accuracy of quantiles.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/random.h"
#include "carom/batch.h"
#include "mods/sweep/summary.h"
#include "mods/sweep/sums.h"
#include "support/cmocka.h"

static double wild(random_stream *r) {
    const double size = random_power10(random_between(r, -25.0, 25.0));
    return random_below(r, 2) ? size : -size;
}

// Checks that the sum of numbers over 50 decades is the same from the first to the last, in reverse order, and from
// parts.
static void sums_do_not_depend_on_order(void **state) {
    (void)state;
    enum { N = 10000 };
    static double x[N];
    random_stream r = random_at(1, 0);
    carom_exact up = {{0}}, down = {{0}}, part[7] = {{{0}}}, all = {{0}};
    for (int i = 0; i < N; i++) x[i] = wild(&r);
    for (int i = 0; i < N; i++) {
        assert_true(carom_exact_add(&up, x[i]));
        assert_true(carom_exact_add(&down, x[N - 1 - i]));
        assert_true(carom_exact_add(&part[i % 7], x[i]));
    }
    carom_exact_tidy(&up);
    carom_exact_tidy(&down);
    for (int k = 6; k >= 0; k--) {
        carom_exact_tidy(&part[k]);
        carom_exact_merge(&all, &part[k]);
    }
    assert_memory_equal(&up, &down, sizeof up);
    assert_memory_equal(&up, &all, sizeof up);
}

static void sums_are_exact(void **state) {
    (void)state;
    carom_exact sum = {{0}};
    const double x[] = {1e25, 1.0, -1e25, 3e-20, -0.25, 0x1p-250};
    for (int i = 0; i < 6; i++) assert_true(carom_exact_add(&sum, x[i]));
    carom_exact_tidy(&sum);
    assert_true(carom_exact_value(&sum) == 0.75 + 3e-20);
    assert_true(carom_exact_add(&sum, -0.75));
    carom_exact_tidy(&sum);
    assert_true(carom_exact_value(&sum) == 3e-20);
    assert_true(carom_exact_add(&sum, -1.0));
    carom_exact_tidy(&sum);
    assert_true(carom_exact_value(&sum) == -1.0);
    assert_false(carom_exact_add(&sum, 0x1p200));
    assert_false(carom_exact_add(&sum, (double)NAN));
    assert_false(carom_exact_add(&sum, -HUGE_VAL));
}

// A study with one input, two outputs and two laws, and data for it.
enum { BLOCKS = 9, N = BLOCKS * CAROM_SWEEP_BLOCK - 100, VARIABLES = 3 };

typedef struct {
    carom_study study;
    carom_summary_shape shape;
    double pivot[VARIABLES], *variable[VARIABLES];
    uint8_t *status, *mode, *broken;
} fixture;

static fixture *make(void) {
    fixture *f = calloc(1, sizeof *f);
    f->study = (carom_study){.samples = N, .inputs = 1, .outputs = 2, .laws = 2, .worst = 5};
    f->study.histogram[1] = (carom_histogram){true, -1.0, 1.0};
    f->shape = carom_summary_plan(&f->study);
    for (int k = 0; k < VARIABLES; k++) f->variable[k] = calloc(N, sizeof(double));
    f->status = calloc(N, 1), f->mode = calloc(N, 1), f->broken = calloc(N, 1);
    for (uint64_t i = 0; i < N; i++) {
        random_stream r = random_at(9, i);
        f->variable[0][i] = 1000.0 + random_unit(&r);
        f->variable[1][i] = 2.0 * f->variable[0][i] + random_unit(&r);
        f->variable[2][i] = random_between(&r, -1.5, 1.5) * random_unit(&r);
        f->status[i] = random_below(&r, 10) ? CAROM_OK : CAROM_NO_SOLUTION;
        f->mode[i] = (uint8_t)random_below(&r, 3);
        f->broken[i] = (uint8_t)random_below(&r, 2);
        for (int k = 1; k < VARIABLES && f->status[i]; k++) f->variable[k][i] = (double)NAN;
    }
    f->pivot[0] = 1000.0, f->pivot[1] = 2001.0, f->pivot[2] = 0.1;
    return f;
}

static void let_go(fixture *f) {
    for (int k = 0; k < VARIABLES; k++) free(f->variable[k]);
    free(f->status), free(f->mode), free(f->broken);
    free(f);
}

static uint64_t *empty(const fixture *f) {
    uint64_t *words = malloc(f->shape.words * sizeof *words);
    carom_summary_clear(&f->study, &f->shape, words);
    return words;
}

static void add(const fixture *f, uint64_t *words, uint64_t block) {
    const uint64_t first = block * CAROM_SWEEP_BLOCK;
    carom_block_answers b = {.first = first,
                             .n = N - first < CAROM_SWEEP_BLOCK ? (size_t)(N - first) : CAROM_SWEEP_BLOCK};
    for (int k = 0; k < VARIABLES; k++) b.variable[k] = f->variable[k] + first;
    b.status = f->status + first, b.mode = f->mode + first, b.broken = f->broken + first;
    for (int law = 0; law < 2; law++) carom_summary_add(&f->study, &f->shape, words, law, f->pivot, &b);
}

// Checks that blocks in order give the same words as three parts of shuffled blocks that are merged in reverse order.
static void merging_in_any_order_is_the_same(void **state) {
    (void)state;
    static const uint64_t order[BLOCKS] = {4, 8, 0, 2, 7, 1, 6, 3, 5};
    fixture *f = make();
    uint64_t *whole = empty(f), *part[3] = {empty(f), empty(f), empty(f)}, *sum = empty(f);
    for (uint64_t b = 0; b < BLOCKS; b++) {
        add(f, whole, b);
        add(f, part[b % 3], order[b]);
    }
    for (int k = 2; k >= 0; k--) carom_summary_merge(&f->study, &f->shape, sum, part[k]);
    assert_memory_equal(whole, sum, f->shape.words * sizeof *whole);
    free(whole), free(sum);
    for (int k = 0; k < 3; k++) free(part[k]);
    let_go(f);
}

// Checks mean and covariance against the two-pass algorithm. The largest errors were 5e-15 and 2e-15; the bound is
// 1e-12.
static void moments_are_right(void **state) {
    (void)state;
    fixture *f = make();
    uint64_t *words = empty(f);
    double mean[VARIABLES], covariance[VARIABLES * VARIABLES], m[VARIABLES] = {0.0}, n = 0.0;
    for (uint64_t b = 0; b < BLOCKS; b++) add(f, words, b);
    carom_summary_moments(&f->shape, words, 1, f->pivot, mean, covariance);
    for (int i = 0; i < N; i++) n += f->status[i] == CAROM_OK;
    for (int k = 0; k < VARIABLES; k++) {
        for (int i = 0; i < N; i++) m[k] += f->status[i] == CAROM_OK ? f->variable[k][i] / n : 0.0;
        assert_near(mean[k], m[k], 1e-12);
    }
    for (int j = 0; j < VARIABLES; j++)
        for (int k = 0; k < VARIABLES; k++) {
            double sum = 0.0;
            for (int i = 0; i < N; i++)
                if (f->status[i] == CAROM_OK) sum += (f->variable[j][i] - m[j]) * (f->variable[k][i] - m[k]);
            assert_near(covariance[j * VARIABLES + k], sum / (n - 1.0), 1e-12);
        }
    assert_true((double)*carom_summary_at(&f->shape, words, 1, f->shape.answered) == n);
    free(words);
    let_go(f);
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Checks that quantiles are within 1/32 of the true ones. Checks worst cases and histogram against sorted data.
static void order_statistics_are_right(void **state) {
    (void)state;
    fixture *f = make();
    uint64_t *words = empty(f);
    double *sorted = calloc(N, sizeof *sorted);
    size_t n = 0;
    for (uint64_t b = 0; b < BLOCKS; b++) add(f, words, b);
    uint64_t inside = 0;
    for (int i = 0; i < N; i++)
        if (f->status[i] == CAROM_OK) {
            sorted[n++] = f->variable[2][i];
            inside += f->variable[2][i] >= -1.0 && f->variable[2][i] < 1.0;
        }
    qsort(sorted, n, sizeof *sorted, ascending);
    for (int p = 1; p < 100; p++) {
        const double truth = sorted[(size_t)(0.01 * p * (double)n)];
        const double told = carom_summary_quantile(&f->shape, words, 0, 1, 1, 0.01 * p);
        assert_true(fabs(told - truth) <= fabs(truth) / 32.0 + 1e-3);
    }
    // The worst cases are the largest numbers of the first output.
    const double *value = (const void *)carom_summary_at(&f->shape, words, 0, f->shape.worst_value);
    const uint64_t *sample = carom_summary_at(&f->shape, words, 0, f->shape.worst_sample);
    for (int k = 0; k < 5; k++) {
        int above = 0;
        for (int i = 0; i < N; i++) above += f->variable[1][i] > value[k];
        assert_int_equal(above, k);
        assert_true(f->variable[1][sample[k]] == value[k]);
    }
    uint64_t counted = 0;
    const uint64_t *bins = carom_summary_at(&f->shape, words, 0, f->shape.histogram) + CAROM_HISTOGRAM_WORDS;
    for (int i = 1; i <= CAROM_HISTOGRAM_BINS; i++) counted += bins[i];
    assert_true(counted == inside && bins[0] + counted + bins[CAROM_HISTOGRAM_BINS + 1] == n);
    free(sorted);
    free(words);
    let_go(f);
}

// Checks that of several equal numbers those of the earliest samples are kept as worst cases, for any order of the
// blocks.
static void equal_cases_are_the_earliest(void **state) {
    (void)state;
    for (int low = 0; low < 2; low++) {
        fixture *f = make();
        f->study.worst_low = low;
        uint64_t *words = empty(f), *part = empty(f);
        for (uint64_t i = 0; i < N; i++) {
            f->variable[1][i] = 2000.0 + (double)(i % 3);
            f->variable[2][i] = 0.0;
            f->status[i] = CAROM_OK;
        }
        for (uint64_t b = BLOCKS; b-- > 0;) add(f, b % 2 ? words : part, b);
        carom_summary_merge(&f->study, &f->shape, words, part);
        const uint64_t *sample = carom_summary_at(&f->shape, words, 0, f->shape.worst_sample);
        for (uint64_t k = 0; k < 5; k++) assert_true(sample[k] == 3 * k + (low ? 0 : 2));
        free(words);
        free(part);
        let_go(f);
    }
}

// Checks that a number is between the bounds of its bucket, and that buckets are in ascending order.
static void sketch_buckets_hold_their_numbers(void **state) {
    (void)state;
    random_stream r = random_at(3, 0);
    double last = -HUGE_VAL;
    for (int b = 0; b < CAROM_SKETCH_BUCKETS; b++) {
        double low, high;
        carom_sketch_bounds(b, &low, &high);
        assert_true(low <= high && low >= last);
        last = low;
    }
    for (int i = 0; i < 100000; i++) {
        const double x = wild(&r);
        double low, high;
        carom_sketch_bounds(carom_sketch_bucket(x), &low, &high);
        if (fabs(x) >= 0x1p-32) assert_true(low <= x && x <= high);
        if (fabs(x) >= 0x1p-32 && fabs(x) < 0x1p32) assert_true(high - low <= fabs(x) / 32.0);
    }
    assert_int_equal(carom_sketch_bucket(0.0), CAROM_SKETCH_SIDE);
    assert_int_equal(carom_sketch_bucket(HUGE_VAL), CAROM_SKETCH_BUCKETS - 1);
}

// Checks that every instruction set of this machine gives the bits of the baseline, for any numbers.
static void levels_agree_to_the_bit(void **state) {
    (void)state;
    enum { COLUMN = CAROM_SWEEP_BLOCK };
    static double x[2][COLUMN], deviation[2][COLUMN];
    static int32_t bucket[2][COLUMN];
    random_stream r = random_at(4, 0);
    int compared = 0;
    for (int round = 0; round < 200; round++) {
        for (int i = 0; i < COLUMN; i++) x[0][i] = wild(&r), x[1][i] = i % 97 ? wild(&r) : (i % 2 ? -0.0 : 0.0);
        const carom_sums *base = carom_sums_at(0);
        double low = 1.0, high = -1.0;
        base->deviate(x[1], 0.3, deviation[0], &low, &high);
        base->buckets(x[0], bucket[0]);
        for (int level = 1; level < CAROM_SUMS_LEVELS; level++) {
            const carom_sums *other = carom_sums_at(level);
            if (!other) continue;
            double least = 1.0, greatest = -1.0;
            other->deviate(x[1], 0.3, deviation[1], &least, &greatest);
            other->buckets(x[0], bucket[1]);
            const double sums[2] = {base->total(x[0]), base->dot(x[0], x[1])};
            const double others[2] = {other->total(x[0]), other->dot(x[0], x[1])};
            assert_memory_equal(sums, others, sizeof sums);
            assert_memory_equal(deviation[0], deviation[1], sizeof *deviation);
            assert_memory_equal(bucket[0], bucket[1], sizeof *bucket);
            assert_true(low == least && high == greatest);
            compared++;
        }
    }
    assert_string_equal(carom_sums_best()->level, carom_batch_describe(NULL).instruction_set);
    print_message("%d blocks compared at levels above the baseline\n", compared);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_do_not_depend_on_order),       cmocka_unit_test(sums_are_exact),
        cmocka_unit_test(merging_in_any_order_is_the_same),  cmocka_unit_test(moments_are_right),
        cmocka_unit_test(order_statistics_are_right),        cmocka_unit_test(equal_cases_are_the_earliest),
        cmocka_unit_test(sketch_buckets_hold_their_numbers), cmocka_unit_test(levels_agree_to_the_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
