// Lemke's method with the covering vector as a parameter: another one leads along another path.
#ifndef CAROM_SRC_LEMKE_H
#define CAROM_SRC_LEMKE_H

#include "carom/carom.h"

// As carom_lemke; `cover` > 0 has n entries, NULL stands for ones.
carom_status carom_lemke_along(int n, const double *M, const double *q, const double *cover, double *z, void *memory,
                               size_t bytes, int *pivots);

// Covering vectors to try one after the other: ones (NULL), then vectors between 1 and 2, then vectors over three decades.
// Written into `cover`.
const double *carom_lemke_cover(int n, int attempt, double *cover);

#endif
