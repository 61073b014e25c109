// Problems in files: FCLIB, the field's collection of friction problems.
//
// A local FCLIB problem is u = W r + q with Coulomb's law between u and r, normal first: what carom's methods solve
// with q in the place of the velocities and no restitution.
#ifndef CAROM_FCLIB_H
#define CAROM_FCLIB_H

#include <stddef.h>

#include "carom/carom.h"

// A problem in memory of its own; carom_fclib_free gives it back.
typedef struct carom_fclib {
    int nc, dim;
    double *W, *q, *mu; // (dim nc)^2, dim nc, nc
} carom_fclib;

// Statuses of a file: CAROM_CANNOT_READ if it is missing or not an HDF5 file; CAROM_BAD_FILE if it holds no local FCLIB
// problem, or its parts have other types or lengths than the layout requires; CAROM_NOT_APPLICABLE if it holds bilateral
// parts (V, R), which are not read; CAROM_BAD_COUNT for more than CAROM_MAX_CONTACTS; CAROM_FILE_EXISTS, since no file is
// overwritten; CAROM_CANNOT_WRITE, with nothing left; CAROM_BAD_VALUE for pointers missing, or dim neither 2 nor 3;
// CAROM_NO_MEMORY.

// Reads a file that may come from anybody: type, rank and length of every part are checked first. On failure, writes a
// sentence of at most `size` bytes into `why`, which may be NULL.
carom_status carom_fclib_read(const char *path, carom_fclib *problem, char *why, size_t size);
void carom_fclib_free(carom_fclib *problem);

// Writes the problem and, unless P is NULL, the impulse with its velocities as the solution. A file that cannot be
// completed is not left behind.
carom_status carom_fclib_write(const char *path, const carom_fclib *problem, const char *title, const double *P,
                               char *why, size_t size);

#endif
