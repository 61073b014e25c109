// Processes one block of samples: creates them, solves them with every law, adds them to a summary, and keeps
// their columns.
#ifndef CAROM_SWEEP_BLOCK_H
#define CAROM_SWEEP_BLOCK_H

#include "mods/sweep/results.h"
#include "mods/sweep/summary.h"

// Memory of one worker.
typedef struct carom_worker {
    const carom_study *study;
    carom_summary_shape shape;
    carom_piece *piece; // receives the columns; NULL: only summaries
    double *pivot;      // laws x variables
    double *x[CAROM_SWEEP_INPUTS];
    double *y[CAROM_OUTPUT_COUNT];
    double *P[3], *v[3], *dE;
    double *start[3]; // for inverse sweeps: the relative velocity before the impact
    uint8_t *status, *mode, *broken;
    carom_contacts *contacts;
    carom_system_block many; // for several contacts: the last results
    void *memory;            // for batches; NULL if it would not help
    size_t memory_bytes;
} carom_worker;

// Starts a worker. Returns false if there is not enough memory. The pivots come from the first samples of the study, so
// they are the same for every worker.
bool carom_worker_start(carom_worker *worker, const carom_study *study);
void carom_worker_end(carom_worker *worker);

// Extends low[k] and high[k] to the results of these samples, for each output k and every law. At most one block.
void carom_worker_span(carom_worker *worker, uint64_t first, size_t n, double *low, double *high);

// Finds the ranges of histograms from a few samples of the study. Returns false if there is not enough memory.
bool carom_study_pilot(carom_study *study);

// Adds block number `block` to the summary, and its columns to the piece if there is one.
void carom_worker_block(carom_worker *worker, uint64_t block, uint64_t *summary);

// Solves the contacts of the block inversely with one law. The status is not-applicable if there are several velocities
// before.
void carom_worker_back(carom_worker *worker, const carom_law_asked *asked, size_t n);

// Solves n samples, at most a block, whose inputs are in worker->x, by one law.
void carom_worker_answer(carom_worker *worker, int law, size_t n, carom_block_answers *answers);

#endif
