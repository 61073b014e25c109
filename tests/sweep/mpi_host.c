// Runs a sweep in a program that uses MPI itself, with a communicator for the sweep alone. The program checks that its
// messages do not mix with those of the sweep, and that MPI still works afterwards. Usage: mpi_host FILE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include "carom/sweep.h"

static const char study[] =
    "{\"scenario\":{\"W\":[[2.5,-1.5],[-1.5,2.5]],\"v\":[-1,0.6],\"params\":{\"e\":0.5,\"mu\":0.5}},"
    "\"laws\":[\"routh\"],\"inputs\":{\"v[1]\":{\"uniform\":[-2,2]}},\"samples\":60001,\"columns\":true,"
    "\"outputs\":[\"dE\",\"P_n\"]}";

static int rank, size;

static void check(bool fine, const char *what) {
    if (fine) return;
    fprintf(stderr, "rank %d of %d: %s\n", rank, size, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

// Functions that send and receive the messages of the sweep.

static void send(void *user, int to, const void *bytes, size_t count) {
    MPI_Send(bytes, (int)count, MPI_BYTE, to, 0, *(MPI_Comm *)user);
}

static void receive(void *user, int from, void *bytes, size_t count) {
    MPI_Recv(bytes, (int)count, MPI_BYTE, from, 0, *(MPI_Comm *)user, MPI_STATUS_IGNORE);
}

static bool waiting(void *user, int *from) {
    int yes = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, *(MPI_Comm *)user, &yes, &status);
    if (yes) *from = status.MPI_SOURCE;
    return yes != 0;
}

// Runs the sweep. Every rank must return CAROM_OK.
static void sweep(const char *path) {
    carom_error why;
    carom_sweep *s = carom_sweep_parse(study, strlen(study), 0, NULL, &why);
    carom_sweep_options options = carom_sweep_options_default();
    MPI_Comm own = MPI_COMM_NULL;
    check(MPI_Comm_dup(MPI_COMM_WORLD, &own) == MPI_SUCCESS, "no communicator");
    const carom_sweep_ranks ranks = {rank, size, send, receive, waiting, &own};
    options.ranks = &ranks;
    options.chunk = 2048.0;
    options.commit_every = 0.0;
    check(s && carom_sweep_run(s, path, &options, NULL, &why) == CAROM_OK, "the sweep failed");
    MPI_Comm_free(&own);
    carom_sweep_free(s);
}

static bool runs(void) {
    int running = 0, over = 0;
    MPI_Initialized(&running);
    MPI_Finalized(&over);
    return running && !over;
}

int main(int argc, char **argv) {
    int sum = 0, one = 1, got = 0, sent;
    MPI_Request request = MPI_REQUEST_NULL;
    if (argc != 2 || MPI_Init(&argc, &argv) != MPI_SUCCESS) return 2;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    // This receive is open while the sweep runs. It would accept any message on MPI_COMM_WORLD, and must get the one
    // that the previous rank sends afterwards.
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    sweep(argv[1]);
    check(runs(), "MPI was ended");
    sent = rank + 100;
    MPI_Send(&sent, 1, MPI_INT, (rank + 1) % size, 7, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check(got == (rank + size - 1) % size + 100, "the program's message is another");
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    check(sum == size, "not all ranks are left");
    MPI_Finalize();
    return 0;
}
