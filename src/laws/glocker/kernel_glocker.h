// Solves Payr & Glocker's law in 2D without branches. Requires a regular W, finite mu and v_n < 0.
//   stick           P = W^-1 (-(1 + e_n) v_n, -(1 + e_t) v_t)              if it pushes and lies inside the cone
//   backward slip   P_t = +mu P_n,  P_n = -(1 + e_n) v_n / (W_nn + mu W_nt)  if xi_t = v_t' + e_t v_t <= 0
//   forward slip    P_t = -mu P_n,  P_n = -(1 + e_n) v_n / (W_nn - mu W_nt)  if xi_t >= 0
// Exactly one case holds. At the boundary to sticking both slips end at xi_t = 0 up to rounding, so the one with the
// smaller violation is taken.
#ifndef CAROM_SRC_KERNEL_GLOCKER_H
#define CAROM_SRC_KERNEL_GLOCKER_H

#include <math.h>
#include <stdint.h>

#include "base/lane.h"
#include "carom/carom.h"
#include "collide/problem.h"

CAROM_LANE carom_answer2 carom_glocker_closed(double a, double w, double T, double vn, double vt, double e_n,
                                              double e_t, double mu) {
    const double c = -(1.0 + e_n) * vn, xi = (1.0 + e_t) * vt;

    // In the sticking case, P_n is computed from W_nn P_n + W_nt P_t = c, as in whittaker.
    const double det = a * T - w * w;
    const double St = (-a * xi - w * c) / det;
    const double Sn = (c - w * St) / a;
    const double grip = Sn > 0.0 ? mu * Sn - fabs(St) : 0.0;

    // Compute the two slips, and for each of them xi_t along the direction that it requires.
    const double D_forward = a - mu * w, D_backward = a + mu * w;
    const double P_forward = c / D_forward, P_backward = c / D_backward;
    const double xi_forward = D_forward > 0.0 ? xi + (w - mu * T) * P_forward : -HUGE_VAL;
    const double xi_backward = D_backward > 0.0 ? -xi - (w + mu * T) * P_backward : -HUGE_VAL;
    const double Pn = xi_forward > xi_backward ? P_forward : P_backward;
    const double Pt = (xi_forward > xi_backward ? -mu : mu) * Pn;
    const uint64_t slip = xi_forward > xi_backward ? CAROM_MODE_FORWARD_SLIP : CAROM_MODE_BACKWARD_SLIP;

    carom_answer2 k;
    k.Pn = grip > 0.0 ? Sn : Pn;
    k.Pt = grip > 0.0 ? St : Pt;
    k.mode = grip > 0.0 ? CAROM_MODE_STICK : slip;
    return k;
}

// Covers e_t in the law's own range. If e_t is below it, carom_collide rejects e_t unless params->allow contains it.
CAROM_LANE carom_answer2 carom_glocker_in_range(double a, double w, double T, double vn, double vt, double e_n,
                                                double e_t, double mu) {
    carom_answer2 k = carom_glocker_closed(a, w, T, vn, vt, e_n, e_t, mu);
    k.mode = e_t >= 0.0 ? k.mode : CAROM_EXTRAORDINARY;
    return k;
}

#endif
