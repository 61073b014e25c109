// The factors that remain in memory after a mechanism is solved. They are used to compute derivatives.
#ifndef CAROM_SRC_MECHANISM_H
#define CAROM_SRC_MECHANISM_H

#include "carom/bodies.h"

typedef struct carom_mechanism_factors {
    double *L;     // speeds x speeds: L with M = L L^T
    double *Q;     // constraints x speeds: Q, with orthonormal rows
    double *T;     // constraints x constraints: T with J L^-T = T Q, rows in the order of their orthonormalisation
    double *along; // length: number of constraints
    double *norm;  // length: number of constraints
} carom_mechanism_factors;

// Returns the positions of these factors in the memory of a mechanism of these sizes, and sets the arrays of d.
carom_mechanism_factors carom_mechanism_lay_out(const carom_mechanism *m, void *memory, carom_delassus *d);

// Returns whether carom_delassus_compute filled d from a mechanism of these sizes.
int carom_mechanism_made(const carom_mechanism *m, const carom_delassus *d);

int carom_all_finite(size_t count, const double *x);

#endif
