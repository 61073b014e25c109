// The edge of the cone in space: collide/cone_least.h.
#ifndef CAROM_SRC_CONE_SPACE_H
#define CAROM_SRC_CONE_SPACE_H

#include <stdbool.h>

#include "collide/cone_least.h"

// 0 < mu < infinity; b is not in K* and the least of all, S, not in K. NULL: W is singular. W and b near 1.
carom_status carom_cone_edge_space(const double W[3][3], const double b[3], double mu, const double *S,
                                   carom_cone_least *out);

#endif
