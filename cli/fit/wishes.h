// Options that complete a file of measured impacts.
#ifndef CAROM_FIT_STUDY_WISHES_H
#define CAROM_FIT_STUDY_WISHES_H

#include "mods/scenario/read_error.h"

typedef void carom_fit_problem(void *context, const carom_error *problem);

// Values for columns that the file does not have, as text; NULL: not given.
typedef struct carom_fit_wishes {
    const char *columns;           // "v_n=VN, v_t=VT": our name = the file's
    const char *which;             // the case of a file with several
    const char *W;                 // for all impacts
    const char *sigma, *spin;      // standard deviations for all impacts
    const char *mass, *inertia;    // of all bodies; inertia: one number, three, or nine, in the body's axes
    const char *scale, *rate, *px; // strobe pictures: units a metre, flashes a second, error of a coordinate
    const char *bound;             // the most a coordinate can be wrong, in its unit, for bounds of readings; NULL: 2
    carom_fit_problem *problem; // hears of each problem of the file, so that all are reported; NULL: the first ends it
    void *context;              // for `problem`
} carom_fit_wishes;

#endif
