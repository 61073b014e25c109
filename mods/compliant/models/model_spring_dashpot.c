// Implements a linear spring and dashpot, N = kn d + cn d', with an aligned tangential pair. Chatterjee 1997, 8.3. The
// force jumps to cn |v_n| at touch. The impact ends when the force is zero, before the overlap reaches zero. If tension
// is allowed, the force then pulls until the overlap is zero.
#include "linear.h"
#include "powers.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_spring_dashpot;

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    carom_touch touch = {.contact = c, .params = p};
    if (CAROM_OF(p, tension) == CAROM_TENSION_ALLOWED && CAROM_OF(p, cn) > 0.0 && CAROM_OF(p, kn) > 0.0) {
        touch.kn = CAROM_OF(p, kn), touch.cn = CAROM_OF(p, cn), touch.power = 1.0;
        return carom_powers_run(&touch, recorder, out);
    }
    return carom_linear_run(&touch, 1e-12, recorder, out);
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(kn, CAROM_LEAST, CAROM_MOST, "N / d at rest: normal force to overlap",
              "at fixed zeta the duration is proportional to 1/sqrt(kn)"),
    CAROM_ROW(cn, 0, CAROM_MOST, "N / d' at zero overlap: normal force to closing speed",
              "zeta = cn sqrt(W_nn/kn)/2 gives e = exp(-2 zeta acos(zeta)/sqrt(1 - zeta^2)); zeta is found from e by "
              "iteration"),
    CAROM_DEVICE_TENSION_ROW,
    CAROM_DEVICE_KT_ROW,
    CAROM_DEVICE_CT_ROW,
    CAROM_DEVICE_MU_ROW,
};

CAROM_DEVICE_ALSO(spring_dashpot, simulate, NULL, carom_powers_also);

const carom_law carom_law_spring_dashpot = {
    .name = "spring-dashpot",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_NONPENETRATING | CAROM_GUARANTEE_CONTINUOUS |
                  CAROM_GUARANTEE_UNIQUE,
    .conditions = CAROM_ALSO_CUT,
    .summary = "N = kn d + cn d', with a tangential spring and dashpot and Coulomb friction",
    .citation = "Chatterjee 1997, 8.3 (8.4)",
    CAROM_DEVICE_LAW(spring_dashpot),
};
