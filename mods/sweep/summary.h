// Summarises any number of samples in a block of memory of fixed size, the same for 1e3 samples and 1e12.
//
// It consists of 64-bit words in segments, each with its own way to merge: counts and exact sums are added, extremes and
// worst cases are compared. All of these are associative and commutative, so summaries of any parts, merged in any
// order, give the same words.
#ifndef CAROM_SWEEP_SUMMARY_H
#define CAROM_SWEEP_SUMMARY_H

#include "mods/sweep/exact_sum.h"
#include "mods/sweep/sketch.h"
#include "mods/sweep/study.h"

enum {
    CAROM_BROKEN_KINDS = 7,
    CAROM_HISTOGRAM_WORDS = CAROM_HISTOGRAM_BINS + 2 // below, the bins, above
};

// Offsets of the parts of one law's summary, in words. The sample of a worst case that does not exist is UINT64_MAX.
typedef struct carom_summary_shape {
    int variables; // inputs, then outputs
    size_t overflow, status, mode, broken, answered, first, second, least, greatest, sketch, histogram, worst_value,
        worst_sample;
    size_t law_words, words;
} carom_summary_shape;

carom_summary_shape carom_summary_plan(const carom_study *study);

void carom_summary_clear(const carom_study *study, const carom_summary_shape *shape, uint64_t *words);
void carom_summary_merge(const carom_study *study, const carom_summary_shape *shape, uint64_t *words,
                         const uint64_t *other);

// The data of a block for one law: its inputs and outputs as columns, NaN if there is no result.
typedef struct carom_block_answers {
    uint64_t first; // sample number
    size_t n;
    const double *variable[CAROM_SWEEP_INPUTS + CAROM_OUTPUT_COUNT];
    const uint8_t *status, *mode, *broken;
} carom_block_answers;

// Adds a block to law number `law`. Deviations are summed about `pivot`, one per variable.
void carom_summary_add(const carom_study *study, const carom_summary_shape *shape, uint64_t *words, int law,
                       const double *pivot, const carom_block_answers *block);

// Read a summary of law number `law`.
uint64_t *carom_summary_at(const carom_summary_shape *shape, uint64_t *words, int law, size_t part);
void carom_summary_moments(const carom_summary_shape *shape, uint64_t *words, int law, const double *pivot,
                           double *mean, double *covariance);
double carom_summary_quantile(const carom_summary_shape *shape, uint64_t *words, int law, int inputs, int output,
                              double share);

#endif
