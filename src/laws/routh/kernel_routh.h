// Routh's law in the plane in closed form, in the select form that vectorises, with two divisions (and for the
// energetic stop one more and a square root). For an ordinary contact, mu and mu_static in scale, e >= 0.
// Wang & Mason 1992, (39)-(55) and table 1; the energetic stop after Stronge 1990.
//
//   first piece    P_t = -s mu P_n,  s = sign(v_t)
//                  dv_n/dP_n = k1 = W_nn - s mu W_nt,   d|v_t|/dP_n = -g,  g = mu W_tt - s W_nt
//                  the slip dies at P1 = |v_t|/g with normal velocity c1 = v_n + k1 P1 = C/g
//   second piece   held: d2 = -W_nt/W_tt;   slipping again: d2 = -sign(W_nt) mu
//                  dv_n/dP_n = k2 = W_nn + W_nt d2 = K/U,  U = W_tt, K = det W;   or U = 1, K = W_nn - mu |W_nt|
//   compression    ends on the first piece if C >= 0, at -v_n/k1, else on the second, at P_c = P1 - c1/k2
//   sliding        to the end if (1 + e)(-v_n)/k1 <= P1, that is c g <= k1 |v_t|,  c = -(1 + e) v_n
//   no end of slip g <= 0. Then k1 > 0 (W is positive definite), so both conditions hold without a case of their own;
//                  and k1 <= 0, a jam, makes C < 0.
//   no slip        v_t = 0: P1 = 0, that is g = 1
//   the stop, over the common denominator of each case:
//     newton       v_n' = -e v_n                 P_n = (|v_t| K + (-e v_n g - C) U) / (g K)
//     poisson      P_n = (1 + e) P_c             P_n = c/k1, or (1 + e) (|v_t| K - C U) / (g K)
//     energetic    slip dies in compression      (g v_n')^2 = e^2 X,  X = C^2 - (K/U) |v_t| (v_n g + C)
//                  slip dies in restitution      (g v_n')^2 = C^2 + K/(U k1) Q,  Q = (e v_n g)^2 - C^2,
//                                                P_n = P1 + Q / (g k1 (g v_n' + C)), free of cancellation
//   friction       held: v_t' = 0, so P_t = -(v_t + W_nt P_n)/W_tt;   slipping again: P_t = d2 (P_n - 2 P1)
#ifndef CAROM_SRC_KERNEL_ROUTH_H
#define CAROM_SRC_KERNEL_ROUTH_H

#include <math.h>
#include <stdint.h>

#include "base/lane.h"
#include "carom/outcome.h"

typedef struct carom_routh_kernel {
    double Pn, Pt;  // the impulse
    double k1, g;   // slopes of v_n and -|v_t| on the first piece
    double C, K, U; // as above
    double again;   // d2 if it slips again
    double slides;  // >= 0: ends on the first piece
    double grip;    // >= 0: friction holds
} carom_routh_kernel;

// P_t where the slip has died, at normal impulse Pn.
CAROM_LANE double carom_routh_friction(const carom_routh_kernel *k, double w, double T, double vt, double Pn) {
    const double above = k->grip >= 0.0 ? -(vt + w * Pn) : k->again * (Pn * k->g - 2.0 * fabs(vt));
    const double below = k->grip >= 0.0 ? T : k->g;
    return above / below;
}

// P_n of the energetic stop as a fraction, where the slip dies.
CAROM_LANE void carom_routh_energetic(const carom_routh_kernel *k, double vn, double S, double e, double *above,
                                      double *below) {
    const double C = k->C, evg = e * vn * k->g;
    const double Q = (evg - C) * (evg + C);
    const double X = C * C * k->U - k->K * S * (vn * k->g + C);
    const double part = (C >= 0.0 ? k->K * Q : X) / (C >= 0.0 ? k->U * k->k1 : k->U);
    const double square = C >= 0.0 ? C * C + part : part;
    const double root = sqrt(square > 0.0 ? square : 0.0);
    const double rise = k->k1 * (root + C);
    const double in_r = rise > 0.0 ? S * rise + Q : S;
    const double in_c = S * k->K + (e * root - C) * k->U;
    *above = C >= 0.0 ? in_r : in_c;
    *below = k->g * (C >= 0.0 ? (rise > 0.0 ? rise : 1.0) : k->K);
}

CAROM_LANE carom_routh_kernel carom_routh_closed(double a, double w, double T, double vn, double vt, double e,
                                                 double mu, double mu_static, carom_restitution restitution) {
    carom_routh_kernel k;
    const double S = fabs(vt), c = -(1.0 + e) * vn;
    const double smu = copysign(mu, vt);

    // First piece.
    k.k1 = a - smu * w;
    k.g = S > 0.0 ? mu * T - copysign(1.0, vt) * w : 1.0;
    k.C = vn * k.g + k.k1 * S;
    k.slides = k.k1 * S - c * k.g;

    // Second piece.
    k.grip = mu_static * T - fabs(w);
    k.again = -copysign(mu, w);
    k.K = k.grip >= 0.0 ? a * T - w * w : a + k.again * w;
    k.U = k.grip >= 0.0 ? T : 1.0;

    // The stop.
    double above, below;
    if (restitution == CAROM_NEWTON) {
        above = S * k.K - (e * vn * k.g + k.C) * k.U;
        below = k.g * k.K;
    } else if (restitution == CAROM_POISSON) {
        above = k.C >= 0.0 ? c : (1.0 + e) * (S * k.K - k.C * k.U);
        below = k.C >= 0.0 ? k.k1 : k.g * k.K;
    } else {
        carom_routh_energetic(&k, vn, S, e, &above, &below);
    }
    k.Pn = (k.slides >= 0.0 ? c : above) / (k.slides >= 0.0 ? k.k1 : below);
    const double dead = carom_routh_friction(&k, w, T, vt, k.Pn);
    k.Pt = k.slides >= 0.0 ? -smu * k.Pn : dead;
    return k;
}

// A carom_mode, as a word as wide as a double.
CAROM_LANE uint64_t carom_routh_mode(const carom_routh_kernel *k, double vt) {
    const uint64_t again = fabs(vt) > 0.0 ? CAROM_MODE_C_REVERSED : CAROM_MODE_SLIDING;
    const uint64_t in_c = k->grip >= 0.0 ? CAROM_MODE_C_STICKING : again;
    const uint64_t in_r = k->grip >= 0.0 ? CAROM_MODE_R_STICKING : CAROM_MODE_R_REVERSED;
    const uint64_t dies = k->C >= 0.0 ? in_r : in_c;
    return k->slides >= 0.0 ? CAROM_MODE_SLIDING : dies;
}

#endif
