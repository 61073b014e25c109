// Reads and writes FCLIB files, a collection of friction problems.
//
// A local FCLIB problem is u = W r + q with Coulomb's law between u and r, normal first. carom's methods solve it with
// q
// in place of the velocities and without restitution.
#ifndef CAROM_FCLIB_H
#define CAROM_FCLIB_H

#include <stddef.h>

#include "carom/carom.h"

// A problem that owns its memory; carom_fclib_free frees it.
typedef struct carom_fclib {
    int nc, dim;
    double *W, *q, *mu; // (dim nc)^2, dim nc, nc
} carom_fclib;

// Statuses of these functions:
//   CAROM_CANNOT_READ     the file is missing or not an HDF5 file
//   CAROM_BAD_FILE        it holds no local FCLIB problem, or a part has the wrong type or length
//   CAROM_NOT_APPLICABLE  it holds bilateral parts (V, R), which are not supported
//   CAROM_BAD_COUNT       it has more than CAROM_MAX_CONTACTS contacts
//   CAROM_FILE_EXISTS     no file is overwritten
//   CAROM_CANNOT_WRITE    writing failed, and no file is left behind
//   CAROM_BAD_VALUE       a pointer is missing, or dim is neither 2 nor 3
//   CAROM_NO_MEMORY       there is not enough memory

// Reads a file from an untrusted source: checks type, rank and length of every part first. On failure, writes a
// sentence of at most `size` bytes into `why`, which may be NULL.
carom_status carom_fclib_read(const char *path, carom_fclib *problem, char *why, size_t size);
void carom_fclib_free(carom_fclib *problem);

// Writes the problem and, unless P is NULL, the impulse with its velocities as the solution. Removes a file that cannot
// be completed.
carom_status carom_fclib_write(const char *path, const carom_fclib *problem, const char *title, const double *P,
                               char *why, size_t size);

#endif
