// Solves `deferred` in 2D without branches: Whittaker's kernel without restitution, then the rebound along the normal.
// Requires a regular W, finite mu and v_n < 0; law_deferred.c handles the other cases.
#ifndef CAROM_SRC_KERNEL_DEFERRED_H
#define CAROM_SRC_KERNEL_DEFERRED_H

#include "friction/kernel_whittaker.h"

// Returns the normal impulse that gives v_n' = -e v_n to a contact that has stopped approaching.
CAROM_LANE double carom_deferred_rebound(double a, double vn, double e) {
    return -(e * vn) / a;
}

CAROM_LANE carom_answer2 carom_deferred_closed(CAROM_PLANE_PROBLEM, double e, double mu) {
    const carom_whittaker_ends x = carom_whittaker_both(a, w, T, vn, vt, 0.0, mu, mu);
    carom_answer2 k;
    k.Pt = x.grip >= 0.0 ? x.St : x.Pt;
    k.Pn = (x.grip >= 0.0 ? x.Sn : x.Pn) + carom_deferred_rebound(a, vn, e);
    k.mode = x.grip >= 0.0 ? CAROM_MODE_STICKING : CAROM_MODE_SLIDING;
    return k;
}

#endif
