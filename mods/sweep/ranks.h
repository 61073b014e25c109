// Running a study: chunks of blocks handed out to whoever is free, merged and committed by rank 0, which works too.
#ifndef CAROM_SWEEP_RUN_H
#define CAROM_SWEEP_RUN_H

#include <signal.h>

#include "carom/sweep.h"
#include "mods/sweep/block.h"
#include "mods/sweep/comm.h"

typedef struct carom_run {
    const carom_comm *comm;
    uint64_t chunk;                    // blocks handed out at a time
    double commit_every;               // seconds between commits; 0: after every chunk
    const volatile sig_atomic_t *stop; // set by a signal: end soon, and resumably
    carom_sweep_progress_fn *tell;     // called a few times a second on rank 0; may be NULL
    void *context;
    carom_sweep_progress news; // filled when the run ends
    int error;                 // errno of what failed; 0: nothing
} carom_run;

// Works until the study is done, a stop is asked for, or something fails; on every rank. `results` is open on rank 0,
// and on the others if columns are kept. True on rank 0 if the study is done; what is done is then in the file.
bool carom_run_study(carom_run *run, const carom_study *study, carom_results *results);

#endif
