// Problems in files: FCLIB, the field's collection of friction problems. The module carom_store.
//
// A local FCLIB problem is u = W r + q with Coulomb's law between u and r, normal first: what carom's methods solve
// with q in the place of the velocities and no restitution.
#ifndef CAROM_STORE_H
#define CAROM_STORE_H

#include "carom/many.h"

CAROM_BEGIN

// A problem in memory of its own; carom_fclib_free gives it back.
typedef struct carom_fclib {
    int nc, dim;
    double *W, *q, *mu; // (dim nc)^2, dim nc, nc
} carom_fclib;

// CAROM_NOT_READ if the file is missing or no local FCLIB problem, CAROM_NOT_APPLICABLE for bilateral parts (V, R).
CAROM_API carom_status carom_fclib_read(const char *path, carom_fclib *problem);
CAROM_API void carom_fclib_free(carom_fclib *problem);

// Writes the problem, and the impulse if it is not NULL with its velocities. CAROM_NOT_WRITTEN if the file holds a
// problem already.
CAROM_API carom_status carom_fclib_write(const char *path, const carom_fclib *problem, const char *title,
                                         const double *P);

CAROM_END

#endif
