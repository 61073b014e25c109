// Solves the bilinear law along the slip without branches, for no coupling and v_n <= 0.
//   P_n = -(1 + e_n) v_n / a,  |P_t| = min((1 + e_t) |v_t| / b, mu P_n) against the slip
#ifndef CAROM_SRC_KERNEL_BILINEAR_H
#define CAROM_SRC_KERNEL_BILINEAR_H

#include <math.h>
#include <stdbool.h>

#include "base/lane.h"

typedef struct carom_bilinear_kernel {
    double Pn, grip; // grip >= 0 is the tangential impulse against the slip
    bool sliding;
} carom_bilinear_kernel;

CAROM_LANE carom_bilinear_kernel carom_bilinear_closed(double a, double b, double vn, double speed, double e_n,
                                                       double e_t, double mu) {
    carom_bilinear_kernel k;
    k.Pn = -(1.0 + e_n) * vn / a;
    const double stop = speed > 0.0 ? (1.0 + e_t) * speed / b : 0.0;
    const double most = k.Pn > 0.0 ? mu * k.Pn : 0.0;
    k.sliding = stop > most;
    k.grip = k.sliding ? most : stop;
    return k;
}

#endif
