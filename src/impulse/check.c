// Judges an impulse from (W, v, P, mu) alone.
#include <math.h>

#include "impulse/judge.h"

static double slack(carom_weighed x) {
    return x.size > 0.0 ? x.sum / x.size : 0.0;
}

carom_status carom_check(const carom_contact *contact, double mu, const double P[3], carom_verdict *verdict) {
    if (!contact || !P || !verdict) return CAROM_NULL_POINTER;
    if (contact->dim != 2 && contact->dim != 3) return CAROM_BAD_DIM;
    if (!(mu >= 0.0)) return CAROM_PARAM_RANGE;
    *verdict = (carom_verdict){0};

    carom_judged judged = carom_judge(contact->dim, contact->W, contact->v, P, mu);
    if (isinf(mu)) judged.cone = (carom_weighed){0.0, 0.0};
    for (int i = 0; i < contact->dim; i++) verdict->v[i] = judged.v[i];
    verdict->dE = judged.energy.sum;
    verdict->energy_slack = slack(judged.energy);
    verdict->cone_slack = slack(judged.cone);
    verdict->pull_slack = slack(judged.pull);
    verdict->approach_slack = slack(judged.approach);
    for (int i = 0; i < contact->dim; i++)
        if (!isfinite(P[i]) || !isfinite(verdict->v[i])) return CAROM_OVERFLOW;
    if (!isfinite(verdict->dE)) return CAROM_OVERFLOW;

    verdict->broken = (unsigned)carom_breaches(&judged);
    return CAROM_OK;
}
