// Connects the processes of a sweep with MPI. Without MPI, or without a launcher, there is one process.
#ifndef CAROM_CLI_SWEEP_MPI_H
#define CAROM_CLI_SWEEP_MPI_H

#include "carom/sweep.h"

// Starts MPI if a launcher started this process or the environment has CAROM_MPI=1; CAROM_MPI=0 prevents it. Returns
// the processes of the run.
carom_sweep_ranks carom_mpi_start(void);

// Ends MPI if it was started.
void carom_mpi_stop(void);

#endif
