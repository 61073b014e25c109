// Implements Tsuji's contact, N = k d^p + alpha sqrt(k m) d^((p-1)/2) d', m = 1/W_nn. Tsuji et al. 1992.
// With y = d^((p+1)/2) and ds = d^((p-1)/2) dt it becomes y'' + alpha y' + (p+1)/2 y = 0. So the head-on restitution
// depends
// only on zeta = alpha/sqrt(2 (p+1)), at every speed and mass. If tension is cut, it is that of spring-dashpot with the
// same
// zeta. If tension is allowed, it is exp(-pi zeta/sqrt(1-zeta^2)) (Antypov & Elliott 2011).
#include <math.h>

#include "powers.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_tsuji;

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    carom_touch touch = {.contact = c, .params = p, .kn = CAROM_OF(p, kn), .power = CAROM_OF(p, p)};
    if (!(touch.kn > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kn);
    if (!(touch.power >= 1.0)) return carom_device_refuse(out, CAROM_PARAM_p);
    if (!(CAROM_OF(p, cn) >= 0.0)) return carom_device_refuse(out, CAROM_PARAM_cn);
    touch.damp_power = 0.5 * (touch.power - 1.0);
    touch.cn = CAROM_OF(p, cn) * sqrt(touch.kn / c->W[0][0]);
    return carom_powers_run(&touch, recorder, out);
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_ROW_IN("N/m^p", kn, CAROM_LEAST, CAROM_MOST, "N / d^p at rest",
                 "(4/3) E* sqrt(R*) for two spheres; the head-on impulse does not depend on it"),
    CAROM_DEVICE_P_ROW,
    CAROM_ROW_IN("1", cn, 0, CAROM_MOST, "Tsuji's alpha, (N - kn d^p) / (sqrt(kn m) d^((p-1)/2) d')",
                 "zeta = alpha/sqrt(2(p+1)) gives e, at every speed; LAMMPS's coeff_restitution is alpha = sqrt(5) "
                 "zeta with tension allowed"),
    CAROM_DEVICE_TENSION_ROW,
    CAROM_DEVICE_KT_ROW,
    CAROM_DEVICE_CT_ROW,
    CAROM_DEVICE_MU_ROW,
};

CAROM_DEVICE_ALSO(tsuji, simulate, NULL, carom_powers_also);

const carom_law carom_law_tsuji = {
    .name = "tsuji",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_NONPENETRATING | CAROM_GUARANTEE_CONTINUOUS |
                  CAROM_GUARANTEE_UNIQUE,
    .conditions = CAROM_ALSO_CUT,
    .summary = "N = kn d^p + cn sqrt(kn m) d^((p-1)/2) d': the same restitution at every speed and mass",
    .citation = "Tsuji et al. 1992; Antypov & Elliott 2011",
    CAROM_DEVICE_LAW(tsuji),
};
