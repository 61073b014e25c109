#include "lammps.h"

carom_status carom_lammps_run(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                              carom_result *out) {
    const double m = 1.0 / c->W[0][0];
    carom_params damped = *p;
    carom_touch touch = {.contact = c, .params = &damped, .kn = CAROM_OF(p, kn), .power = 1.0};
    if (!(touch.kn > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kn);
    if (!(CAROM_OF(p, cn) >= 0.0)) return carom_device_refuse(out, CAROM_PARAM_cn);
    touch.cn = m * CAROM_OF(p, cn);
    for (int i = 0; i < 2; i++) CAROM_EACH_OF(&damped, ct)[i] *= m;
    return carom_powers_run(&touch, recorder, out);
}
