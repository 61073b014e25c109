// Problems in files: FCLIB, the field's collection of friction problems. The module carom_fclib.
//
// A local FCLIB problem is u = W r + q with Coulomb's law between u and r, normal first: what carom's methods solve
// with q in the place of the velocities and no restitution.
#ifndef CAROM_FCLIB_H
#define CAROM_FCLIB_H

#include <stddef.h>

#include "carom/many.h"

#if defined(CAROM_BUILDING_FCLIB)
#define CAROM_FCLIB_API CAROM_EXPORT
#else
#define CAROM_FCLIB_API CAROM_IMPORT
#endif

CAROM_BEGIN

// A problem in memory of its own; carom_fclib_free gives it back.
typedef struct carom_fclib {
    int nc, dim;
    double *W, *q, *mu; // (dim nc)^2, dim nc, nc
} carom_fclib;

// What became of a file.
typedef enum carom_file_status {
    CAROM_FILE_OK,
    CAROM_FILE_NOT_READ,    // missing, or no local FCLIB problem
    CAROM_FILE_CONSTRAINED, // holds bilateral parts (V, R), which are not read
    CAROM_FILE_TOO_LARGE,   // more than CAROM_MOST_CONTACTS
    CAROM_FILE_NO_MEMORY,
    CAROM_FILE_NOT_WRITTEN, // no folder, no room, or the file exists: nothing is overwritten, nothing half is left
    CAROM_FILE_BAD_PROBLEM, // pointers missing, dim neither 2 nor 3
    CAROM_FILE_DAMAGED      // its parts have other types or lengths than the layout says
} carom_file_status;

CAROM_FCLIB_API const char *carom_file_message(carom_file_status status); // one sentence that says what is wrong

// The file may be anybody's: type, rank and length of every part are checked before it is read. The `_why` forms also
// write a sentence into `why`, which has room for `size` bytes.
CAROM_FCLIB_API carom_file_status carom_fclib_read(const char *path, carom_fclib *problem);
CAROM_FCLIB_API carom_file_status carom_fclib_read_why(const char *path, carom_fclib *problem, char *why, size_t size);
CAROM_FCLIB_API void carom_fclib_free(carom_fclib *problem);

// Writes the problem and, unless P is NULL, the impulse with its velocities as the solution. The file is there whole or
// not at all.
CAROM_FCLIB_API carom_file_status carom_fclib_write(const char *path, const carom_fclib *problem, const char *title,
                                                    const double *P);
CAROM_FCLIB_API carom_file_status carom_fclib_write_why(const char *path, const carom_fclib *problem, const char *title,
                                                        const double *P, char *why, size_t size);

CAROM_END

#endif
