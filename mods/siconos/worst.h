// A maximum in which NaN sticks, as in the core: an answer that is not a number has no small residual.
#ifndef CAROM_MODS_SICONOS_WORST_H
#define CAROM_MODS_SICONOS_WORST_H

#include <math.h>

static inline void carom_worsen(double *worst, double x) {
    if (!(*worst >= x) && !isnan(*worst)) *worst = x;
}

#endif
