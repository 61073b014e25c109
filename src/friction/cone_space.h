// Minimises a quadratic form over the edge of the friction cone in 3D (see friction/cone_least.h).
#ifndef CAROM_SRC_CONE_SPACE_H
#define CAROM_SRC_CONE_SPACE_H

#include <stdbool.h>

#include "carom/carom.h"

typedef enum carom_cone_place { CAROM_CONE_APEX, CAROM_CONE_INSIDE, CAROM_CONE_EDGE } carom_cone_place;

typedef struct carom_cone_least {
    double P[3];
    double kappa; // 0 unless P is on the edge of a cone with finite mu
    carom_cone_place place;
    int steps;       // in 3D, number of evaluations of an edge
    double residual; // on the edge, in 3D: residual of u_perp.y_t = 0, u = P_t/|P_t|, relative to the size of its terms
} carom_cone_least;

// Requires 0 < mu < infinity, b not in K*, the unconstrained minimum S not in K, and W and b near 1. S is NULL if W is
// singular.
carom_status carom_cone_edge_space(const double W[3][3], const double b[3], double mu, const double *S,
                                   carom_cone_least *out);

#endif
