// A dashpot that works only inside the overlap, N = kn d + cn d d' = d (kn + cn d'). Chatterjee 1997, 8.2; the force of
// Hunt & Crossley 1975 with a linear spring. The force begins and ends with the overlap; strong damping brings kn + cn
// d' to zero like exp(-a), a = cn |v_n|/kn, long before.
#include <math.h>

#include "contact.h"

static double force(const carom_touch *touch, const carom_touch_motion *m) {
    return m->d * (touch->kn - touch->cn * m->v[0]);
}

static double rate(const carom_touch *touch, const carom_touch_motion *m, double dd) {
    return -m->v[0] * (touch->kn - touch->cn * m->v[0]) + touch->cn * m->d * dd;
}

// The two factors of the force end it separately: their product is lost in rounding where one of them is tiny.
static double hold(const carom_touch *touch, const carom_touch_motion *m) {
    return touch->kn * m->d;
}

// 1e-9: rounding keeps a factor that tends to zero above -1e-15, and N is negative by no more than this share. Where
// the direction of slip turns at a rate like 1/N the contact is left above zero instead, where the pull mu N is 1e-7 of
// what N was: at 1e-8 the stretch begins to be lost in the tolerance. The impulse that is left is added (contact.c).
static void guards(const carom_touch *touch, const carom_touch_motion *m, double g[2]) {
    const double share = fmin(1e-3, 1e-7 / fmin(1.0, touch->mu));
    if (carom_touch_singular(touch))
        g[0] = (force(touch, m) - share * touch->recent_force) / touch->kn;
    else
        g[0] = 1.0 - touch->cn / touch->kn * m->v[0] + 1e-9;
}

static carom_machine_turn turn(carom_touch *touch, int guard, const carom_touch_motion *m) {
    (void)touch, (void)guard, (void)m;
    return CAROM_OVER;
}

static const carom_normal normal = {force, rate, hold, guards, turn};

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_outcome *out) {
    carom_touch touch = {.normal = &normal, .contact = c, .params = p, .mu = p->mu, .kn = p->kn, .cn = p->cn};
    touch.stiffest = p->kn;
    touch.rebound = 1.0 / (1.0 - p->cn * c->v[0] / p->kn);
    if (!(p->kn > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kn);
    if (!(p->cn >= 0.0)) return carom_device_refuse(out, CAROM_PARAM_cn);
    const carom_status status = carom_touch_align(&touch, out);
    return status == CAROM_OK ? carom_touch_run(&touch, recorder, out) : status;
}

CAROM_DEVICE(nonlinear_dashpot, simulate, NULL);
