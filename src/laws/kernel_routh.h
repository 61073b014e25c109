// Routh's law in the plane in closed form, in the select form that vectorises. For W regular, mu finite, v_n < 0, or
// v_n = 0 with a jam. Wang & Mason 1992, (39)-(55) and table 1; the energetic stop after Stronge 1990.
//
//   first piece    P_t = -s mu P_n,  s = sign(v_t)
//                  dv_n/dP_n = k1 = W_nn - s mu W_nt,   d|v_t|/dP_n = -(mu W_tt - s W_nt)
//                  the slip dies at P1 with normal velocity c1 = v_n + k1 P1
//   second piece   held: d2 = -W_nt/W_tt;   slipping again: d2 = -sign(W_nt) mu;   dv_n/dP_n = k2 = W_nn + W_nt d2
//   compression    ends at P_c: on the first piece if k1 > 0 and v_n + k1 P1 >= 0, else on the second
//   tail           P_n - P1, from the stop:
//     newton       v_n' = -e v_n                 tail = (-e v_n - c1) / k2
//     poisson      P_n = (1 + e) P_c             tail = (1 + e) P_c - P1
//     energetic    slip dies in compression      v_n' = e sqrt(c1^2 - k2 P1 (v_n + c1)),  tail = (v_n' - c1) / k2
//                  slip dies in restitution      v_n'^2 = c1^2 + (k2/k1) C,  C = e^2 v_n^2 - c1^2,
//                                                tail = (v_n' - c1) / k2 = C / (k1 (v_n' + c1)), free of cancellation
#ifndef CAROM_SRC_KERNEL_ROUTH_H
#define CAROM_SRC_KERNEL_ROUTH_H

#include <math.h>
#include <stdbool.h>

#include "base/sym.h"
#include "carom/outcome.h"

typedef struct carom_routh_kernel {
    double Pn, Pt;     // the impulse
    double Pc_n, Pc_t; // at greatest compression
    double P1;         // normal impulse at which the slip dies; infinity if never
    double d2;         // direction of the second piece
    bool sliding;      // ends on the first piece
    bool first;        // compression ends on the first piece
    bool stick;        // friction holds
    bool direct;       // v_t = 0
} carom_routh_kernel;

static inline carom_routh_kernel carom_routh_closed(double a, double w, double T, double vn, double vt, double e,
                                                    double mu, double mu_static, carom_restitution restitution) {
    carom_routh_kernel k;
    const double s = carom_sign(vt);
    const double smu = s * mu;

    // First piece.
    const double k1 = a - smu * w;
    const double slowing = mu * T - s * w;
    const double dies = fabs(vt) / slowing;
    k.direct = s == 0.0;
    k.P1 = k.direct ? 0.0 : (slowing > 0.0 ? dies : HUGE_VAL);
    const double c1 = vn + k1 * k.P1;
    k.first = (k1 > 0.0) & (-vn <= k1 * k.P1);
    const double Pc1 = -vn / k1;
    k.sliding = k.first & (k.P1 >= (1.0 + e) * Pc1);

    // Second piece.
    k.stick = fabs(w) <= mu_static * T;
    k.d2 = k.stick ? -w / T : -carom_sign(w) * mu;
    const double k2 = a + w * k.d2;
    k.Pc_n = k.first ? Pc1 : k.P1 - c1 / k2;

    // The stop.
    double tail;
    if (restitution == CAROM_NEWTON) {
        tail = (-e * vn - c1) / k2;
    } else if (restitution == CAROM_POISSON) {
        tail = (1.0 + e) * k.Pc_n - k.P1;
    } else {
        const double in_c = c1 * c1 - k2 * k.P1 * (vn + c1);
        const double tail_c = (e * sqrt(in_c > 0.0 ? in_c : 0.0) - c1) / k2;
        const double C = (e * vn - c1) * (e * vn + c1);
        const double in_r = c1 * c1 + k2 / k1 * C;
        const double below = k1 * (sqrt(in_r > 0.0 ? in_r : 0.0) + c1);
        const double tail_r = below > 0.0 ? C / below : 0.0;
        tail = k.first ? tail_r : tail_c;
    }
    k.Pn = k.sliding ? (1.0 + e) * Pc1 : k.P1 + tail;
    k.Pt = k.sliding ? -smu * k.Pn : -smu * k.P1 + k.d2 * tail;
    k.Pc_t = k.first ? -smu * Pc1 : -smu * k.P1 + k.d2 * (k.Pc_n - k.P1);
    return k;
}

static inline carom_mode carom_routh_mode(const carom_routh_kernel *k) {
    if (k->sliding || (k->direct && !k->stick)) return CAROM_MODE_SLIDING;
    if (k->direct) return CAROM_MODE_C_STICKING;
    if (k->first) return k->stick ? CAROM_MODE_R_STICKING : CAROM_MODE_R_REVERSED;
    return k->stick ? CAROM_MODE_C_STICKING : CAROM_MODE_C_REVERSED;
}

#endif
