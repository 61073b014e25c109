// The sums of a block of columns, built for several instruction sets; the machine chooses when it runs. Eight running
// sums in a fixed pattern: the same bits for every width of vector instructions.
#ifndef CAROM_SWEEP_SUMS_H
#define CAROM_SWEEP_SUMS_H

#include <stddef.h>
#include <stdint.h>

// Columns of CAROM_SWEEP_BLOCK numbers, all with an answer.
typedef struct carom_sums {
    const char *level; // as carom_batch_describe(NULL).instruction_set names it
    double (*total)(const double *a);
    double (*dot)(const double *a, const double *b);
    // Deviations from the pivot; widens least and greatest.
    void (*deviate)(const double *x, double pivot, double *deviation, double *least, double *greatest);
    // The bucket of each number in the quantile sketch.
    void (*buckets)(const double *x, int32_t *bucket);
} carom_sums;

// NULL where the build does not have the level.
const carom_sums *carom_sums_baseline(void);
const carom_sums *carom_sums_v3(void);
const carom_sums *carom_sums_v4(void);

// In rising order, as the batches' levels are; NULL where this build or this machine does not have it.
enum { CAROM_SUMS_LEVELS = 3 };
const carom_sums *carom_sums_at(int index);
const carom_sums *carom_sums_best(void);

#endif
