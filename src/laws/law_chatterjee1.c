// Chatterjee's law I (1997, 6.5.1): a direction chosen so that the law is bilinear where nothing couples, then a
// length.
//   d = (1, -rho v_t/|v_t|),  rho = min((1 + r_t) (M_22/M_11) |v_t| / ((1 + r_n) |v_n|), mu)
//   with M = W^-1 in the slip frame. Then P = -2 (d.v) / (d.W d) d keeps the energy and ends with the normal velocity
//   v_f:
//
//   v_f > r_n |v_n|         shorten P to v_n' = r_n |v_n|        "restitution"
//   0 <= v_f <= r_n |v_n|   keep P                               "energy"
//   v_f < 0                 P_n -= 2 v_f / W_nn, energy kept     "projected"
#include "base/sym.h"
#include "carom/law.h"
#include "impulse/chatterjee.h"
#include "impulse/give.h"
#include "impulse/ordinary.h"
#include "laws/kernel_chatterjee.h"
#include "laws/kernel_chatterjee_space.h"

static carom_status solve_space(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    const carom_space x = carom_space_of(c);
    const carom_space_kernel k = carom_chatterjee1_space(&x, p->r_n, p->r_t, p->mu);
    const double P[3] = {k.P.n, k.P.t1, k.P.t2};
    return carom_give(out, 3, P, (carom_mode)k.mode);
}

static carom_status solve(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    if (carom_ordinary_space(c) && p->mu <= CAROM_ORDINARY_MOST) return solve_space(c, p, out);
    if (c->dim == 3 || c->v[0] == 0.0 || isinf(p->mu) || carom_singular2(c->W)) {
        const carom_chatterjee_input in = {.r_n = p->r_n, .r_t = p->r_t, .mu = p->mu};
        return carom_chatterjee_1(c, &in, out->P, &out->mode);
    }
    const carom_chatterjee_kernel k =
        carom_chatterjee1_closed(c->W[0][0], c->W[0][1], c->W[1][1], c->v[0], c->v[1], p->r_n, p->r_t, p->mu);
    return carom_give_plane(out, k.Pn, k.Pt, (carom_mode)k.mode);
}

const carom_law_code carom_code_chatterjee1 = {.solve = solve};
