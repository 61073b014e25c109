// Chatterjee's law III (1997, 6.5.3): a wanted velocity, made affordable.
//   V_f = (-r_n v_n, -r_t v_t) / gamma,  gamma = max(1, sqrt(V_f.M V_f / v.M v)),  P = M (V_f - v),  M = W^-1
//   outside the cone: back along the line to the frictionless impulse until it touches it.
// A singular W leaves most V_f out of reach: the impulse then runs off along the null vector until the cone stops it,
// and has no limit if that vector lies in the cone.
#include "base/sym.h"
#include "carom/law.h"
#include "impulse/chatterjee.h"
#include "impulse/give.h"
#include "impulse/ordinary.h"
#include "laws/kernel_chatterjee.h"
#include "laws/kernel_chatterjee_space.h"

static carom_status solve_space(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    const carom_space x = carom_space_of(c);
    const carom_space_kernel k = carom_chatterjee3_space(&x, p->r_n, p->r_t, p->mu);
    const double P[3] = {k.P.n, k.P.t1, k.P.t2};
    return carom_give(out, 3, P, (carom_mode)k.mode);
}

static carom_status solve(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    if (carom_ordinary_space(c) && p->mu <= CAROM_ORDINARY_MOST) return solve_space(c, p, out);
    if (c->dim == 3 || c->v[0] == 0.0 || isinf(p->mu) || carom_singular2(c->W)) {
        const carom_chatterjee_input in = {.r_n = p->r_n, .r_t = p->r_t, .mu = p->mu};
        return carom_chatterjee_3(c, &in, out->P, &out->mode);
    }
    const carom_chatterjee_kernel k =
        carom_chatterjee3_closed(c->W[0][0], c->W[0][1], c->W[1][1], c->v[0], c->v[1], p->r_n, p->r_t, p->mu);
    return carom_give_plane(out, k.Pn, k.Pt, (carom_mode)k.mode);
}

const carom_law_code carom_code_chatterjee3 = {.solve = solve};
