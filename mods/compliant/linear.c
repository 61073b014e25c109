#include "linear.h"

#include <math.h>

static double force(const carom_touch *touch, const carom_touch_motion *m) {
    return touch->kn * m->d - touch->cn * m->v[0];
}

static double rate(const carom_touch *touch, const carom_touch_motion *m, double dd) {
    return -touch->kn * m->v[0] + touch->cn * dd;
}

static const carom_normal normal = {.force = force, .rate = rate};

carom_status carom_linear_run(carom_touch *touch, double least, carom_recorder *recorder, carom_outcome *out) {
    const carom_params *p = touch->params;
    if (!(CAROM_OF(p, kn) > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kn);
    if (!(CAROM_OF(p, cn) >= 0.0)) return carom_device_refuse(out, CAROM_PARAM_cn);
    touch->normal = &normal;
    touch->mu = p->mu;
    touch->kn = touch->stiffest = CAROM_OF(p, kn);
    touch->cn = CAROM_OF(p, cn);
    touch->rebound =
        fmax(least, carom_restitution_of_zeta(0.5 * CAROM_OF(p, cn) * sqrt(touch->contact->W[0][0] / CAROM_OF(p, kn))));
    const carom_status status = carom_touch_align(touch, out);
    return status == CAROM_OK ? carom_touch_run(touch, recorder, out) : status;
}
