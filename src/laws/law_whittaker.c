// Newton's restitution with Coulomb's law asked of the end only: stick if the sticking impulse lies in the cone, else
// slip in the direction of the final velocity. Whittaker 1904; Kane & Levinson 1985; Shen & Townsend 1998, table 1.
//   stick   P = W^-1 (-(1 + e) v_n, -v_t)
//   slip    P = P_n (1, -mu u),  P_n = -(1 + e) v_n / D,  D = W_nn - mu u W_nt > 0,  u = sign(v_t')
#include <math.h>

#include "base/params.h"
#include "base/sym.h"
#include "carom/law.h"
#include "impulse/give.h"
#include "impulse/stick.h"

// In the plane exactly one of the two slips fits; at a tie with sticking both end at v_t' = 0 up to rounding, so take
// the one that slips the more.
static carom_status slip(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    const double W_nn = c->W[0][0], W_nt = c->W[0][1], W_tt = c->W[1][1], mu = p->mu;
    const double rebound = -(1.0 + p->e) * c->v[0];
    double best = -HUGE_VAL, best_Pn = 0.0, best_u = 0.0;
    for (double u = -1.0; u <= 1.0; u += 2.0) {
        const double D = W_nn - mu * u * W_nt;
        const double Pn = rebound / D;
        const double along = u * (c->v[1] + (W_nt - mu * u * W_tt) * Pn);
        if (D > 0.0 && along > best) {
            best = along;
            best_Pn = Pn;
            best_u = u;
        }
    }
    // A singular W (a pendulum) can leave no slip that fits: |v_t'| would have to be negative by more than rounding.
    const double scale = fabs(c->v[1]) + (fabs(W_nt) + mu * W_tt) * fabs(best_Pn);
    if (!(best >= -1e-12 * scale)) return CAROM_NO_SOLUTION;
    return carom_give_plane(out, best_Pn, -mu * best_u * best_Pn, CAROM_MODE_SLIDING);
}

static carom_status solve(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    double P[3] = {0};
    const bool can_stick = carom_stick_impulse(c, p->e, 0.0, P);
    if (can_stick && carom_pushes_in_cone(2, P, carom_mu_static(p)))
        return carom_give_plane(out, P[0], P[1], CAROM_MODE_STICKING);

    // Without approach and without a jam there is no impulse.
    if (c->v[0] == 0.0) return carom_give_plane(out, 0.0, 0.0, CAROM_MODE_NONE);
    // Infinite friction and a sticking impulse that pulls: the limit has no normal part.
    if (isinf(p->mu)) {
        if (!can_stick) return CAROM_NO_SOLUTION;
        return carom_give_plane(out, 0.0, -(1.0 + p->e) * c->v[0] / c->W[0][1], CAROM_MODE_SLIDING);
    }
    return slip(c, p, out);
}

static unsigned also(int dim, const carom_params *p) {
    return dim == 2 && carom_mu_static(p) == p->mu ? CAROM_UNIQUE | CAROM_CONTINUOUS : 0u;
}

const carom_law_code carom_code_whittaker = {.solve = solve, .also = also};
