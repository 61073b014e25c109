// Solves the convex cone law in 2D without branches. The result is the minimum of P.W P/2 + b.P over the cone, b = ((1
// + e) v_n, v_t). Requires a regular W, v_n < 0 and finite coefficients; law_ccp.c handles the other cases.
#ifndef CAROM_SRC_KERNEL_CCP_H
#define CAROM_SRC_KERNEL_CCP_H

#include "collide/problem.h"
#include "friction/kernel_cone_least.h"

CAROM_LANE carom_answer2 carom_ccp_closed(CAROM_PLANE_PROBLEM, double e, double mu) {
    const carom_cone_ends x = carom_cone_both(a, w, T, (1.0 + e) * vn, vt, mu);
    carom_answer2 k;
    k.Pn = x.grip >= 0.0 ? x.Sn : x.Pn;
    k.Pt = x.grip >= 0.0 ? x.St : x.Pt;
    k.mode = x.grip >= 0.0 ? CAROM_MODE_STICKING : CAROM_MODE_SLIDING;
    return k;
}

#endif
