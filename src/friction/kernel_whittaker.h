// Whittaker's law in 2D without branches. Requires a regular W, finite mu and v_n < 0.
//   stick   P = W^-1 (-(1 + e) v_n, -v_t)                      if it pushes and lies in the cone of mu_static
//   slip    P = P_n (1, -mu u),  P_n = -(1 + e) v_n / D,  D = W_nn - mu u W_nt > 0,  u = sign(v_t')
// If sticking is not possible, exactly one slip is consistent. At the boundary to sticking both slips end at v_t' = 0
// up to rounding, so the one with the larger slip is taken.
#ifndef CAROM_SRC_KERNEL_WHITTAKER_H
#define CAROM_SRC_KERNEL_WHITTAKER_H

#include <math.h>
#include <stdint.h>

#include "base/lane.h"
#include "carom/carom.h"
#include "collide/problem.h"

// Both possible results, stick and slip. The contact sticks if grip >= 0; `along` is the final slip speed in the
// direction of the slip.
typedef struct carom_whittaker_ends {
    double grip, Sn, St;
    double Pn, Pt, along;
} carom_whittaker_ends;

CAROM_LANE carom_whittaker_ends carom_whittaker_both(double a, double w, double T, double vn, double vt, double e,
                                                     double mu, double mu_static) {
    carom_whittaker_ends k;
    const double c = -(1.0 + e) * vn;

    // In the sticking case, P_n is computed from W_nn P_n + W_nt P_t = c. Near a singular W, a direct quotient for P_n
    // has so much rounding error that the bodies would still approach at e = 0.
    const double det = a * T - w * w;
    k.St = (-a * vt - w * c) / det;
    k.Sn = (c - w * k.St) / a;
    k.grip = k.Sn > 0.0 ? mu_static * k.Sn - fabs(k.St) : -1.0;

    // D for the slips with u = 1 (up) and u = -1 (down).
    const double D_up = a - mu * w, D_down = a + mu * w;
    const double P_up = c / D_up, P_down = c / D_down;
    const double along_up = D_up > 0.0 ? vt + (w - mu * T) * P_up : -HUGE_VAL;
    const double along_down = D_down > 0.0 ? -vt - (w + mu * T) * P_down : -HUGE_VAL;
    k.along = along_up > along_down ? along_up : along_down;
    k.Pn = along_up > along_down ? P_up : P_down;
    k.Pt = (along_up > along_down ? -mu : mu) * k.Pn;
    return k;
}

CAROM_LANE carom_answer2 carom_whittaker_closed(double a, double w, double T, double vn, double vt, double e, double mu,
                                                double mu_static) {
    const carom_whittaker_ends x = carom_whittaker_both(a, w, T, vn, vt, e, mu, mu_static);
    carom_answer2 k;
    k.Pn = x.grip >= 0.0 ? x.Sn : x.Pn;
    k.Pt = x.grip >= 0.0 ? x.St : x.Pt;
    k.mode = x.grip >= 0.0 ? CAROM_MODE_STICKING : CAROM_MODE_SLIDING;
    return k;
}

// Solves the case of equal static and sliding friction separately, so that the compiler handles one number instead of
// two.
CAROM_LANE carom_answer2 carom_whittaker_equal(double a, double w, double T, double vn, double vt, double e,
                                               double mu) {
    return carom_whittaker_closed(a, w, T, vn, vt, e, mu, mu);
}

#endif
