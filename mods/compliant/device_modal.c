// A body with vibration modes behind a linear contact. Chatterjee 1997, ch. 9.
//   r = a0 + sum phi z,  a0'' = W F,  z'' + 2 zeta omega z' + omega^2 z = phi.F
// The contact is unilateral: kn d + cn d', never pulling, only inside an overlap; the tangential spring starts anew at
// each touch. The bodies may touch several times before the rigid motion has carried them apart: micro-impacts.
// P is their sum and v' the rigid body's velocity; what the modes keep is counted in dE as lost.
#include "linear.h"

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_outcome *out) {
    carom_params springs = *p;
    springs.ct[0] = springs.ct[1] = 0.0;
    carom_touch touch = {.contact = c, .params = &springs, .vibrating = true};
    return carom_linear_run(&touch, 1e-6, recorder, out);
}

CAROM_DEVICE(modal, simulate, NULL);
