// Computes a bound on e for Newton's restitution with friction that opposes the slip after the impact, as in whittaker
// and glocker:
//   v + v' = 2 v + W P,  v = (I + E)^-1 (xi - W P),  xi = v' + E v,  E = diag(e, 0, 0)
//   dE = P.(v + v')/2 = P.(I + E)^-1 xi - P.D W P/2,  D = diag((1 - e)/(1 + e), 1, 1)
// In these laws P.(I + E)^-1 xi <= 0, because the normal part is zero and friction opposes the slip. So no energy is
// gained if D W + W D is positive semidefinite. This is the case if e^2 <= 1 - r with r = W_nt W_tt^-1 W_tn / W_nn.
// Above this bound, an impact that sticks with the impulse of least P.D W P gains energy.
#include "cli/print/newton_safe.h"

#include <math.h>

#include "carom/law.h"

// Solves W_tt x = W_tn. Returns false if W_tt is singular.
static bool solve_tangents(const carom_contact *c, double x[2]) {
    const double a = c->W[1][1], b = c->dim == 3 ? c->W[1][2] : 0.0, d = c->dim == 3 ? c->W[2][2] : 1.0;
    const double determinant = a * d - b * b, s = c->W[1][0], t = c->dim == 3 ? c->W[2][0] : 0.0;
    if (!(determinant > 1e-14 * a * d)) return false;
    x[0] = (d * s - b * t) / determinant;
    x[1] = (a * t - b * s) / determinant;
    return true;
}

bool carom_newton_safe_find(const carom_contact *c, double e, carom_newton_safe *found) {
    double x[2];
    *found = (carom_newton_safe){0};
    if (!(e >= 0.0 && e <= 1.0) || !(c->W[0][0] > 0.0) || !solve_tangents(c, x)) return false;
    const double share = (c->W[0][1] * x[0] + (c->dim == 3 ? c->W[0][2] * x[1] : 0.0)) / c->W[0][0];
    if (!(share < 1.0)) return false;
    found->most = sqrt(1.0 - share);
    found->safe = e <= found->most;
    if (found->safe) return true;
    // Computes the impulse with the least P.D W P for P_n = 1, and the velocity before an impact that sticks with this
    // impulse.
    const double half = 1.0 / (1.0 + e), P[3] = {1.0, -half * x[0], c->dim == 3 ? -half * x[1] : 0.0};
    carom_contact impact = *c;
    for (int i = 0; i < c->dim; i++) {
        double change = 0.0;
        for (int j = 0; j < c->dim; j++) change += c->W[i][j] * P[j];
        impact.v[i] = i ? -change : -change * half;
    }
    const double scale = -1.0 / impact.v[0]; // an approach of 1 m/s
    for (int i = 0; i < c->dim; i++) found->v[i] = impact.v[i] *= scale;
    carom_params params = carom_params_default();
    carom_result out;
    params.e = e;
    params.mu = found->mu = 1.001 * hypot(P[1], P[2]); // slightly more friction than sticking requires
    if (carom_collide(&carom_law_whittaker, &impact, &params, &out) != CAROM_OK) return false;
    found->dE = out.dE;
    return true;
}
