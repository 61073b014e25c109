// Runs a study: chunks of blocks are handed out to free ranks. Rank 0 merges and commits them, and also works.
#ifndef CAROM_SWEEP_RANKS_H
#define CAROM_SWEEP_RANKS_H

#include <signal.h>

#include "carom/sweep.h"
#include "mods/sweep/block.h"

typedef struct carom_run {
    const carom_sweep_ranks *ranks;
    uint64_t chunk;                    // number of blocks handed out at a time
    double commit_every;               // seconds between commits; 0: after every chunk
    const volatile sig_atomic_t *stop; // set by a signal: the run ends soon and can be resumed
    carom_sweep_progress_fn *tell;     // is called a few times a second on rank 0; may be NULL
    void *context;
    carom_sweep_progress news; // filled when the run ends
    int error;                 // errno of a failure; 0 if there was none
} carom_run;

// Works on every rank until the study is done, a stop is requested, or something fails. `results` is open on rank 0,
// and on the others if columns are kept. Returns true on rank 0 if the study is done and in the file.
bool carom_run_study(carom_run *run, const carom_study *study, carom_results *results);

#endif
