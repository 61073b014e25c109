// Implements each instruction set of mods/sweep/sums.h: include it once, after CAROM_LEVEL_NAME.
#include "mods/sweep/sketch.h"
#include "mods/sweep/study.h"
#include "mods/sweep/sums.h"

enum { LANES = 8 };

static double joined(const double lane[LANES]) {
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

static double dot(const double *a, const double *b) {
    double lane[LANES] = {0.0};
    for (size_t i = 0; i < CAROM_SWEEP_BLOCK; i += LANES)
        for (size_t k = 0; k < LANES; k++) lane[k] += a[i + k] * b[i + k];
    return joined(lane);
}

static double total(const double *a) {
    double lane[LANES] = {0.0};
    for (size_t i = 0; i < CAROM_SWEEP_BLOCK; i += LANES)
        for (size_t k = 0; k < LANES; k++) lane[k] += a[i + k];
    return joined(lane);
}

static void deviate(const double *x, double pivot, double *restrict deviation, double *least, double *greatest) {
    double low[LANES], high[LANES];
    for (size_t k = 0; k < LANES; k++) low[k] = *least, high[k] = *greatest;
    for (size_t i = 0; i < CAROM_SWEEP_BLOCK; i += LANES)
        for (size_t k = 0; k < LANES; k++) {
            deviation[i + k] = x[i + k] - pivot;
            low[k] = x[i + k] < low[k] ? x[i + k] : low[k];
            high[k] = x[i + k] > high[k] ? x[i + k] : high[k];
        }
    // -0 and 0 compare equal; adding 0 makes the bits independent of their order.
    for (size_t k = 0; k < LANES; k++) {
        *least = (low[k] < *least ? low[k] : *least) + 0.0;
        *greatest = (high[k] > *greatest ? high[k] : *greatest) + 0.0;
    }
}

static void buckets(const double *x, int32_t *restrict bucket) {
    for (size_t i = 0; i < CAROM_SWEEP_BLOCK; i++) bucket[i] = carom_sketch_bucket(x[i]);
}

static const carom_sums this_level = {CAROM_LEVEL_NAME, total, dot, deviate, buckets};
