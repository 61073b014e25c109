// What is kept of any number of samples: a block of memory of fixed size, the same for 1e3 samples and 1e12.
//
// It is made of 64-bit words in segments, each with its way to merge: counts add, sums add exactly, extremes and worst
// cases compete. Every one of these is associative and commutative, so summaries of any parts, merged in any order, are
// the same words.
#ifndef CAROM_SWEEP_SUMMARY_H
#define CAROM_SWEEP_SUMMARY_H

#include "mods/sweep/exact_sum.h"
#include "mods/sweep/sketch.h"
#include "mods/sweep/study.h"

enum {
    CAROM_BROKEN_KINDS = 7,
    CAROM_HISTOGRAM_WORDS = CAROM_HISTOGRAM_BINS + 2 // below, the bins, above
};

// One worst case; index UINT64_MAX: none yet.
typedef struct carom_worst_case {
    double value;
    uint64_t index;
} carom_worst_case;

// Where the parts of one law's summary lie, in words from its start.
typedef struct carom_summary_shape {
    int variables; // inputs, then outputs
    size_t overflow, status, mode, broken, answered, first, second, least, greatest, sketch, histogram, worst;
    size_t law_words, words;
} carom_summary_shape;

carom_summary_shape carom_summary_plan(const carom_study *study);

void carom_summary_clear(const carom_study *study, const carom_summary_shape *shape, uint64_t *words);
void carom_summary_merge(const carom_study *study, const carom_summary_shape *shape, uint64_t *words,
                         const uint64_t *other);

// What a block gives one law: its inputs and outputs as columns, NaN where there is no answer.
typedef struct carom_block_answers {
    uint64_t first; // sample number
    size_t n;
    const double *variable[CAROM_SWEEP_INPUTS + CAROM_OUTPUT_COUNT];
    const uint8_t *status, *mode, *broken;
} carom_block_answers;

// Adds a block to law number `law`. Deviations are summed about `pivot`, one a variable.
void carom_summary_add(const carom_study *study, const carom_summary_shape *shape, uint64_t *words, int law,
                       const double *pivot, const carom_block_answers *block);

// Reading a summary of law number `law`.
uint64_t *carom_summary_at(const carom_summary_shape *shape, uint64_t *words, int law, size_t part);
void carom_summary_moments(const carom_summary_shape *shape, uint64_t *words, int law, const double *pivot,
                           double *mean, double *covariance);
double carom_summary_quantile(const carom_summary_shape *shape, uint64_t *words, int law, int inputs, int output,
                              double share);

// Which bucket a number counts in, and between which numbers a bucket lies.

#endif
