// The other ranks. A run that mpirun did not start, or a build without MPI, is a world of one.
#ifndef CAROM_SWEEP_COMM_H
#define CAROM_SWEEP_COMM_H

#include <stdbool.h>
#include <stddef.h>

typedef struct carom_comm {
    int rank, size;
} carom_comm;

// Uses the program's MPI if it runs, and starts it where a launcher started this process. Only what was started here is
// ended again.
carom_comm carom_comm_start(void);
void carom_comm_stop(void);

// Ends the other ranks, if there are any: this one cannot go on and they would wait for it.
void carom_comm_abort(const carom_comm *comm);

void carom_comm_send(int to, const void *bytes, size_t count);
void carom_comm_receive(int from, void *bytes, size_t count);

// Has somebody sent something? Then *from is who. Does not wait.
bool carom_comm_waiting(int *from);

// Everybody gets rank 0's number.
int carom_comm_share(const carom_comm *comm, int number);

#endif
