// Judges an impulse from (W, v, P, mu) alone.
#include <math.h>

#include "collide/admissibility.h"
#include "collide/ordinary.h"
#include "collide/scale.h"
#include "collide/validate.h"

// Returns the sum divided by the sum of the sizes of its terms. If the divisor is 0, so is the sum. The code selects
// the divisor instead of the quotient, because a compiler may divide before it selects.
static double slack(carom_weighed x) {
    return x.sum / (x.size > 0.0 ? x.size : 1.0) + 0.0;
}

static carom_status check(const carom_contact *c, double mu, const double P[3], carom_verdict *verdict) {
    // With infinite friction there is no cone to check, and its slack would be infinity divided by infinity.
    carom_judged judged = carom_judge(c->dim, c->W, c->v, P, isinf(mu) ? 0.0 : mu);
    const bool finite = carom_judged_finite(&judged);
    if (isinf(mu)) judged.cone = (carom_weighed){0.0, 0.0};
    *verdict = (carom_verdict){.violations = finite ? carom_all_breaches(c->dim, c, P, &judged, CAROM_EXACT) : 0,
                               .dE = judged.energy.sum,
                               .energy_slack = slack(judged.energy),
                               .cone_slack = slack(judged.cone),
                               .pull_slack = slack(judged.pull),
                               .approach_slack = slack(judged.approach)};
    for (int i = 0; i < c->dim; i++) verdict->v[i] = judged.v[i];
    return finite ? CAROM_OK : CAROM_OVERFLOW;
}

static bool is_finite_at(const carom_contact *c, const double P[3]) {
    bool finite = true;
    for (int i = 0; i < c->dim; i++) {
        finite &= isfinite(P[i]) && isfinite(c->v[i]);
        for (int j = 0; j < c->dim; j++) finite &= isfinite(c->W[i][j]) != 0;
    }
    return finite;
}

static carom_status check_in_any_unit(const carom_contact *contact, double mu, const double P[3],
                                      carom_verdict *verdict) {
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

carom_status carom_check(const carom_contact *contact, double mu, const double P[3], carom_verdict *verdict) {
    if (!contact || !P || !verdict) return CAROM_NULL_POINTER;
    if (contact->dim != 2 && contact->dim != 3) return CAROM_BAD_DIM;
    if (!(mu >= 0.0)) return CAROM_COEFFICIENT_RANGE;
    carom_contact room;
    contact = carom_usable(contact, &room);
    const carom_status status = check_in_any_unit(contact, mu, P, verdict);
    return status == CAROM_OVERFLOW && !is_finite_at(contact, P) ? CAROM_NOT_FINITE : status;
}
