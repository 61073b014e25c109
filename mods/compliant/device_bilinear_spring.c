// The bilinear normal spring of either type with an aligned tangential spring. Chatterjee 1997, 8.4.
// The work given back is e^2 of the work taken, whatever happens sideways: e is Stronge's energetic coefficient.
#include <math.h>

#include "bilinear.h"

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_outcome *out) {
    carom_touch touch = {.contact = c, .params = p, .mu = p->mu, .kn = p->kn, .stiffest = p->kn, .rebound = 1.0};
    if (!(p->kn > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kn);
    if (p->type != CAROM_TYPE_1 && p->type != CAROM_TYPE_2) return carom_device_refuse(out, CAROM_PARAM_type);
    touch.normal = &carom_bilinear[p->type];
    if (p->type == CAROM_TYPE_2 && p->e > 0.0) touch.softest = fmax(1e-8, p->e * p->e);
    carom_params springs = *p;
    springs.ct[0] = springs.ct[1] = 0.0;
    touch.params = &springs;
    const carom_status status = carom_touch_align(&touch, out);
    return status == CAROM_OK ? carom_touch_run(&touch, recorder, out) : status;
}

CAROM_DEVICE(bilinear_spring, simulate, NULL);
