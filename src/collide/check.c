// Judges an impulse from (W, v, P, mu) alone.
#include <math.h>

#include "base/ldl.h"
#include "collide/judge.h"
#include "collide/ordinary.h"
#include "collide/scale.h"

static double slack(carom_weighed x) {
    return x.size > 0.0 ? x.sum / x.size : 0.0;
}

static double dot(int dim, const double x[3], const double y[3]) {
    double sum = 0.0;
    for (int i = 0; i < dim; i++) sum += x[i] * y[i];
    return sum;
}

// Is a velocity that no impulse can change changed, or is v' lost in rounding? By 1 % of the speeds. Speeds are
// compared as v_i^2/W_ii, energies up to a factor, since a light direction may be much faster.
// 1e-2: a P that leaves v' two digits is the largest worth the name; finite answers for singular W are far below.
#define LOST 1e-2
static bool stops_what_cannot_stop(const carom_contact *c, const carom_ldl *f, const carom_judged *j) {
    double change[3], off[3], energy = 0.0, lost = 0.0;
    for (int i = 0; i < c->dim; i++) change[i] = j->v[i] - c->v[i];
    carom_ldl_null_part(f, change, off);
    for (int i = 0; i < c->dim; i++) {
        if (!(c->W[i][i] > 0.0)) continue;
        const double speed = fmax(fabs(c->v[i]), fabs(j->v[i]));
        const double unknown = fmax(fabs(off[i]), j->rounding * j->size[i]);
        energy = fmax(energy, speed * speed / c->W[i][i]);
        lost = fmax(lost, unknown * unknown / c->W[i][i]);
    }
    return energy > 0.0 && lost > LOST * LOST * energy;
}

// dE < P_z.v_z - v_r.W^+ v_r/2 by more than rounding, and than W itself is known to: a singular W that was computed may
// be indefinite by 1e-12 (collide/validate).
#define KNOWN 1e-12
static bool loses_too_much(const carom_contact *c, const carom_ldl *f, const double P[3], const carom_judged *j) {
    double Pz[3], vz[3], vr[3], spread = 0.0;
    carom_ldl_null_part(f, P, Pz);
    carom_ldl_null_part(f, c->v, vz);
    for (int i = 0; i < c->dim; i++) {
        vr[i] = c->v[i] - vz[i];
        spread += sqrt(c->W[i][i]) * fabs(P[i]);
    }
    const double least = dot(c->dim, Pz, vz) - 0.5 * carom_ldl_inverse_form(f, vr, vr);
    return j->energy.sum < least - (j->rounding * j->energy.size + KNOWN * (spread * spread + fabs(least)));
}

static unsigned loss(const carom_contact *c, const double P[3], const carom_judged *j) {
    if (carom_surely_regular(c)) return 0;
    const carom_ldl f = carom_factor(c->dim, c->W);
    if (f.rank == f.dim) return 0;
    return stops_what_cannot_stop(c, &f, j) || loses_too_much(c, &f, P, j) ? (unsigned)CAROM_BROKEN_LOSS : 0u;
}

carom_status carom_judge_contact(const carom_contact *c, double mu, const double P[3], carom_accuracy accuracy,
                                 carom_judged *judged, unsigned *broken) {
    *judged = carom_judge(c->dim, c->W, c->v, P, mu);
    if (isinf(mu)) judged->cone = (carom_weighed){0.0, 0.0};
    for (int i = 0; i < c->dim; i++)
        if (!isfinite(P[i]) || !isfinite(judged->v[i])) return CAROM_OVERFLOW;
    if (!isfinite(judged->energy.sum)) return CAROM_OVERFLOW;
    *broken = (unsigned)carom_breaches(judged, accuracy) | loss(c, P, judged);
    return CAROM_OK;
}

static carom_status check(const carom_contact *c, double mu, const double P[3], carom_verdict *verdict) {
    carom_judged judged;
    unsigned broken = 0;
    const carom_status status = carom_judge_contact(c, mu, P, CAROM_EXACT, &judged, &broken);
    *verdict = (carom_verdict){.broken = broken,
                               .dE = judged.energy.sum,
                               .energy_slack = slack(judged.energy),
                               .cone_slack = slack(judged.cone),
                               .pull_slack = slack(judged.pull),
                               .approach_slack = slack(judged.approach)};
    for (int i = 0; i < c->dim; i++) verdict->v[i] = judged.v[i];
    return status;
}

carom_status carom_check(const carom_contact *contact, double mu, const double P[3], carom_verdict *verdict) {
    if (!contact || !P || !verdict) return CAROM_NULL_POINTER;
    if (contact->dim != 2 && contact->dim != 3) return CAROM_BAD_DIM;
    if (!(mu >= 0.0)) return CAROM_PARAM_RANGE;
    const carom_scale scale = carom_scale_of(contact, CAROM_ORDINARY_MOST);
    if (!carom_scaled(scale)) return check(contact, mu, P, verdict);

    const carom_contact near = carom_scale_contact(contact, scale);
    double Q[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < near.dim; i++) Q[i] = carom_unscale_impulse(scale, P[i]);
    const carom_status status = check(&near, mu, Q, verdict);
    for (int i = 0; i < near.dim; i++) verdict->v[i] = carom_scale_speed(scale, verdict->v[i]);
    verdict->dE = carom_scale_energy(scale, verdict->dE);
    return status == CAROM_OK && !isfinite(verdict->dE) ? CAROM_OVERFLOW : status;
}
