// A linear spring and dashpot, N = kn d + cn d', with an aligned tangential pair. Chatterjee 1997, 8.3.
// The force jumps to cn |v_n| at touch, and the impact ends when it has fallen to zero, before the overlap has.
#include "linear.h"

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_outcome *out) {
    carom_touch touch = {.contact = c, .params = p};
    return carom_linear_run(&touch, 1e-12, recorder, out);
}

// What its coefficients are here.
static const carom_card cards[] = {
    CAROM_DEVICE_CARD(spring_dashpot, kn, CAROM_CARD_LEAST, CAROM_CARD_MOST, "N / d at rest: normal force to overlap",
                      "its square root sets the duration"),
    CAROM_DEVICE_CARD(
        spring_dashpot, cn, 0, CAROM_CARD_MOST, "N / d' at no overlap: normal force to closing speed",
        "zeta = cn sqrt(W_nn/kn)/2 gives e = exp(-2 zeta acos(zeta)/sqrt(1 - zeta^2)); zeta is found from e by "
        "iteration"),
    CAROM_DEVICE_CARD(spring_dashpot, kt, 0, CAROM_CARD_MOST, "F_t / stretch: tangential force to stretch",
                      CAROM_CARD_KT_STICKS),
    CAROM_DEVICE_CARD(spring_dashpot, ct, 0, CAROM_CARD_MOST, "F_t / rate of stretch",
                      "0 leaves the spring alone, and rates then decide about slip"),
    CAROM_DEVICE_CARD(spring_dashpot, mu, 0, HUGE_VAL, CAROM_CARD_COULOMB, CAROM_CARD_AS_EVER),
    CAROM_DEVICE_NO_MORE_CARDS,
};

CAROM_DEVICE(spring_dashpot, simulate, NULL, cards);

const carom_law carom_law_spring_dashpot = {
    .name = "spring-dashpot",
    .module = "compliant",
    .dims = CAROM_PLANE | CAROM_SPACE,
    .reads =
        CAROM_PARAM_BIT(kn) | CAROM_PARAM_BIT(cn) | CAROM_PARAM_BIT(kt) | CAROM_PARAM_BIT(ct) | CAROM_PARAM_BIT(mu),
    .own = carom_compliant_params,
    .promises = CAROM_DISSIPATIVE | CAROM_COULOMB | CAROM_NONPENETRATING | CAROM_CONTINUOUS | CAROM_UNIQUE,
    .also = "",
    .summary = "N = kn d + cn d', a tangential spring and dashpot behind a slipping point",
    .citation = "Chatterjee 1997, 8.3 (8.4)",
    .code = &carom_device_spring_dashpot.code,
};
