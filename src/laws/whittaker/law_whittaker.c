// Newton's restitution with Coulomb's law asked of the end only: stick if the sticking impulse lies in the cone, else
// slip in the direction of the final velocity. Whittaker 1904; Kane & Levinson 1985; Shen & Townsend 1998, table 1.
//   stick   P = W^-1 (-(1 + e) v_n, -v_t)
//   slip    P = P_n (1, -mu u),  P_n = -(1 + e) v_n / D,  D = W_nn - mu u.W_nt > 0,  u = v_t' / |v_t'|
// In the plane one of the two holds; in space a quartic gives all slips, stick is preferred, then the slip that
// dissipates most.
// Singular W (base/rank.h): what W cannot move stays, so W = q q^T fixes v' and u; no u with D > 0 is CAROM_NO_SOLUTION.
#include "base/params.h"
#include "base/sym.h"
#include "carom/law.h"
#include "collide/give.h"
#include "collide/whittaker.h"
#include "laws/whittaker/kernel_whittaker.h"

static carom_status solve(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    const double mu_static = carom_mu_static(p);
    if (c->dim == 3 || (1.0 + p->e) * c->v[0] == 0.0 || isinf(mu_static) || carom_singular2(c->W))
        return carom_whittaker(c, p->e, p->mu, mu_static, out);
    const carom_whittaker_kernel k =
        carom_whittaker_closed(c->W[0][0], c->W[0][1], c->W[1][1], c->v[0], c->v[1], p->e, p->mu, mu_static);
    out->solutions = 1;
    return carom_give_plane(out, k.Pn, k.Pt, (carom_mode)k.mode);
}

static unsigned also(int dim, const carom_params *p) {
    return dim == 2 && carom_mu_static(p) == p->mu ? CAROM_UNIQUE | CAROM_CONTINUOUS : 0u;
}

const carom_law_code carom_code_whittaker = {.solve = solve, .also = also, .accuracy = 1e-12};
