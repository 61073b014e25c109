// Solves Routh's law in 2D in closed form, without branches, so that it vectorises. It needs two divisions, and for the
// energetic hypothesis one more and a square root. Requires an ordinary contact, mu and mu_static in range, and e >= 0.
// Wang & Mason 1992, (39)-(55) and table 1; the energetic hypothesis after Stronge 1990.
//
//   first piece    P_t = -s mu P_n,  s = sign(v_t)
//                  dv_n/dP_n = k1 = W_nn - s mu W_nt,   d|v_t|/dP_n = -g,  g = mu W_tt - s W_nt
//                  the slip ends at P1 = |v_t|/g with normal velocity c1 = v_n + k1 P1 = C/g
//   second piece   held: d2 = -W_nt/W_tt;   slipping again: d2 = -sign(W_nt) mu
//                  dv_n/dP_n = k2 = W_nn + W_nt d2 = K/U,  U = W_tt, K = det W;   or U = 1, K = W_nn - mu |W_nt|
//   compression    ends on the first piece if C >= 0, at -v_n/k1, otherwise on the second, at P_c = P1 - c1/k2
//   sliding        to the end if (1 + e)(-v_n)/k1 <= P1, that is c g <= k1 |v_t|,  c = -(1 + e) v_n
//   no end of slip g <= 0. Then k1 > 0 (W is positive definite), so both conditions hold without a separate case.
//                  If k1 <= 0, a jam, C < 0.
//   no slip        v_t = 0: P1 = 0, that is g = 1
//   the end        P_n as a fraction over the common denominator of each case: walk/stop_<id>.h
//   friction       held: v_t' = 0, so P_t = -(v_t + W_nt P_n)/W_tt;   slipping again: P_t = d2 (P_n - 2 P1)
#ifndef CAROM_SRC_KERNEL_ROUTH_H
#define CAROM_SRC_KERNEL_ROUTH_H

#include <math.h>
#include <stdint.h>

#include "base/lane.h"
#include "carom/carom.h"
#include "walk/stop.h"

typedef struct carom_routh_kernel {
    double Pn, Pt;         // the impulse
    carom_two_pieces path; // the two pieces of the path, with S = |v_t|
    double again;          // d2 if the contact slips again
    double slides;         // >= 0 if the impact ends on the first piece
    double grip;           // >= 0 if friction holds the contact
} carom_routh_kernel;

// Returns P_t after the slip has ended, at the normal impulse Pn.
CAROM_LANE double carom_routh_friction(const carom_routh_kernel *k, double w, double T, double vt, double Pn) {
    const double above = k->grip >= 0.0 ? -(vt + w * Pn) : k->again * (Pn * k->path.g - 2.0 * fabs(vt));
    const double below = k->grip >= 0.0 ? T : k->path.g;
    return above / below;
}

CAROM_LANE carom_fraction carom_routh_stop(const carom_two_pieces *path, double e, carom_restitution restitution) {
#define CAROM_STOP(id, ID, ...)                                                                                        \
    if (restitution == CAROM_##ID) return carom_##id##_closed(path, e);
#include "tables/stops.def"
    return (carom_fraction){(double)NAN, 1.0};
}

CAROM_LANE carom_routh_kernel carom_routh_closed(double a, double w, double T, double vn, double vt, double e,
                                                 double mu, double mu_static, carom_restitution restitution) {
    carom_routh_kernel k;
    const double S = fabs(vt), c = -(1.0 + e) * vn;
    const double smu = copysign(mu, vt);

    // Compute the first piece.
    k.path.vn = vn;
    k.path.S = S;
    k.path.k1 = a - smu * w;
    k.path.g = S > 0.0 ? mu * T - copysign(1.0, vt) * w : 1.0;
    k.path.C = vn * k.path.g + k.path.k1 * S;
    k.slides = k.path.k1 * S - c * k.path.g;

    // Compute the second piece.
    k.grip = mu_static * T - fabs(w);
    k.again = -copysign(mu, w);
    k.path.K = k.grip >= 0.0 ? a * T - w * w : a + k.again * w;
    k.path.U = k.grip >= 0.0 ? T : 1.0;

    const carom_fraction stop = carom_routh_stop(&k.path, e, restitution);
    k.Pn = (k.slides >= 0.0 ? c : stop.above) / (k.slides >= 0.0 ? k.path.k1 : stop.below);
    const double dead = carom_routh_friction(&k, w, T, vt, k.Pn);
    k.Pt = k.slides >= 0.0 ? -smu * k.Pn : dead;
    return k;
}

// Returns a carom_mode, in a word as wide as a double.
CAROM_LANE uint64_t carom_routh_mode(const carom_routh_kernel *k, double vt) {
    const uint64_t again = fabs(vt) > 0.0 ? CAROM_MODE_C_REVERSED : CAROM_MODE_SLIDING;
    const uint64_t in_c = k->grip >= 0.0 ? CAROM_MODE_C_STICKING : again;
    const uint64_t in_r = k->grip >= 0.0 ? CAROM_MODE_R_STICKING : CAROM_MODE_R_REVERSED;
    const uint64_t dies = k->path.C >= 0.0 ? in_r : in_c;
    return k->slides >= 0.0 ? CAROM_MODE_SLIDING : dies;
}

#endif
