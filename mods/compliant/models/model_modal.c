// Implements a body with vibration modes behind a spring, which is linear or follows a power law. Chatterjee 1997, ch.
// 9.
//   r = a0 + sum phi z,  a0'' = W F,  z'' + 2 zeta omega z' + omega^2 z = phi.F
// The contact is unilateral: kn d^pn + cn d' acts only within an overlap and never pulls. The tangential spring is
// reset at each touch. The bodies may touch several times before the rigid motion separates them: micro-impacts. P is
// their sum and v' the rigid body's velocity; energy left in the modes counts as lost in dE. Modes that vibrate before
// the impact, z0 and zdot0 with a0 = -sum phi z0, may return some. The sum of kinetic energy and vibration energy never
// increases.
#include <math.h>

#include "linear.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_modal;

// Checks that the list of modes is given, that frequencies are positive, that damping is below critical and that shapes
// are finite.
static carom_status check(const carom_law *self, const carom_params *p, int dim, carom_param *refused) {
    *refused = (carom_param)CAROM_PARAM_modes;
    if (p->list_count > CAROM_VIBRATIONS_MAX || (p->list_count && !p->list)) return CAROM_COEFFICIENT_RANGE;
    for (size_t j = 0; j < p->list_count; j++) {
        const carom_vibration *m = &CAROM_MODES_OF(p)[j];
        if (!(m->omega > 0.0) || !isfinite(m->omega) || !(m->zeta >= 0.0 && m->zeta < 1.0))
            return CAROM_COEFFICIENT_RANGE;
        for (int i = 0; i < dim; i++)
            if (!isfinite(m->phi[i])) return CAROM_COEFFICIENT_RANGE;
        if (!isfinite(m->z0) || !isfinite(m->zdot0)) return CAROM_COEFFICIENT_RANGE;
    }
    *refused = CAROM_PARAM_NONE;
    return CAROM_OK;
}

// Returns the additional guarantees: a body that does not vibrate before the impact cannot gain energy.
static unsigned also(const carom_law *self, int dim, const carom_params *p) {
    for (size_t j = 0; p && p->list && j < p->list_count; j++)
        if (CAROM_MODES_OF(p)[j].z0 != 0.0 || CAROM_MODES_OF(p)[j].zdot0 != 0.0) return 0;
    return CAROM_GUARANTEE_DISSIPATIVE;
}

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    carom_params springs = *p;
    CAROM_EACH_OF(&springs, ct)[0] = CAROM_EACH_OF(&springs, ct)[1] = 0.0;
    carom_touch touch = {.contact = c, .params = &springs, .vibrating = true, .power = CAROM_OF(p, pn)};
    if (!(touch.power >= 1.0)) return carom_device_refuse(out, CAROM_PARAM_pn);
    return carom_linear_run(&touch, 1e-6, recorder, out);
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(modes, 0, 0,
              "omega (rad/s), damping ratio zeta, mass-normalized shape phi at the contact, initial z0 and zdot0",
              "stiff modes tend to spring-dashpot like omega^-2; a fast blow acts on W + sum phi phi^T"),
    CAROM_ROW_IN("N/m^pn", kn, CAROM_LEAST, CAROM_MOST, "N / d^pn at rest, with the overlap d",
                 "kn relative to omega^2 determines the micro-impacts"),
    CAROM_ROW(pn, 1, 10, "exponent of the normal force, N = kn d^pn", "1 is a linear spring, 3/2 is Hertz"),
    CAROM_ROW(cn, 0, CAROM_MOST, "N / d' at zero overlap, with the closing speed d'",
              "as for spring-dashpot; the modes absorb energy too"),
    CAROM_ROW(kt, 0, CAROM_MOST, "F_t / stretch since the start of each contact phase", CAROM_WORDS_KT_STICKS),
    CAROM_DEVICE_MU_ROW,
};

// The model has no derivatives, because it has more states than they support.
CAROM_DEVICE_WITH(modal, simulate, check, also, NULL, 0);

const carom_law carom_law_modal = {
    .name = "modal",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING,
    .conditions = "dissipative if no vibration mode moves before the impact",
    .summary = "a vibrating body with a spring contact: several micro-impacts within one impact",
    .citation = "Chatterjee 1997, ch. 9",
    CAROM_DEVICE_LAW(modal),
};
