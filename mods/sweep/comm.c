#include "mods/sweep/comm.h"

#ifdef CAROM_WITH_MPI

#include <stdlib.h>

#include <mpi.h>

// What launchers set for their processes. Starting MPI without one costs a third of a second and a helper process.
static bool launched(void) {
    static const char *const signs[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (getenv(signs[i])) return true;
    return false;
}

carom_comm carom_comm_start(void) {
    carom_comm comm = {0, 1};
    if (!launched() || MPI_Init(NULL, NULL) != MPI_SUCCESS) return comm;
    MPI_Comm_rank(MPI_COMM_WORLD, &comm.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &comm.size);
    return comm;
}

void carom_comm_stop(void) {
    int started;
    if (MPI_Initialized(&started) == MPI_SUCCESS && started) MPI_Finalize();
}

void carom_comm_abort(const carom_comm *comm) {
    if (comm->size > 1) MPI_Abort(MPI_COMM_WORLD, 5);
}

void carom_comm_send(int to, const void *bytes, size_t count) {
    MPI_Send(bytes, (int)count, MPI_BYTE, to, 0, MPI_COMM_WORLD);
}

void carom_comm_receive(int from, void *bytes, size_t count) {
    MPI_Recv(bytes, (int)count, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

bool carom_comm_waiting(int *from) {
    int yes = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &yes, &status);
    if (yes) *from = status.MPI_SOURCE;
    return yes != 0;
}

int carom_comm_share(const carom_comm *comm, int number) {
    if (comm->size > 1) MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return number;
}

#else

carom_comm carom_comm_start(void) {
    return (carom_comm){0, 1};
}

void carom_comm_stop(void) {}

void carom_comm_abort(const carom_comm *comm) {
    (void)comm;
}

void carom_comm_send(int to, const void *bytes, size_t count) {
    (void)to, (void)bytes, (void)count;
}

void carom_comm_receive(int from, void *bytes, size_t count) {
    (void)from, (void)bytes, (void)count;
}

bool carom_comm_waiting(int *from) {
    (void)from;
    return false;
}

int carom_comm_share(const carom_comm *comm, int number) {
    (void)comm;
    return number;
}

#endif
