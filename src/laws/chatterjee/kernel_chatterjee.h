// Solves Chatterjee's laws I, II and III in 2D without branches. Requires a regular W, finite mu and v_n < 0. The law
// files contain the derivations, and chatterjee.c the general form with its limits.
#ifndef CAROM_SRC_KERNEL_CHATTERJEE_H
#define CAROM_SRC_KERNEL_CHATTERJEE_H

#include <math.h>
#include <stdint.h>

#include "base/lane.h"
#include "base/sym.h"
#include "carom/carom.h"
#include "laws/chatterjee/chatterjee.h"

// Computes the length of an impulse along d = (1, d_t). The longest that energy allows ends with normal velocity vf. It
// is shortened to the restitution, or moved to positive v_n' if vf < 0. The caller multiplies Pt by d_t.
CAROM_LANE carom_chatterjee_kernel carom_chatterjee1_length(double a, double vn, double r_n, double longest,
                                                            double vf) {
    const double P = vf > -r_n * vn ? longest * (-(1.0 + r_n) * vn / (vf - vn)) : longest;
    const uint64_t kept = vf < 0.0 ? CAROM_MODE_PROJECTED : CAROM_MODE_ENERGY;
    const uint64_t mode = vf > -r_n * vn ? CAROM_MODE_RESTITUTION : kept;
    return (carom_chatterjee_kernel){.Pn = vf < 0.0 ? P - 2.0 * vf / a : P, .Pt = P, .mode = mode};
}

CAROM_LANE carom_answer2 carom_chatterjee1_closed(double a, double w, double T, double vn, double vt, double r_n,
                                                  double r_t, double mu) {
    const double wanted = (1.0 + r_t) * (a / T) * fabs(vt) / (-(1.0 + r_n) * vn);
    const double rho = -carom_sign(vt) * (wanted < mu ? wanted : mu);

    // Compute the longest impulse along d = (1, rho) that energy allows.
    const double longest = -2.0 * (vn + rho * vt) / (a + rho * (2.0 * w + T * rho));
    const double vf = vn + (a + w * rho) * longest;
    const carom_chatterjee_kernel k = carom_chatterjee1_length(a, vn, r_n, longest, vf);
    return (carom_answer2){k.Pn, rho * k.Pt, k.mode};
}

// Moves back along the line to the normal impulse A until |P_t| = mu P_n, with P_t times alpha. Without friction the
// cone is a line and has no interior.
//   below = mu (A - P_n) + |P_t|
//   P_n := A |P_t| / below
//   P_t := mu A P_t / below
CAROM_LANE carom_chatterjee_kernel carom_chatterjee_draw(double A, double mu, double Pn, double Pt) {
    const double inside = mu > 0.0 ? mu * Pn - fabs(Pt) : -1.0;
    const double per_below = 1.0 / (mu * (A - Pn) + fabs(Pt));
    const double drawn_n = mu > 0.0 ? A * (fabs(Pt) * per_below) : A;
    const double drawn_t = mu > 0.0 ? mu * A * per_below : 0.0;
    carom_chatterjee_kernel k;
    k.alpha = inside >= 0.0 ? 1.0 : drawn_t;
    k.Pn = inside >= 0.0 ? Pn : drawn_n;
    k.Pt = k.alpha * Pt;
    k.mode = inside >= 0.0 ? CAROM_MODE_INSIDE : CAROM_MODE_FRICTION;
    return k;
}

CAROM_LANE carom_answer2 carom_chatterjee2_closed(double a, double w, double T, double vn, double vt, double r_n,
                                                  double r_t, double mu) {
    // P_t is the scaled P_t of the all-stopping impulse. P_n follows from v_n' = -r_n v_n, which also holds after
    // moving P back to the cone.
    const double Pt = -(1.0 + r_t) * (vt - w * vn / a) / (T - w * w / a);
    const double A = -(1.0 + r_n) * vn / a;
    const carom_chatterjee_kernel k = carom_chatterjee_draw(A, mu, A - w * Pt / a, Pt);
    return (carom_answer2){k.Pn, k.Pt, k.mode};
}

CAROM_LANE carom_answer2 carom_chatterjee3_closed(double a, double w, double T, double vn, double vt, double r_n,
                                                  double r_t, double mu) {
    const double D = a * T - w * w;

    // Compute the energy that the wanted velocity V_f = -(r_n v_n, r_t v_t) needs in excess of the available energy,
    // without cancellation:
    //   V_f.M V_f - v.M v = -(v - V_f).M (v + V_f) = -x.M y
    //   W_nn D x.M y = D x_n y_n + x_2 y_2,   x_2 = W_nn x_t - W_nt x_n,  D = det W
    const double xn = (1.0 + r_n) * vn, xt = (1.0 + r_t) * vt, yn = (1.0 - r_n) * vn, yt = (1.0 - r_t) * vt;
    const double excess = -(D * (xn * yn) + (a * xt - w * xn) * (a * yt - w * yn));
    const double v2 = a * vt - w * vn, per_had = 1.0 / (D * (vn * vn) + v2 * v2);

    // V_f / gamma - v = -(v - V_f) - V_f (gamma - 1) / gamma
    const double over = excess > 0.0 ? excess * per_had : 0.0, gamma = sqrt(1.0 + over);
    const double per_both = 1.0 / ((1.0 + gamma) * gamma), cut = over * per_both;
    const double dn = -xn + r_n * vn * cut, dt = -xt + r_t * vt * cut;
    const double Pt = (a * dt - w * dn) / D, Pn = (dn - w * Pt) / a;
    // A scaled impulse conserves energy. The rounding error of dE is removed by changing gamma, so that the direction
    // of V_f stays:
    //   d(dE)/d(1/gamma) = V_f.M V_f / gamma = gamma v.M v
    //   dP/d(1/gamma) = M V_f = (-D r_n v_n - W_nt g, W_nn g) / (W_nn D),   g = -W_nn r_t v_t + W_nt r_n v_n
    const double dE = Pn * (vn + 0.5 * (a * Pn + w * Pt)) + Pt * (vt + 0.5 * (w * Pn + T * Pt));
    const double less = excess > 0.0 ? dE * per_had * ((1.0 + gamma) * per_both) : 0.0;
    const double g = w * (r_n * vn) - a * (r_t * vt), gn = -D * (r_n * vn) - w * g;
    const carom_chatterjee_kernel k =
        carom_chatterjee_draw(-(1.0 + r_n) * vn / a, mu, Pn - less * gn, Pt - less * (a * g));
    const uint64_t lengthened = k.mode == CAROM_MODE_INSIDE ? CAROM_MODE_SCALED_INSIDE : CAROM_MODE_SCALED_FRICTION;
    return (carom_answer2){k.Pn, k.Pt, excess > 0.0 ? lengthened : k.mode};
}

#endif
