// A body with vibration modes behind a linear contact. Chatterjee 1997, ch. 9.
//   r = a0 + sum phi z,  a0'' = W F,  z'' + 2 zeta omega z' + omega^2 z = phi.F
// The contact is unilateral: kn d + cn d', never pulling, only inside an overlap; the tangential spring starts anew at
// each touch. The bodies may touch several times before the rigid motion has carried them apart: micro-impacts.
// P is their sum and v' the rigid body's velocity; what the modes keep is counted in dE as lost.
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
    carom_params springs = *p;
    springs.ct[0] = springs.ct[1] = 0.0;
    carom_touch touch = {.normal = &normal, .contact = c, .params = &springs, .mu = p->mu, .kn = p->kn, .cn = p->cn};
    touch.stiffest = p->kn;
    touch.rebound = fmax(1e-6, carom_restitution_of_zeta(0.5 * p->cn * sqrt(c->W[0][0] / p->kn)));
    touch.vibrating = true;
    if (!(p->kn > 0.0)) return carom_refuse_param(out, CAROM_PARAM_kn);
    if (!(p->cn >= 0.0)) return carom_refuse_param(out, CAROM_PARAM_cn);
    const carom_status status = carom_touch_align(&touch, out);
    return status == CAROM_OK ? carom_touch_run(&touch, recorder, out) : status;
}

CAROM_DEVICE(modal, simulate, NULL);
