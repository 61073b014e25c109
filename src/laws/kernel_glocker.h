// Payr & Glocker's law in the plane in select form. For W regular, mu finite, v_n < 0.
//   stick           P = W^-1 (-(1 + e_n) v_n, -(1 + e_t) v_t)              if it pushes and lies inside the cone
//   backward slip   P_t = +mu P_n,  P_n = -(1 + e_n) v_n / (W_nn + mu W_nt)  if xi_t = v_t' + e_t v_t <= 0
//   forward slip    P_t = -mu P_n,  P_n = -(1 + e_n) v_n / (W_nn - mu W_nt)  if xi_t >= 0
// Exactly one holds. At a tie with sticking both slips end at xi_t = 0 up to rounding: the better one is taken.
#ifndef CAROM_SRC_KERNEL_GLOCKER_H
#define CAROM_SRC_KERNEL_GLOCKER_H

#include <math.h>
#include <stdbool.h>

#include "carom/outcome.h"

typedef struct carom_glocker_kernel {
    double Pn, Pt;
    carom_mode mode;
} carom_glocker_kernel;

static inline carom_glocker_kernel carom_glocker_closed(double a, double w, double T, double vn, double vt, double e_n,
                                                        double e_t, double mu) {
    const double c = -(1.0 + e_n) * vn, xi = (1.0 + e_t) * vt;

    // Stick.
    const double det = a * T - w * w;
    const double Sn = (T * c + w * xi) / det;
    const double St = (-a * xi - w * c) / det;
    const bool stick = (Sn > 0.0) & (fabs(St) < mu * Sn);

    // The two slips, and xi_t along the direction each needs.
    const double D_forward = a - mu * w, D_backward = a + mu * w;
    const double P_forward = c / D_forward, P_backward = c / D_backward;
    const double xi_forward = xi + (w - mu * T) * P_forward;
    const double xi_backward = -xi - (w + mu * T) * P_backward;
    const bool forward = (D_forward > 0.0) & (!(D_backward > 0.0) | (xi_forward > xi_backward));
    const double Pn = forward ? P_forward : P_backward;

    carom_glocker_kernel k;
    k.Pn = stick ? Sn : Pn;
    k.Pt = stick ? St : (forward ? -mu : mu) * Pn;
    k.mode = stick ? CAROM_MODE_STICK : (forward ? CAROM_MODE_FORWARD_SLIP : CAROM_MODE_BACKWARD_SLIP);
    return k;
}

#endif
