#include "mods/sweep/comm.h"

#ifdef CAROM_WITH_MPI

#include <stdlib.h>
#include <string.h>

#include <mpi.h>

// Variables that launchers set for their processes, each of which may miss: Open MPI and PRRTE, PMIx, MPICH, Intel MPI and
// Flux (PMI), Hydra, MVAPICH, Cray ALPS and PALS, IBM's jsrun and poe.
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

// Whether to start MPI, which alone knows the ranks. A process that no launcher started does without: MPI would take half
// a second and a helper process, and end the program where it finds no folder to write to, or no helper installed.
// CAROM_MPI=1 starts it in any case, CAROM_MPI=0 in none.
static bool may_be_launched(void) {
    const char *wish = getenv("CAROM_MPI"), *tasks = getenv("SLURM_STEP_NUM_TASKS");
    if (wish && *wish) return strcmp(wish, "0") != 0;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (getenv(signs[i])) return true;
    return tasks && strtol(tasks, NULL, 10) > 1;
}

// Between join and leave: ranks of their own, so that messages of the program do not meet those of the sweep; and whether
// MPI was started here.
static MPI_Comm ranks = MPI_COMM_NULL;
static bool started;

static bool start_mpi(void) {
    int running = 0, over = 0;
    MPI_Initialized(&running);
    MPI_Finalized(&over);
    if (over) return false;
    if (running) return true;
    started = may_be_launched() && MPI_Init(NULL, NULL) == MPI_SUCCESS;
    return started;
}

carom_comm carom_comm_start(void) {
    carom_comm comm = {0, 1};
    if (!start_mpi()) return comm;
    if (ranks == MPI_COMM_NULL && MPI_Comm_dup(MPI_COMM_WORLD, &ranks) != MPI_SUCCESS) return comm;
    MPI_Comm_rank(ranks, &comm.rank);
    MPI_Comm_size(ranks, &comm.size);
    return comm;
}

void carom_comm_stop(void) {
    if (ranks != MPI_COMM_NULL) MPI_Comm_free(&ranks);
    if (started) MPI_Finalize();
    started = false;
}

void carom_comm_abort(const carom_comm *comm) {
    if (comm->size > 1) MPI_Abort(ranks, 5);
}

void carom_comm_send(int to, const void *bytes, size_t count) {
    MPI_Send(bytes, (int)count, MPI_BYTE, to, 0, ranks);
}

void carom_comm_receive(int from, void *bytes, size_t count) {
    MPI_Recv(bytes, (int)count, MPI_BYTE, from, 0, ranks, MPI_STATUS_IGNORE);
}

bool carom_comm_waiting(int *from) {
    int yes = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, ranks, &yes, &status);
    if (yes) *from = status.MPI_SOURCE;
    return yes != 0;
}

int carom_comm_share(const carom_comm *comm, int number) {
    if (comm->size > 1) MPI_Bcast(&number, 1, MPI_INT, 0, ranks);
    return number;
}

#else

carom_comm carom_comm_start(void) {
    return (carom_comm){0, 1};
}

void carom_comm_stop(void) {}

void carom_comm_abort(const carom_comm *comm) {}

void carom_comm_send(int to, const void *bytes, size_t count) {}

void carom_comm_receive(int from, void *bytes, size_t count) {}

bool carom_comm_waiting(int *from) {
    return false;
}

int carom_comm_share(const carom_comm *comm, int number) {
    return number;
}

#endif
