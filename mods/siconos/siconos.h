// Siconos's solvers of friction cones in memory that is there.
#ifndef CAROM_MODS_SICONOS_H
#define CAROM_MODS_SICONOS_H

#include "carom/siconos.h"

// Do a few freedoms carry all contacts? At most half as many as there are directions, and at most so many.
#define CAROM_MAX_FREEDOMS 12

// Doubles of `scratch` that nc contacts need.
static inline size_t carom_siconos_scratch(int nc) {
    return 3 * (size_t)nc * (CAROM_MAX_FREEDOMS + 2);
}

// As carom_siconos_cones in the caller's memory; P holds what was found last, whatever the status.
carom_status carom_siconos_find(int nc, const double *W, const double *q, const double *mu, carom_solver solver,
                                double *scratch, double *P, carom_siconos_report *report);

#endif
