// Runs a study: rank 0 hands out blocks to ranks that ask for work, merges their summaries and writes the file. It also
// works itself.
#ifndef CAROM_SWEEP_RANKS_H
#define CAROM_SWEEP_RANKS_H

#include <signal.h>

#include "carom/sweep.h"
#include "mods/sweep/block.h"

typedef struct carom_run {
    const carom_sweep_ranks *ranks;
    uint64_t chunk;                    // number of blocks handed out at a time; 0: chosen by the speed
    double commit_every;               // seconds between commits; 0: after every chunk
    const volatile sig_atomic_t *stop; // set by a signal: the run ends soon and can be resumed
    carom_sweep_progress_fn *tell;     // is called a few times a second on rank 0; may be NULL
    void *context;
    carom_sweep_progress news; // filled when the run ends
    int error;                 // errno of a failure; 0 if there was none
} carom_run;

// Works on every rank until the study is done, a stop is requested, or something fails. An error that is set before is
// reported to rank 0. The results of ranks other than 0 are only memory.
void carom_run_study(carom_run *run, carom_results *results, carom_worker *worker);

#endif
