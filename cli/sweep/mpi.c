#include "cli/sweep/mpi.h"

#ifdef CAROM_WITH_MPI

#include <stdlib.h>
#include <string.h>

#include <mpi.h>

// Variables that launchers set for their processes. Any of them may be missing. The launchers are Open MPI and PRRTE,
// PMIx, MPICH, Intel MPI and Flux (PMI), Hydra, MVAPICH, Cray ALPS and PALS, IBM's jsrun and poe.
static const char *const signs[] = {"OMPI_COMM_WORLD_RANK",
                                    "OMPI_COMM_WORLD_SIZE",
                                    "PMIX_RANK",
                                    "PMIX_NAMESPACE",
                                    "PMI_RANK",
                                    "PMI_SIZE",
                                    "PMI_ID",
                                    "PMI_FD",
                                    "PMI_PORT",
                                    "HYDI_CONTROL_FD",
                                    "MPI_LOCALRANKID",
                                    "MPIRUN_RANK",
                                    "MV2_COMM_WORLD_RANK",
                                    "MV2_COMM_WORLD_SIZE",
                                    "MPISPAWN_ID",
                                    "ALPS_APP_PE",
                                    "PALS_RANKID",
                                    "FLUX_TASK_RANK",
                                    "MP_CHILD",
                                    "JSM_NAMESPACE_RANK"};

// Returns true if MPI must be started to find the ranks. A process without a launcher does not start
// it. MPI would take half a second and a helper process, and would end the program if no directory is writable or no
// helper is installed. CAROM_MPI=1 always starts it, CAROM_MPI=0 never.
static bool may_be_launched(void) {
    const char *wish = getenv("CAROM_MPI"), *tasks = getenv("SLURM_STEP_NUM_TASKS");
    if (wish && *wish) return strcmp(wish, "0") != 0;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (getenv(signs[i])) return true;
    return tasks && strtol(tasks, NULL, 10) > 1;
}

static bool started;

static void send(void *user, int to, const void *bytes, size_t count) {
    MPI_Send(bytes, (int)count, MPI_BYTE, to, 0, MPI_COMM_WORLD);
}

static void receive(void *user, int from, void *bytes, size_t count) {
    MPI_Recv(bytes, (int)count, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static bool waiting(void *user, int *from) {
    int yes = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &yes, &status);
    if (yes) *from = status.MPI_SOURCE;
    return yes != 0;
}

carom_sweep_ranks carom_mpi_start(void) {
    carom_sweep_ranks ranks = {.rank = 0, .size = 1, .send = send, .receive = receive, .waiting = waiting};
    started = may_be_launched() && MPI_Init(NULL, NULL) == MPI_SUCCESS;
    if (!started) return ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks.size);
    return ranks;
}

void carom_mpi_stop(void) {
    if (started) MPI_Finalize();
    started = false;
}

#else

carom_sweep_ranks carom_mpi_start(void) {
    return (carom_sweep_ranks){.rank = 0, .size = 1};
}

void carom_mpi_stop(void) {}

#endif
