// Solves Pfeiffer & Glocker's law in 2D without branches, by the same operations as law_pfeiffer_glocker.c. Requires a
// regular W, finite mu and v_n < 0.
#ifndef CAROM_SRC_KERNEL_PFEIFFER_GLOCKER_H
#define CAROM_SRC_KERNEL_PFEIFFER_GLOCKER_H

#include <math.h>
#include <stdint.h>

#include "base/sym.h"
#include "collide/problem.h"
#include "friction/kernel_whittaker.h"

// The form of the interval in Chatterjee 1997 subtracts two numbers of the size of mu P_EN. It loses digits in
// proportion to mu, or to mu sqrt(W_tt/W_nn) if the tangent is lighter and P_T therefore smaller. Up to these limits it
// loses at most five bits (mu) or fourteen (root), and results stay identical to those of earlier releases. Above the
// limits, the two ends are computed as in law_pfeiffer_glocker.c.
#define CAROM_EXPANSION_STEEP 32.0
#define CAROM_EXPANSION_LIGHT 16384.0

// If a contact sticks in compression, P_CT is -(W_nn v_t - W_nt v_n) / det W. Below this fraction of its terms, P_CT is
// only rounding and has no sign. Otherwise the expansion of a contact without friction in compression would jump at
// random (nu > 0). The error of the sum is about 1e-16 of its terms.
#define CAROM_NO_SIDE 1e-14

// A slip in compression may violate its direction by this fraction of its terms, which is rounding.
#define CAROM_SLIP_ROUNDING 1e-12

typedef struct carom_expansion {
    double lo, hi; // bounds of P_ET
} carom_expansion;

// Computes the friction of expansion. sided > 0 means that the friction of compression has a direction.
CAROM_LANE carom_expansion carom_expansion_of(double a, double T, double P_CN, double P_CT, double sided, double e,
                                              double mu, double e_t, double nu) {
    const double P_EN = e * P_CN;
    const double alpha = sided > 0.0 ? 0.5 * (nu + e_t * fabs(P_CT) / (mu * P_CN)) : 0.0;
    const double towards = sided > 0.0 ? copysign(1.0, P_CT) : 0.0;
    const double centre = towards * alpha * mu * P_EN, extent = (1.0 - alpha) * mu * P_EN;

    // This number is positive if friction is steep.
    const double by_mu = mu - CAROM_EXPANSION_STEEP;
    const double by_mass = mu * (mu * T) - CAROM_EXPANSION_LIGHT * CAROM_EXPANSION_LIGHT * a;
    const double steepest = by_mass > by_mu ? by_mass : by_mu, steep = sided < steepest ? sided : steepest;
    const double least = -mu * (1.0 - nu) * P_EN + e * e_t * fabs(P_CT), most = mu * P_EN;
    const double lo = P_CT > 0.0 ? least : -most, hi = P_CT > 0.0 ? most : -least;

    carom_expansion f;
    f.lo = steep > 0.0 ? lo : centre - extent;
    f.hi = steep > 0.0 ? hi : centre + extent;
    return f;
}

// The impulse of compression, and numbers that determine later choices. They depend on the mode of compression, and one
// test selects all of them. Booleans are avoided, because gcc turns a boolean that is selected again into branches and
// then does not vectorise.
typedef struct carom_compression {
    double Pn, Pt;
    double sided; // positive if Pt has a direction
    double fits;  // negative if no slip is consistent beyond rounding; carom_collide then reports this
    uint64_t mode, then_sticks, then_slides;
} carom_compression;

CAROM_LANE carom_compression carom_compress(CAROM_PLANE_PROBLEM, double mu) {
    const carom_whittaker_ends x = carom_whittaker_both(a, w, T, vn, vt, 0.0, mu, mu);
    const double scale = fabs(vt) + (fabs(w) + mu * T) * fabs(x.Pn);
    const double fits = x.along + CAROM_SLIP_ROUNDING * scale;
    const double det = a * T - w * w, terms = a * fabs(vt) + fabs(w * vn);
    const double held = det * fabs(x.St) - CAROM_NO_SIDE * terms;
    carom_compression C;
    C.Pn = x.grip >= 0.0 ? x.Sn : x.Pn;
    C.Pt = x.grip >= 0.0 ? x.St : x.Pt;
    C.sided = x.grip >= 0.0 ? held : fabs(x.Pt);
    C.fits = x.grip >= 0.0 ? scale : fits;
    C.mode = x.grip >= 0.0 ? CAROM_MODE_STICKING : CAROM_MODE_SLIDING;
    C.then_sticks = x.grip >= 0.0 ? CAROM_MODE_STICKING_STICKING : CAROM_MODE_SLIDING_STICKING;
    C.then_slides = x.grip >= 0.0 ? CAROM_MODE_STICKING_SLIDING : CAROM_MODE_SLIDING_SLIDING;
    return C;
}

CAROM_LANE carom_answer2 carom_pfeiffer_glocker_closed(CAROM_PLANE_PROBLEM, double e, double mu, double e_t,
                                                       double nu) {
    const carom_compression C = carom_compress(a, w, T, vn, vt, mu);
    const carom_expansion f = carom_expansion_of(a, T, C.Pn, C.Pt, C.sided, e, mu, e_t, nu);
    const double P_EN = e * C.Pn, slip = vt + w * C.Pn + T * C.Pt, wanted = -(slip + w * P_EN) / T;
    const double not_above = wanted > f.hi ? f.hi : wanted, P_ET = wanted < f.lo ? f.lo : not_above;
    const double above = wanted - f.hi, below = f.lo - wanted, beyond = above > below ? above : below;
    const uint64_t mode = beyond > 0.0 ? C.then_slides : C.then_sticks;

    carom_answer2 k;
    k.Pn = e > 0.0 ? C.Pn + P_EN : C.Pn;
    k.Pt = e > 0.0 ? C.Pt + P_ET : C.Pt;
    k.mode = e > 0.0 ? mode : C.mode;
    k.mode = C.fits >= 0.0 ? k.mode : CAROM_EXTRAORDINARY;
    // Without friction, the sign of P_t does not determine the direction of the slip.
    k.mode = mu > 0.0 ? k.mode : CAROM_EXTRAORDINARY;
    k.mode = e_t >= 0.0 ? k.mode : CAROM_EXTRAORDINARY;
    return k;
}

#endif
