#include "linear.h"

#include <math.h>

#include "restitution.h"
#include "taylor.h"

double carom_linear_force(const carom_touch *touch, const carom_touch_motion *m) {
    return touch->kn * m->d - touch->cn * m->v[0];
}

double carom_linear_rate(const carom_touch *touch, const carom_touch_motion *m, double dd) {
    return -touch->kn * m->v[0] + touch->cn * dd;
}

static const carom_normal normal = {.force = carom_linear_force, .rate = carom_linear_rate, .linear = true};

static double power_force(const carom_touch *touch, const carom_touch_motion *m) {
    return (m->d > 0.0 ? touch->kn * pow(m->d, touch->power) : 0.0) - touch->cn * m->v[0];
}

static double power_rate(const carom_touch *touch, const carom_touch_motion *m, double dd) {
    const double slope = m->d > 0.0 ? touch->power * touch->kn * pow(m->d, touch->power - 1.0) : 0.0;
    return -slope * m->v[0] + touch->cn * dd;
}

// Returns the value whose zero ends the contact. Without a dashpot the force reaches zero with zero slope, so the
// overlap itself is watched.
static double power_hold(const carom_touch *touch, const carom_touch_motion *m) {
    return touch->cn > 0.0 ? power_force(touch, m) : touch->stiffest * m->d;
}

static double power_term(const carom_touch *touch, carom_growth *g, int k) {
    return touch->kn * carom_term_of_power(g->d, touch->power, g->part[0], k) + touch->cn * g->closing[k];
}

static const carom_normal power_normal = {
    .force = power_force, .rate = power_rate, .hold = power_hold, .term = power_term};

// Returns the stiffness at the largest overlap of an undamped impact: d_max^(p+1) = (p+1) v^2/(2 k W).
static double stiffness(const carom_touch *touch) {
    const double p = touch->power, v = touch->contact->v[0];
    if (p == 1.0 || v == 0.0) return touch->kn;
    return touch->kn * pow(0.5 * (p + 1.0) * v * v / (touch->kn * touch->contact->W[0][0]), (p - 1.0) / (p + 1.0));
}

carom_status carom_linear_run(carom_touch *touch, double least, carom_recorder *recorder, carom_result *out) {
    const carom_params *p = touch->params;
    if (!(CAROM_OF(p, kn) > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kn);
    if (!(CAROM_OF(p, cn) >= 0.0)) return carom_device_refuse(out, CAROM_PARAM_cn);
    if (touch->power == 0.0) touch->power = 1.0;
    touch->normal = touch->power == 1.0 ? &normal : &power_normal;
    touch->mu = p->mu;
    touch->kn = CAROM_OF(p, kn);
    touch->cn = CAROM_OF(p, cn);
    touch->stiffest = stiffness(touch);
    if (!(touch->stiffest > 0.0 && isfinite(touch->stiffest))) return CAROM_OVERFLOW;
    touch->rebound =
        fmax(least, carom_e_of_zeta(0.5 * CAROM_OF(p, cn) * sqrt(touch->contact->W[0][0] / touch->stiffest)));
    const carom_status status = carom_touch_align(touch, out);
    return status == CAROM_OK ? carom_touch_run(touch, recorder, out) : status;
}
