// Defines the options that complete a file of measured impacts.
#ifndef CAROM_FIT_STUDY_WISHES_H
#define CAROM_FIT_STUDY_WISHES_H

#include "mods/scenario/read_error.h"

typedef void carom_fit_problem(void *context, const carom_error *problem);

// Values for columns that the file does not have, as text; NULL if not given.
typedef struct carom_fit_wishes {
    const char *columns;        // "v_n=VN, v_t=VT": carom's name = the file's name
    const char *W;              // W of all impacts
    const char *sigma, *spin;   // standard deviations for all impacts
    const char *mass, *inertia; // of all bodies; the inertia has 1, 3 or 9 numbers, in the body's axes
    carom_fit_problem *problem; // called for each problem of the file, so that all are reported; if NULL, the first
                                // problem ends the reading
    void *context;              // context passed to `problem`
} carom_fit_wishes;

#endif
