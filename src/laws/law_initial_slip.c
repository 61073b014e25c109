// The conventional solution: Newton's restitution; stick if the sticking impulse lies in the cone, else friction
// opposes the initial slip throughout. Shen & Townsend 1998, table 2.
//   slip   P = P_n (1, -mu s),  P_n = -(1 + e) v_n / D,  D = W_nn - mu s W_nt,  s = sign(v_t)
// D <= 0 is a jam the law cannot answer. v_t = 0: s is where the coupling pushes the contact.
#include <math.h>

#include "base/params.h"
#include "base/sym.h"
#include "carom/law.h"
#include "impulse/give.h"
#include "impulse/stick.h"

static carom_status solve(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    double P[3] = {0};
    if (carom_stick_impulse(c, p->e, 0.0, P) && carom_pushes_in_cone(2, P, carom_mu_static(p)))
        return carom_give_plane(out, P[0], P[1], CAROM_MODE_STICKING);

    const double W_nt = c->W[0][1];
    const double s = carom_sign(c->v[1] != 0.0 ? c->v[1] : W_nt);
    const double mu = p->mu, rebound = -(1.0 + p->e) * c->v[0];
    // A friction that drives the bodies together faster than the normal impulse parts them is a jam.
    const bool jam = isinf(mu) ? s * W_nt > 0.0 : !(c->W[0][0] > mu * s * W_nt);
    if (jam) return CAROM_NO_SOLUTION;
    if (c->v[0] == 0.0) return carom_give_plane(out, 0.0, 0.0, CAROM_MODE_NONE);
    // Infinite friction: the limit of P_n (1, -mu s) has no normal part; without coupling it has no limit.
    if (isinf(mu) && W_nt == 0.0) return CAROM_NO_SOLUTION;
    if (isinf(mu)) return carom_give_plane(out, 0.0, rebound / W_nt, CAROM_MODE_SLIDING);
    const double Pn = rebound / (c->W[0][0] - mu * s * W_nt);
    return carom_give_plane(out, Pn, -mu * s * Pn, CAROM_MODE_SLIDING);
}

const carom_law_code carom_code_initial_slip = {.solve = solve};
