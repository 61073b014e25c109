// One block of samples: made, solved by every law, added to a summary, and written if columns are kept.
#ifndef CAROM_SWEEP_BLOCK_H
#define CAROM_SWEEP_BLOCK_H

#include "mods/sweep/results.h"
#include "mods/sweep/summary.h"

// Memory of one worker.
typedef struct carom_worker {
    const carom_study *study;
    carom_summary_shape shape;
    carom_results *results; // NULL: only summaries
    double *pivot;          // laws x variables
    double *x[CAROM_SWEEP_INPUTS];
    double *y[CAROM_OUTPUT_COUNT];
    double *P[3], *v[3], *dE;
    double *start[3]; // of impacts backwards: the relative velocity before
    uint8_t *status, *mode, *broken;
    carom_contacts *contacts;
    carom_many_block many; // several contacts: the answers of the last question
    void *memory;          // for batches; NULL where it would not help
    size_t memory_bytes;
} carom_worker;

// False if memory ends. The pivots come from the first samples of the study, so every worker finds the same.
bool carom_worker_start(carom_worker *worker, const carom_study *study, carom_results *results);
void carom_worker_end(carom_worker *worker);

// Widens low[k] and high[k] to the answers of these samples, for each output k and under every law. At most a block.
void carom_worker_span(carom_worker *worker, uint64_t first, size_t n, double *low, double *high);

// Finds the ranges of histograms from a few samples of the study. False if memory ends.
bool carom_study_pilot(carom_study *study);

// Adds block number `block` to the summary. False if columns cannot be written: errno is set.
bool carom_worker_block(carom_worker *worker, uint64_t block, uint64_t *summary);

// One law on the contacts of the block, backwards: status not-applicable where there are several velocities before.
void carom_worker_back(carom_worker *worker, const carom_law_asked *asked, size_t n);

#endif
