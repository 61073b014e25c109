// Determines which inputs matter. Computes rank correlations and Sobol indices of a study from separate samples.
#ifndef CAROM_SWEEP_IMPORTANCE_H
#define CAROM_SWEEP_IMPORTANCE_H

#include "carom/sweep.h"

// A number with an interval.
typedef struct carom_estimate {
    double value, low, high;
} carom_estimate;

// The importance of one input for one output.
typedef struct carom_importance {
    carom_estimate rank;         // Spearman's correlation; the interval covers 95 %
    carom_estimate first, total; // Sobol indices; the intervals cover 90 % of bootstrap repetitions
    bool grouped;                // the Sobol indices are those of its correlated group
} carom_importance;

enum { CAROM_IMPORTANCE_SAMPLES = 2048 };

// Fills outputs x inputs rows, output by output. Indices are NaN if an input is a grid or a list, or if a result has no
// variance. Returns the number of samples that were used, or 0 if memory runs out.
size_t carom_sweep_importance(const carom_sweep_results *results, int law, carom_importance *list);

// Finds the sample, among the first CAROM_IMPORTANCE_SAMPLES, whose outputs are nearest to the medians. Each distance is
// relative to the range from the 5th to the 95th percentile. Returns false if none has a result.
bool carom_sweep_typical(const carom_sweep_results *results, int law, uint64_t *sample);

// Computes the outputs of one sample by a law, in SI. Returns the status.
carom_status carom_sweep_sample_outputs(const carom_sweep_results *results, int law, uint64_t sample, double *outputs);

// Writes the distribution of an input as the file states it, such as "uniform 1150 to 1300". Returns the text.
const char *carom_sweep_spread(const carom_sweep *study, int input, char *text, size_t size);

#endif
