// A linear spring and dashpot, N = kn d + cn d', with an aligned tangential pair. Chatterjee 1997, 8.3.
// The force jumps to cn |v_n| at touch, and the impact ends when it has fallen to zero, before the overlap has.
#include <math.h>

#include "contact.h"

static double force(const carom_touch *touch, const carom_motion *m) {
    return touch->kn * m->d - touch->cn * m->v[0];
}

static double rate(const carom_touch *touch, const carom_motion *m, double dd) {
    return -touch->kn * m->v[0] + touch->cn * dd;
}

static const carom_normal normal = {.force = force, .rate = rate};

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_outcome *out) {
    carom_touch touch = {.normal = &normal, .contact = c, .params = p, .mu = p->mu, .kn = p->kn, .cn = p->cn};
    touch.stiffest = p->kn;
    touch.rebound = fmax(1e-12, carom_restitution_of_zeta(0.5 * p->cn * sqrt(c->W[0][0] / p->kn)));
    if (!(p->kn > 0.0)) return carom_refuse_param(out, CAROM_PARAM_kn);
    if (!(p->cn >= 0.0)) return carom_refuse_param(out, CAROM_PARAM_cn);
    const carom_status status = carom_touch_align(&touch, out);
    return status == CAROM_OK ? carom_touch_run(&touch, recorder, out) : status;
}

CAROM_DEVICE(spring_dashpot, simulate, NULL);
