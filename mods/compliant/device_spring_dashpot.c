// A linear spring and dashpot, N = kn d + cn d', with an aligned tangential pair. Chatterjee 1997, 8.3.
// The force jumps to cn |v_n| at touch, and the impact ends when it has fallen to zero, before the overlap has.
#include "linear.h"

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_outcome *out) {
    carom_touch touch = {.contact = c, .params = p};
    return carom_linear_run(&touch, 1e-12, recorder, out);
}

CAROM_DEVICE(spring_dashpot, simulate, NULL);
