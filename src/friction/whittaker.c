#include "friction/whittaker.h"

#include <math.h>

#include "base/sym.h"
#include "collide/set_impulse.h"
#include "friction/slip.h"
#include "friction/stick.h"

// Computes the slip in 2D, where exactly one of the two slips is consistent. At the boundary to sticking both end at
// v_t' = 0 up to rounding, so the one with the larger slip is taken.
//   P = P_n (1, -mu u),  P_n = -(1 + e) v_n / D,  D = W_nn - mu u W_nt > 0,  u = sign(v_t')
static carom_status slip(const carom_contact *c, double e, double mu, carom_result *out) {
    const double W_nn = c->W[0][0], W_nt = c->W[0][1], W_tt = c->W[1][1];
    const double rebound = -(1.0 + e) * c->v[0];
    double best = -HUGE_VAL, best_Pn = 0.0, best_u = 0.0;
    const bool singular = carom_singular2(c->W);
    // With a singular W, both slips end at rest if one does. The perturbed matrix W + d z z^T with a small d > 0
    // distinguishes them, where z is the null vector. Then v_t' is d z_t (z.P), which has the sign of -W_nt.
    const double end[2] = {rebound, -c->v[1]};
    if (singular && W_nt != 0.0 && carom_in_range2(c->W, end)) {
        const double Pn = rebound / (W_nn + mu * fabs(W_nt));
        return carom_set_impulse_plane(out, Pn, copysign(mu, W_nt) * Pn, CAROM_MODE_SLIDING);
    }
    // If friction balances the normal impulse at a singular W, D = 0, and its computed value is only rounding.
    const double least = singular ? CAROM_SINGULAR * (W_nn + mu * fabs(W_nt)) : 0.0;
    for (double u = -1.0; u <= 1.0; u += 2.0) {
        const double D = W_nn - mu * u * W_nt;
        const double Pn = rebound / D;
        const double along = u * (c->v[1] + (W_nt - mu * u * W_tt) * Pn);
        if (D > least && along > best) {
            best = along;
            best_Pn = Pn;
            best_u = u;
        }
    }
    // With a singular W (a pendulum), no slip may be consistent: |v_t'| would be negative by more than rounding.
    const double scale = fabs(c->v[1]) + (fabs(W_nt) + mu * W_tt) * fabs(best_Pn);
    if (!(best >= -1e-12 * scale)) return CAROM_NO_SOLUTION;
    return carom_set_impulse_plane(out, best_Pn, -mu * best_u * best_Pn, CAROM_MODE_SLIDING);
}

carom_status carom_whittaker(const carom_contact *c, double e, double mu, double mu_static, carom_result *out) {
    if (c->dim == 3) return carom_whittaker_space(c, e, mu, mu_static, out);
    double P[3] = {0};
    const double rebound = -(1.0 + e) * c->v[0];
    const bool can_stick = carom_stick_in_plane(c, e, P);
    out->solution_count = 1;
    if (can_stick && carom_pushes_in_cone(2, P, mu_static)) {
        // Without an approach, or without a rebound (e = -1), P = 0 is a result too. The jam is the limit of a slow
        // approach.
        if (rebound == 0.0) out->solution_count = 2;
        return carom_set_impulse_plane(out, P[0], P[1], CAROM_MODE_STICKING);
    }
    if (rebound == 0.0) return carom_set_no_impulse(out, 2);
    // Friction is infinite, and the sticking impulse pulls or (singular W) does not exist. In the limit P_n = 0.
    if (isinf(mu)) {
        if (!can_stick && !carom_endless_slip_fits(c, rebound, c->v[1])) return CAROM_NO_SOLUTION;
        return carom_set_impulse_plane(out, 0.0, rebound / c->W[0][1], CAROM_MODE_SLIDING);
    }
    return slip(c, e, mu, out);
}

// Returns whether a slip is consistent: v_t' points along u by more than rounding.
static bool ends_slipping(const carom_contact *c, double rebound, double mu, double u, double *Pn) {
    const double D = c->W[0][0] - mu * u * c->W[0][1], push = c->W[0][1] - mu * u * c->W[1][1];
    *Pn = rebound / D;
    // A slip that ends at rest is the sticking result. Its v_t' is exact to about 1e-15 of its terms.
    return D > 0.0 && u * (c->v[1] + push * *Pn) > 1e-12 * (fabs(c->v[1]) + fabs(push * *Pn));
}

carom_status carom_whittaker_all(const carom_contact *c, double e, double mu, double mu_static, carom_result *list,
                                 int *count) {
    if (c->dim == 3) return carom_whittaker_space_all(c, e, mu, mu_static, list, count);
    const double rebound = -(1.0 + e) * c->v[0];
    double P[3] = {0}, Pn;
    *count = 0;
    // Limit cases have one result. Without a rebound, P = 0 may be a second one.
    if (rebound == 0.0 || isinf(mu) || carom_singular2(c->W)) {
        const carom_status status = carom_whittaker(c, e, mu, mu_static, &list[(*count)++]);
        if (status == CAROM_OK && list[0].solution_count == 2) carom_set_no_impulse(&list[(*count)++], 2);
        return status;
    }
    if (carom_stick_in_plane(c, e, P) && carom_pushes_in_cone(2, P, mu_static))
        carom_set_impulse_plane(&list[(*count)++], P[0], P[1], CAROM_MODE_STICKING);
    for (double u = -1.0; u <= 1.0; u += 2.0)
        if (ends_slipping(c, rebound, mu, u, &Pn))
            carom_set_impulse_plane(&list[(*count)++], Pn, -mu * u * Pn, CAROM_MODE_SLIDING);
    return *count > 0 ? CAROM_OK : carom_whittaker(c, e, mu, mu_static, &list[(*count)++]);
}

// Writes friction as m1/m0, so that it may be infinite. The direction of the slip follows from the impulse.
int carom_whittaker_index_of(const carom_contact *c, const double g[2], double e, double mu, const carom_result *out) {
    const double *P = out->P, Pt = c->dim == 3 ? sqrt(P[1] * P[1] + P[2] * P[2]) : 0.0;
    const double m0 = isinf(mu) ? 0.0 : 1.0, m1 = isinf(mu) ? 1.0 : mu;
    if (out->mode == CAROM_MODE_STICKING) return carom_pushes_in_cone(c->dim, P, mu) ? 1 : 0;
    if (!(Pt > 0.0)) return 1; // in 2D, and without friction, there is at most one slip
    const double u[2] = {-P[1] / Pt, -P[2] / Pt};
    const carom_circle f = carom_slip_condition_of(c, g, -(1.0 + e) * c->v[0], m0, m1);
    return carom_circle_slope(&f, u) < 0.0 ? 1 : -1;
}

int carom_whittaker_index(const carom_contact *c, double e, double mu, const carom_result *out) {
    return carom_whittaker_index_of(c, (const double[2]){1.0, 1.0}, e, mu, out);
}
