// Judges an impulse from (W, v, P, mu) alone.
//
// Each quantity that must have a sign is a sum of terms that may cancel; its slack is that sum over the sum of the
// terms' sizes. So a slack does not change with the unit of mass, speed or time, and rounding shows as a few 1e-16
// whatever the condition of W.
#include <math.h>

#include "base/sym.h"
#include "carom/outcome.h"

static double share(double sum, double size) {
    return size > 0.0 ? sum / size : 0.0;
}

// size[i] = |v_i| + sum_j |W_ij P_j|, what v'_i is made of.
static void velocity_sizes(const carom_contact *c, const double P[3], double size[3]) {
    for (int i = 0; i < c->dim; i++) {
        size[i] = fabs(c->v[i]);
        for (int j = 0; j < c->dim; j++) size[i] += fabs(c->W[i][j] * P[j]);
    }
}

static void judge_energy(const carom_contact *c, const double P[3], const double size[3], carom_verdict *out) {
    double scale = 0.0;
    out->dE = 0.0;
    for (int i = 0; i < c->dim; i++) {
        out->dE += 0.5 * P[i] * (c->v[i] + out->v[i]);
        scale += 0.5 * fabs(P[i]) * (fabs(c->v[i]) + size[i]);
    }
    out->energy_slack = share(out->dE, scale);
}

static void judge_cone(const carom_contact *c, double mu, const double P[3], carom_verdict *out) {
    const double Pt = c->dim == 2 ? fabs(P[1]) : sqrt(P[1] * P[1] + P[2] * P[2]);
    out->pull_slack = share(-P[0], fabs(P[0]) + Pt);
    out->cone_slack = isinf(mu) ? 0.0 : share(Pt - mu * P[0], Pt + fmax(1.0, mu) * fabs(P[0]));
}

carom_status carom_check(const carom_contact *contact, double mu, const double P[3], carom_verdict *verdict) {
    if (!contact || !P || !verdict) return CAROM_NULL_POINTER;
    if (contact->dim != 2 && contact->dim != 3) return CAROM_BAD_DIM;
    if (!(mu >= 0.0)) return CAROM_PARAM_RANGE;
    *verdict = (carom_verdict){0};

    double size[3];
    carom_velocity_after(contact->dim, contact->W, contact->v, P, verdict->v);
    velocity_sizes(contact, P, size);
    judge_energy(contact, P, size, verdict);
    judge_cone(contact, mu, P, verdict);
    verdict->approach_slack = share(-verdict->v[0], size[0]);
    for (int i = 0; i < contact->dim; i++)
        if (!isfinite(P[i]) || !isfinite(verdict->v[i])) return CAROM_OVERFLOW;
    if (!isfinite(verdict->dE)) return CAROM_OVERFLOW;

    const double tol = CAROM_CHECK_TOLERANCE;
    verdict->broken = (verdict->energy_slack > tol ? (unsigned)CAROM_BROKEN_ENERGY : 0u) |
                      (verdict->cone_slack > tol ? (unsigned)CAROM_BROKEN_CONE : 0u) |
                      (verdict->pull_slack > tol ? (unsigned)CAROM_BROKEN_PULL : 0u) |
                      (verdict->approach_slack > tol ? (unsigned)CAROM_BROKEN_PENETRATION : 0u);
    return CAROM_OK;
}
