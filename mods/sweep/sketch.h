// Estimates quantiles: counts numbers by sign, exponent and the first five bits after it, like HDR histograms. A
// quantile is accurate to 1/32 of itself for any distribution. Sizes below 2^-32 count as zero, and all from 2^32 share
// one bucket. Minimum and maximum are kept separately.
#ifndef CAROM_SWEEP_SKETCH_H
#define CAROM_SWEEP_SKETCH_H

#include <stdint.h>
#include <string.h>

enum {
    CAROM_SKETCH_FINE = 32,                          // buckets per factor of two
    CAROM_SKETCH_SIDE = 64 * CAROM_SKETCH_FINE + 1,  // buckets of one sign; the last is the overflow
    CAROM_SKETCH_BUCKETS = 2 * CAROM_SKETCH_SIDE + 1 // negative, zero, positive, in ascending order
};

// Returns the exponent and first five fraction bits, counted from those of 2^-32. Has no branches, so that it can be
// vectorised.
static inline int32_t carom_sketch_bucket(double x) {
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int64_t first = (bits & INT64_MAX) >> 47, least = (int64_t)(1023 - 32) << 5, past = (int64_t)(1023 + 32) << 5;
    const int64_t step = first < past ? first - least : CAROM_SKETCH_SIDE - 1;
    const int64_t place = x < 0.0 ? -1 - step : 1 + step;
    return (int32_t)(CAROM_SKETCH_SIDE + (first < least ? 0 : place));
}

void carom_sketch_bounds(int bucket, double *low, double *high);

#endif
