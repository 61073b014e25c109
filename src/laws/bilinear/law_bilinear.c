// No coupling between normal and tangent: each direction bounces by its own coefficient, friction permitting.
// Chatterjee 1997, 6.4; Payr & Glocker 2005 (51)-(57).
//   P_n = -(1 + e_n) v_n / W_nn,   P_t = -min((1 + e_t) |v_t| / b, mu P_n) v_t / |v_t|,   W_tt v_t = b v_t
// Defined only where W_nt = 0 and the slip runs along an axis of W_tt. b = 0, a direction that nothing can move, is the
// limit b -> 0+: friction is all it can be against the slip, without end if mu has none. e_t = -1 asks for no friction.
#include "carom/law.h"
#include "collide/diagonal.h"
#include "collide/give.h"
#include "laws/bilinear/kernel_bilinear.h"

static carom_status solve(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    double b, P[3] = {0};
    if (!carom_uncoupled(c) || !carom_slip_axis(c, &b)) return CAROM_NOT_APPLICABLE;
    const double speed = carom_slip_speed(c);
    // (1 + e_t) |v_t| / b is then 0/0, and 0 for every b > 0.
    if (p->e_t == -1.0) b = 1.0;
    const carom_bilinear_kernel k = carom_bilinear_closed(c->W[0][0], b, c->v[0], speed, p->e_n, p->e_t, p->mu);
    if (isinf(k.grip)) return CAROM_NO_SOLUTION;
    P[0] = k.Pn;
    for (int i = 1; i < c->dim; i++) P[i] = speed > 0.0 ? -k.grip * (c->v[i] / speed) : 0.0;
    return carom_give(out, c->dim, P, k.sliding ? CAROM_MODE_SLIDING : CAROM_MODE_STICKING);
}

const carom_law_code carom_code_bilinear = {.solve = solve};
