// Code shared by the bilinear law and by walton, its special case for spheres.
#ifndef CAROM_SRC_BILINEAR_H
#define CAROM_SRC_BILINEAR_H

#include "collide/set_impulse.h"
#include "friction/diagonal.h"
#include "laws/bilinear/kernel_bilinear.h"
#include "tables/row.h"

#define CAROM_BILINEAR_ROW(rows)                                                                                       \
    .module = "core", .solves = CAROM_2D | CAROM_3D, .closed_form = CAROM_2D | CAROM_3D,                               \
    .guarantees = CAROM_EVERY_PROMISE, .conditions = "", CAROM_COEFFICIENTS(rows)
#define CAROM_BILINEAR_E_N CAROM_ROW(e_n, 0, 1, "-v_n' / v_n", CAROM_NEWTON_ALIKE)
#define CAROM_BILINEAR_E_T "-v_t' / v_t if friction can hold"
#define CAROM_BILINEAR_MU  CAROM_ROW(mu, 0, HUGE_VAL, "|P_t| / P_n when friction slips", "as in every law")

// Solves the law, where b is the entry of W_tt along the slip. If friction is unbounded, there is no solution.
static inline carom_status carom_bilinear_solve(const carom_contact *c, double b, const carom_params *p,
                                                carom_result *out) {
    double P[3] = {0};
    const double speed = carom_slip_speed(c);
    const carom_bilinear_kernel k = carom_bilinear_closed(c->W[0][0], b, c->v[0], speed, p->e, p->e_t, p->mu);
    if (isinf(k.grip)) return CAROM_NO_SOLUTION;
    P[0] = k.Pn;
    for (int i = 1; i < c->dim; i++) P[i] = speed > 0.0 ? -k.grip * (c->v[i] / speed) : 0.0;
    return carom_set_impulse(out, c->dim, P, k.sliding ? CAROM_MODE_SLIDING : CAROM_MODE_STICKING);
}

#endif
