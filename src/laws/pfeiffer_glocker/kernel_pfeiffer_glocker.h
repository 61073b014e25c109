// Pfeiffer & Glocker's law in the plane in select form, the numbers of law_pfeiffer_glocker.c in their order.
// For W regular, mu finite, v_n < 0.
#ifndef CAROM_SRC_KERNEL_PFEIFFER_GLOCKER_H
#define CAROM_SRC_KERNEL_PFEIFFER_GLOCKER_H

#include <math.h>
#include <stdint.h>

#include "base/sym.h"
#include "collide/kernel_whittaker.h"
#include "collide/problem.h"

// The thesis's form of the interval subtracts two numbers of the size of mu P_EN, and loses digits in proportion to mu,
// or to mu sqrt(W_tt/W_nn) where the tangent is the lighter and P_T the smaller for it. Up to these that is five bits,
// or fourteen, and the bits of earlier releases are kept; beyond, the two ends stand as above.
#define CAROM_EXPANSION_STEEP 32.0
#define CAROM_EXPANSION_LIGHT 16384.0

// Of a contact that sticks in compression, P_CT = -(W_nn v_t - W_nt v_n) / det W up to this share of its terms is
// rounding, and has no side: the expansion of a contact without friction in compression would otherwise jump (nu > 0) by
// chance. 1e-14: the sum is known to some 1e-16 of its terms.
#define CAROM_NO_SIDE 1e-14

typedef struct carom_expansion {
    double lo, hi; // of P_ET
} carom_expansion;

// The friction of expansion; sg is the side of the friction of compression.
CAROM_LANE carom_expansion carom_expansion_of(double a, double T, double P_CN, double P_CT, double sg, double e,
                                              double mu, double e_t, double nu) {
    const double P_EN = e * P_CN;
    const double least = -mu * (1.0 - nu) * P_EN + e * e_t * fabs(P_CT), most = mu * P_EN;
    const double alpha = fabs(P_CT) > 0.0 ? fabs(sg) * (0.5 * (nu + e_t * fabs(P_CT) / (mu * P_CN))) : 0.0;
    const double centre = sg * alpha * mu * P_EN, half = (1.0 - alpha) * mu * P_EN;
    // Positive where it is steep: numbers, since compilers do not select truths side by side.
    const double by_mu = mu - CAROM_EXPANSION_STEEP;
    const double by_mass = mu * (mu * T) - CAROM_EXPANSION_LIGHT * CAROM_EXPANSION_LIGHT * a;
    const double steep = by_mass > by_mu ? by_mass : by_mu;
    const double ends = fabs(sg) * steep;
    carom_expansion f;
    const double lo = P_CT > 0.0 ? least : -most, hi = P_CT > 0.0 ? most : -least;
    f.lo = ends > 0.0 ? lo : centre - half;
    f.hi = ends > 0.0 ? hi : centre + half;
    return f;
}

CAROM_LANE carom_answer2 carom_pfeiffer_glocker_closed(CAROM_PLANE_PROBLEM, double e, double mu, double e_t,
                                                       double nu) {
    // Compression. Where no slip fits by more than rounding carom_collide says so.
    const carom_answer2 C = carom_whittaker_closed(a, w, T, vn, vt, 0.0, mu, mu);
    const double u = C.Pt > 0.0 ? -1.0 : 1.0;
    const double along = u * (vt + (w - mu * u * T) * C.Pn), scale = fabs(vt) + (fabs(w) + mu * T) * fabs(C.Pn);
    const double sticks = C.mode == CAROM_MODE_STICKING ? 1.0 : -1.0, fits = sticks > 0.0 ? scale : along + 1e-12 * scale;

    // Expansion.
    const double det = a * T - w * w, terms = a * fabs(vt) + fabs(w * vn);
    const double held_side = det * fabs(C.Pt) > CAROM_NO_SIDE * terms ? carom_sign(C.Pt) : 0.0;
    const double sg = sticks > 0.0 ? held_side : carom_sign(C.Pt);
    const carom_expansion f = carom_expansion_of(a, T, C.Pn, C.Pt, sg, e, mu, e_t, nu);
    const double P_EN = e * C.Pn, slip = vt + w * C.Pn + T * C.Pt, wanted = -(slip + w * P_EN) / T;
    const double above = wanted > f.hi ? f.hi : wanted, P_ET = wanted < f.lo ? f.lo : above;
    const double beyond = wanted - f.hi > f.lo - wanted ? wanted - f.hi : f.lo - wanted; // positive where it is clipped
    const uint64_t held_mode = beyond > 0.0 ? CAROM_MODE_STICKING_SLIDING : CAROM_MODE_STICKING_STICKING;
    const uint64_t slid_mode = beyond > 0.0 ? CAROM_MODE_SLIDING_SLIDING : CAROM_MODE_SLIDING_STICKING;
    const uint64_t mode = sticks > 0.0 ? held_mode : slid_mode;

    carom_answer2 k;
    k.Pn = e > 0.0 ? C.Pn + P_EN : C.Pn;
    k.Pt = e > 0.0 ? C.Pt + P_ET : C.Pt;
    k.mode = e > 0.0 ? mode : C.mode;
    k.mode = fits >= 0.0 ? k.mode : CAROM_EXTRAORDINARY;
    // Without friction there is no side by which to know the slip.
    k.mode = mu > 0.0 ? k.mode : CAROM_EXTRAORDINARY;
    k.mode = e_t >= 0.0 ? k.mode : CAROM_EXTRAORDINARY;
    return k;
}

#endif
