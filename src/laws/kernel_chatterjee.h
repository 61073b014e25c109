// Chatterjee's laws I, II and III in the plane in select form. For W regular, mu finite, v_n < 0.
// The derivations stand in the law files; the general form with its limits in impulse/chatterjee.c.
#ifndef CAROM_SRC_KERNEL_CHATTERJEE_H
#define CAROM_SRC_KERNEL_CHATTERJEE_H

#include <math.h>
#include <stdbool.h>

#include "base/sym.h"
#include "carom/outcome.h"

typedef struct carom_chatterjee_kernel {
    double Pn, Pt;
    carom_mode mode;
} carom_chatterjee_kernel;

static inline carom_chatterjee_kernel carom_chatterjee1_closed(double a, double w, double T, double vn, double vt,
                                                               double r_n, double r_t, double mu) {
    const double wanted = (1.0 + r_t) * (a / T) * fabs(vt) / (-(1.0 + r_n) * vn);
    const double rho = -carom_sign(vt) * (wanted < mu ? wanted : mu);

    // Along d = (1, rho), as long as the energy allows.
    const double longest = -2.0 * (vn + rho * vt) / (a + rho * (2.0 * w + T * rho));
    const double vf = vn + (a + w * rho) * longest;
    const bool shorten = vf > -r_n * vn, lift = vf < 0.0;
    const double P = shorten ? longest * (-(1.0 + r_n) * vn / (vf - vn)) : longest;

    carom_chatterjee_kernel k;
    k.Pn = lift ? P - 2.0 * vf / a : P;
    k.Pt = rho * P;
    k.mode = shorten ? CAROM_MODE_RESTITUTION : lift ? CAROM_MODE_PROJECTED : CAROM_MODE_ENERGY;
    return k;
}

// Back along the line to the normal impulse A until |P_t| = mu P_n. Without friction the cone is a line with no inside.
static inline carom_chatterjee_kernel carom_chatterjee_draw(double A, double mu, double Pn, double Pt) {
    const bool inside = (mu > 0.0) & (fabs(Pt) <= mu * Pn);
    const double reach = mu * A / (mu * A - mu * Pn + fabs(Pt));
    const double alpha = inside ? 1.0 : (mu > 0.0 ? reach : 0.0);
    carom_chatterjee_kernel k;
    k.Pn = inside ? Pn : A + alpha * (Pn - A);
    k.Pt = alpha * Pt;
    k.mode = inside ? CAROM_MODE_INSIDE : CAROM_MODE_FRICTION;
    return k;
}

static inline carom_chatterjee_kernel carom_chatterjee2_closed(double a, double w, double T, double vn, double vt,
                                                               double r_n, double r_t, double mu) {
    const double det = a * T - w * w;
    const double P1 = -vn / a;
    const double Pn = (1.0 + r_t) * ((w * vt - T * vn) / det) + (r_n - r_t) * P1;
    const double Pt = (1.0 + r_t) * ((w * vn - a * vt) / det);
    return carom_chatterjee_draw((1.0 + r_n) * P1, mu, Pn, Pt);
}

static inline carom_chatterjee_kernel carom_chatterjee3_closed(double a, double w, double T, double vn, double vt,
                                                               double r_n, double r_t, double mu) {
    const double S = T - w * w / a, fn = -r_n * vn, ft = -r_t * vt;

    // V.W^-1 V = V_n^2 / W_nn + (V_t - W_nt V_n / W_nn)^2 / S, a sum of squares.
    const double v2 = vt - w * vn / a, f2 = ft - w * fn / a;
    const double had = vn * vn / a + v2 * v2 / S, asked = fn * fn / a + f2 * f2 / S;
    const bool scaled = asked > had;
    const double gamma = scaled ? sqrt(asked / had) : 1.0;

    const double dn = fn / gamma - vn, dt = ft / gamma - vt;
    const double Pt = (dt - w * dn / a) / S;
    carom_chatterjee_kernel k = carom_chatterjee_draw(-(1.0 + r_n) * vn / a, mu, (dn - w * Pt) / a, Pt);
    const carom_mode lengthened = k.mode == CAROM_MODE_INSIDE ? CAROM_MODE_SCALED_INSIDE : CAROM_MODE_SCALED_FRICTION;
    k.mode = scaled ? lengthened : k.mode;
    return k;
}

#endif
