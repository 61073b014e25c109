// Stronge, James & Ravani 2001, as quoted by Payr & Glocker 2005, section 7: a bilinear normal spring of type 1, a
// tangential spring of stiffness kn/eta2, Coulomb friction at the contact point. Only the ratio matters: kn = 1.
#include "bilinear.h"

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_outcome *out) {
    carom_touch touch = {.normal = &carom_bilinear[CAROM_TYPE_1], .contact = c, .params = p, .mu = p->mu, .kn = 1.0};
    touch.stiffest = touch.rebound = 1.0;
    touch.K.count = touch.C.count = c->dim - 1;
    for (int i = 0; i < c->dim - 1; i++) touch.K.tt[i][i] = 1.0 / p->eta2;
    if (!(p->eta2 > 0.0)) return carom_device_refuse(out, CAROM_PARAM_eta2);
    return carom_touch_run(&touch, recorder, out);
}

CAROM_DEVICE(stronge, simulate, NULL);
