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
    carom_piece *piece;                                    // receives the columns; NULL: only summaries
    double *pivot;                                         // laws x variables
    double *x[CAROM_SWEEP_INPUTS], *y[CAROM_OUTPUT_COUNT]; // of the samples
    carom_contacts *contacts;
    carom_solved solved;   // the results of the last law or method
    void *columns, *codes; // memory of the columns above
    void *memory;          // for batches; NULL if it would not help
    size_t memory_bytes;
} carom_worker;

// Starts a worker. Returns false if there is not enough memory. The pivots come from the first samples of the study, so
// they are the same for every worker.
bool carom_worker_start(carom_worker *worker, const carom_study *study);
void carom_worker_end(carom_worker *worker);

// Draws samples first .. first + n - 1, at most a block, into worker->x.
void carom_worker_draw(carom_worker *worker, uint64_t first, size_t n);

// Solves the n samples in worker->x by one law.
void carom_worker_answer(carom_worker *worker, int law, size_t n, carom_block_answers *answers);

// Adds block number `block` to the summary, and its columns to the piece if there is one.
void carom_worker_block(carom_worker *worker, uint64_t block, uint64_t *summary);

// Finds the ranges of histograms from a few samples of the study. Returns false if there is not enough memory.
bool carom_study_pilot(carom_study *study);

// The results of a law for one contact of a block, and the bodies if an output needs them.
typedef struct carom_block_columns {
    int dim;
    const double *P[3], *v[3], *start[3], *dE; // start: the relative velocity before the impact
    const double *work, *outcomes;             // of several contacts
    const carom_moving *moving;
    bool backwards; // the bodies' velocities are those after the impact
} carom_block_columns;

// Returns n numbers of an output: one of those columns, or values computed from them in y.
const double *carom_output_column(carom_sweep_quantity output, const carom_block_columns *block, size_t n, double *y);

#endif
