// Newton's restitution; friction along a mean of the initial and the final slip. Smith 1991; Chatterjee 1997, 5.1.3.
//   P = P_n (1, -mu K),   K = (|v_t| v_t + |q| q) / (|v_t|^2 + |q|^2),   q = v_t'
//   P_n = c / D,  c = -(1 + e) v_n,  D = W_nn - mu W_nt.K > 0
// Plane: if the slip keeps its sign, K = s = sign(v_t). Else q = -s x and K = s (V^2 - x^2) / (V^2 + x^2), V = |v_t|;
// with x = V t / (1 - t) the equation q = v_t + (W_nt - mu K W_tt) P_n becomes a cubic in t that changes sign exactly
// once in (0, 1) where D > 0. Space: see impulse/smith.h. Infinite friction: K = 0 in the limit, so the slip is
// reversed, q = -v_t.
#include <math.h>

#include "base/sym.h"
#include "carom/law.h"
#include "impulse/give.h"
#include "impulse/smith.h"
#include "impulse/stick.h"
#include "impulse/whittaker.h"

static carom_status plane(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    const double s = carom_sign(c->v[1]);
    const carom_smith smith = {.a = c->W[0][0],
                               .wx = s * c->W[0][1],
                               .Txx = c->W[1][1],
                               .V = fabs(c->v[1]),
                               .c = -(1.0 + p->e) * c->v[0],
                               .mu = p->mu};
    const carom_smith_point point = carom_smith_plane(&smith, &out->evaluations);
    out->solutions = 1;
    out->residual = point.residual;
    if (!(point.residual <= CAROM_SMITH_RESIDUAL) || !(point.Pn > 0.0)) return CAROM_NOT_CONVERGED;
    return carom_give_plane(out, point.Pn, -p->mu * s * point.Kx * point.Pn, CAROM_MODE_UNNAMED);
}

// Without approach only a jam makes an impulse: D = 0 at K = s k, k = W_nn / (mu |W_nt|) < 1.
static carom_status graze(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    const double a = c->W[0][0], w = c->W[0][1], s = carom_sign(c->v[1]);
    if (!(a < p->mu * s * w)) return carom_give_nothing(out, 2);
    const double k = a / (p->mu * s * w);
    const double q = -c->v[1] * sqrt((1.0 - k) / (1.0 + k));
    const double Pn = (q - c->v[1]) / (w - p->mu * s * k * c->W[1][1]);
    return carom_give_plane(out, Pn, -p->mu * s * k * Pn, CAROM_MODE_UNNAMED);
}

// mu = infinity: the slip is reversed. If that would pull, the limit has no normal part; in space it is then sought on
// the rim P_n = 0 as for Whittaker's law.
static carom_status endless_friction(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    double P[3] = {0};
    if (!carom_stick_impulse(c, p->e, 1.0, P)) return CAROM_NO_SOLUTION;
    if (P[0] >= 0.0 && (c->v[0] < 0.0 || P[0] > 0.0)) return carom_give(out, c->dim, P, CAROM_MODE_UNNAMED);
    if (c->v[0] == 0.0) return carom_give_nothing(out, c->dim);
    if (c->dim == 3) return CAROM_NO_SOLUTION;
    return carom_give_plane(out, 0.0, -(1.0 + p->e) * c->v[0] / c->W[0][1], CAROM_MODE_UNNAMED);
}

static carom_status solve(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    const bool direct = c->v[1] == 0.0 && (c->dim == 2 || c->v[2] == 0.0);
    // No initial slip: K is the direction of the final one, which is Whittaker's law.
    if (direct) return carom_whittaker(c, p->e, p->mu, p->mu, out);
    if (isinf(p->mu)) return endless_friction(c, p, out);
    if (c->dim == 3) return carom_smith_space(c, p->e, p->mu, out);
    return c->v[0] == 0.0 ? graze(c, p, out) : plane(c, p, out);
}

static unsigned also(int dim, const carom_params *p) {
    (void)p;
    return dim == 2 ? CAROM_UNIQUE | CAROM_CONTINUOUS : 0u;
}

const carom_law_code carom_code_smith = {.solve = solve, .also = also, .accuracy = 1e-12};
