// Computes the sums of a block of columns, for several instruction sets, selected at run time. Eight running sums in a
// fixed pattern give the same bits for every vector width.
#ifndef CAROM_SWEEP_SUMS_H
#define CAROM_SWEEP_SUMS_H

#include <stddef.h>
#include <stdint.h>

// Functions on columns of CAROM_SWEEP_BLOCK numbers, all with results.
typedef struct carom_sums {
    const char *level; // name, as in carom_batch_describe(NULL).instruction_set
    double (*total)(const double *a);
    double (*dot)(const double *a, const double *b);
    // Computes deviations from the pivot and updates least and greatest.
    void (*deviate)(const double *x, double pivot, double *deviation, double *least, double *greatest);
    // Computes the bucket of each number in the quantile sketch.
    void (*buckets)(const double *x, int32_t *bucket);
} carom_sums;

// NULL if the build does not have this instruction set.
const carom_sums *carom_sums_baseline(void);
const carom_sums *carom_sums_v3(void);
const carom_sums *carom_sums_v4(void);

// Returns the functions for an instruction set; sets are in rising order as for batches. NULL if this build or machine lacks the set.
enum { CAROM_SUMS_LEVELS = 3 };
const carom_sums *carom_sums_at(int index);
const carom_sums *carom_sums_best(void);

#endif
