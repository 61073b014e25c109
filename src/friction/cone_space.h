// The least of a quadratic form over the friction cone, and its search on the edge in space: friction/cone_least.h.
#ifndef CAROM_SRC_CONE_SPACE_H
#define CAROM_SRC_CONE_SPACE_H

#include <stdbool.h>

#include "carom/carom.h"

typedef enum carom_cone_place { CAROM_CONE_APEX, CAROM_CONE_INSIDE, CAROM_CONE_EDGE } carom_cone_place;

typedef struct carom_cone_least {
    double P[3];
    double kappa; // 0 unless on the edge of a cone of finite mu
    carom_cone_place place;
    int steps;       // looks at an edge, in space
    double residual; // on the edge, in space: what is left of u_perp.y_t = 0, u = P_t/|P_t|, over the size of its terms
} carom_cone_least;

// 0 < mu < infinity; b is not in K* and the least of all, S, not in K. NULL: W is singular. W and b near 1.
carom_status carom_cone_edge_space(const double W[3][3], const double b[3], double mu, const double *S,
                                   carom_cone_least *out);

#endif
