#include "mods/sweep/sample.h"

#include <math.h>

// Random123 uses 128-bit products only on x86-64; compilers for other 64-bit processors have them too.
#if defined(__SIZEOF_INT128__) && !defined(R123_USE_GNU_UINT128)
#define R123_USE_GNU_UINT128 1
#endif
#include <Random123/philox.h>

// Returns four 64-bit words of Philox (Salmon et al. 2011), a function of (seed, i, group) only. It takes twenty
// products of 64 by 64 bits; the last two words of the counter are always 0, which saves two. It is inlined so that the
// compiler sees this. There are no vector instructions for such products: a vectorised version was slower (17 ns per
// sample instead of 10).
__attribute__((always_inline)) static inline philox4x64_ctr_t words_at(uint64_t seed, uint64_t i, uint64_t group) {
    const philox4x64_ctr_t counter = {{i, group, 0, 0}};
    const philox4x64_key_t key = {{seed, 0}};
    return philox4x64(counter, key);
}

// Returns the middle of one of 2^53 cells: never 0, never 1.
static double unit_of(uint64_t bits53) {
    return ((double)bits53 + 0.5) * 0x1p-53;
}

uint64_t carom_shuffle(uint64_t key, uint64_t count, uint64_t i) {
    // Four rounds of a Feistel network permute 2^(2 half) >= count numbers; results past the end are permuted again.
    int half = 1;
    while (half < 32 && (UINT64_C(1) << (2 * half)) < count) half++;
    const uint64_t mask = (UINT64_C(1) << half) - 1;
    do {
        uint64_t left = i >> half, right = i & mask;
        for (uint64_t round = 0; round < 4; round++) {
            uint64_t z = (right + key + round * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xbf58476d1ce4e5b9);
            z = (z ^ (z >> 29)) * UINT64_C(0x94d049bb133111eb);
            const uint64_t mixed = (left ^ (z >> 32)) & mask;
            left = right;
            right = mixed;
        }
        i = left << half | right;
    } while (i >= count);
    return i;
}

uint64_t carom_sample_axis_points(const carom_study *study) {
    uint64_t points = 1;
    for (int k = 0; k < study->inputs; k++) {
        const uint64_t count = study->input[k].count;
        if (study->input[k].spread != CAROM_AXIS) continue;
        if (!count || points > CAROM_SAMPLES_MOST / count) return 0;
        points *= count;
    }
    return points;
}

// The columns of the random inputs, in order: dimension j of the designs is column[j].
typedef struct {
    int count;
    double *column[CAROM_SWEEP_INPUTS];
} dimensions;

static void random_units(const carom_study *s, const dimensions *d, uint64_t first, size_t n) {
    for (int j = 0; j < d->count; j += 4) {
        const int four = d->count - j < 4 ? d->count - j : 4;
        for (size_t i = 0; i < n; i++) {
            const philox4x64_ctr_t words = words_at(s->seed, first + i, (uint64_t)j / 4);
            for (int k = 0; k < four; k++) d->column[j + k][i] = unit_of(words.v[k] >> 11);
        }
    }
}

// Computes Sobol's points, shifted by digits that depend on the seed. Every point of the axes gets the same ones.
static void sobol_units(const carom_study *s, int j, uint64_t first, size_t n, uint64_t points, double *u) {
    const uint64_t shift = words_at(s->seed, (uint64_t)j, UINT64_MAX).v[0] >> 11;
    uint64_t directions[CAROM_SOBOL_BITS];
    carom_sobol_directions(j, directions);
    for (size_t i = 0; i < n; i++) u[i] = unit_of(carom_sobol_point(directions, (first + i) / points) ^ shift);
}

// Computes one sample in each of `strata` equal parts of every dimension, at a random place in its part.
static void latin_units(const carom_study *s, int j, uint64_t first, size_t n, uint64_t points, double *u) {
    const uint64_t key = words_at(s->seed, (uint64_t)j, UINT64_MAX).v[1];
    const uint64_t strata = (s->samples + points - 1) / points;
    for (size_t i = 0; i < n; i++) {
        const uint64_t stratum = carom_shuffle(key, strata, (first + i) / points);
        u[i] = fmin(((double)stratum + u[i]) / (double)strata, 1.0 - 0x1p-53);
    }
}

static void fill_units(const carom_study *s, const dimensions *d, uint64_t first, size_t n, uint64_t points) {
    if (s->design != CAROM_SOBOL) random_units(s, d, first, n);
    for (int j = 0; j < d->count; j++) {
        if (s->design == CAROM_SOBOL) sobol_units(s, j, first, n, points, d->column[j]);
        if (s->design == CAROM_LATIN) latin_units(s, j, first, n, points, d->column[j]);
    }
}

static void fill_axis(const carom_input *input, uint64_t first, size_t n, uint64_t stride, double *x) {
    for (size_t i = 0; i < n; i++) x[i] = input->values[(first + i) / stride % input->count];
}

// Correlates the rows of a group from the last up: each needs only the normals of rows above it.
static void correlate(const carom_study *s, size_t n, double *const x[]) {
    for (int k = s->inputs - 1; k >= 0; k--) {
        const carom_input *input = &s->input[k];
        if (input->spread != CAROM_CORRELATED) continue;
        for (size_t i = 0; i < n; i++) {
            double sum = input->a;
            for (int j = 0; j <= input->row; j++) sum += input->factor[j] * x[k - input->row + j][i];
            x[k][i] = sum;
        }
    }
}

void carom_sample(const carom_study *s, uint64_t first, size_t n, double *const x[]) {
    uint64_t stride = 1;
    dimensions d = {0};
    for (int k = 0; k < s->inputs; k++) {
        const carom_input *input = &s->input[k];
        if (input->spread == CAROM_AXIS) {
            fill_axis(input, first, n, stride, x[k]);
            stride *= input->count;
        } else {
            d.column[d.count++] = x[k];
        }
    }
    fill_units(s, &d, first, n, stride);
    for (int k = 0; k < s->inputs; k++)
        if (s->input[k].spread != CAROM_AXIS) carom_quantiles(&s->input[k], n, x[k]);
    correlate(s, n, x);
}
