#include <math.h>
#include <string.h>

#include "mods/sweep/summary.h"

static const double smallest = 0x1p-32, largest = 0x1p32;

int carom_sketch_bucket(double x) {
    const double size = fabs(x);
    int step = CAROM_SKETCH_SIDE - 1;
    if (size < smallest) return CAROM_SKETCH_SIDE;
    if (size < largest) {
        // Exponent and first five fraction bits, counted from those of 2^-32.
        uint64_t bits;
        memcpy(&bits, &size, sizeof bits);
        step = (int)(bits >> 47) - ((1023 - 32) << 5);
    }
    return x < 0.0 ? CAROM_SKETCH_SIDE - 1 - step : CAROM_SKETCH_SIDE + 1 + step;
}

void carom_sketch_add(uint64_t *sketch, const double *x, const bool *answered, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (answered[i]) sketch[carom_sketch_bucket(x[i])]++;
}

static double step_start(int step) {
    return ldexp(1.0 + (double)(step % CAROM_SKETCH_FINE) / CAROM_SKETCH_FINE, step / CAROM_SKETCH_FINE - 32);
}

void carom_sketch_bounds(int bucket, double *low, double *high) {
    const int step = bucket < CAROM_SKETCH_SIDE ? CAROM_SKETCH_SIDE - 1 - bucket : bucket - CAROM_SKETCH_SIDE - 1;
    const double near = step < 0 ? 0.0 : step_start(step);
    const double far = step < 0 ? 0.0 : step == CAROM_SKETCH_SIDE - 1 ? HUGE_VAL : step_start(step + 1);
    *low = bucket < CAROM_SKETCH_SIDE ? -far : near;
    *high = bucket < CAROM_SKETCH_SIDE ? -near : far;
}

double carom_summary_quantile(const carom_summary_shape *shape, uint64_t *words, int law, int inputs, int output,
                              double share) {
    const uint64_t *count = carom_summary_at(shape, words, law, shape->sketch) + output * CAROM_SKETCH_BUCKETS;
    const uint64_t answered = *carom_summary_at(shape, words, law, shape->answered);
    double least, greatest, low, high;
    memcpy(&least, carom_summary_at(shape, words, law, shape->least) + inputs + output, sizeof least);
    memcpy(&greatest, carom_summary_at(shape, words, law, shape->greatest) + inputs + output, sizeof greatest);
    if (!answered) return (double)NAN;
    // The bucket in which the share is reached, and how far into it.
    const double wanted = share * (double)answered;
    double below = 0.0;
    int bucket = 0;
    while (bucket < CAROM_SKETCH_BUCKETS - 1 && !(below + (double)count[bucket] >= wanted && count[bucket])) {
        below += (double)count[bucket];
        bucket++;
    }
    carom_sketch_bounds(bucket, &low, &high);
    low = fmax(low, least);
    high = fmin(high, greatest);
    const double inside = count[bucket] ? (wanted - below) / (double)count[bucket] : 0.0;
    return low + inside * (high - low);
}
