// Implements a spring and a dashpot in series (Maxwell's element), with an aligned tangential spring. Chatterjee 1997,
// 5.2.4.
//   s is the part of the overlap in the spring; the dashpot has the rest:  N = kn s,  s' = d' - (kn/cs) s
// The force begins at zero, without the jump of a parallel dashpot. Head-on it is an oscillation with
// z = sqrt(kn/W_nn)/(2 cs): e = exp(-pi z/sqrt(1-z^2)). For z >= 1 the force never reaches zero. The bodies come to
// rest
// together, e = 0, and the impact counts as ended when 1e-13 of the force is left. When no event is possible any more
// (fade.c), the rest is added at once.
#include <math.h>

#include "events.h"
#include "restitution.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_series_dashpot;

static double force(const carom_touch *touch, const carom_touch_motion *m) {
    return touch->kn * m->inner;
}

static double inner(const carom_touch *touch, const carom_touch_motion *m) {
    return -m->v[0] - touch->kn / touch->cn * m->inner;
}

static double rate(const carom_touch *touch, const carom_touch_motion *m, double dd) {
    return touch->kn * inner(touch, m);
}

// Computes the guards. In 3D a slip is ended while the force is slightly above zero (contact.c), at any rate of decay.
static void guards(const carom_touch *touch, const carom_touch_motion *m, double g[2]) {
    const double last = fmax(touch->mark, CAROM_TOUCH_GONE * touch->largest_force);
    if (!carom_touch_singular(touch)) g[0] = m->inner - last / touch->kn;
}

static carom_machine_turn turn(carom_touch *touch, int guard, const carom_touch_motion *m) {
    return CAROM_OVER;
}

static const carom_normal normal = {
    .force = force, .rate = rate, .guards = guards, .turn = turn, .inner = inner, .linear = true};

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    carom_params springs = *p;
    CAROM_EACH_OF(&springs, ct)[0] = CAROM_EACH_OF(&springs, ct)[1] = 0.0;
    carom_touch touch = {.normal = &normal, .contact = c, .params = &springs, .mu = p->mu};
    touch.kn = CAROM_OF(p, kn);
    touch.cn = CAROM_OF(p, cs);
    if (!(touch.kn > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kn);
    if (!(touch.cn > 0.0)) return carom_device_refuse(out, CAROM_PARAM_cs);
    // For z > 1 the dashpot determines the rate. The approach speed decays at the rate W_nn cs.
    const double zeta = 0.5 * sqrt(touch.kn / c->W[0][0]) / touch.cn;
    touch.stiffest = zeta < 1.0 ? touch.kn : 4.0 * touch.cn * touch.cn * c->W[0][0];
    touch.rebound = fmax(1e-6, carom_e_of_series(zeta));
    if (!(touch.stiffest > 0.0 && isfinite(touch.stiffest))) return CAROM_OVERFLOW;
    const carom_status status = carom_touch_align(&touch, out);
    return status == CAROM_OK ? carom_touch_run(&touch, recorder, out) : status;
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(kn, CAROM_LEAST, CAROM_MOST, "N / s: normal force to the overlap carried by the spring",
              "with cs it sets z = sqrt(kn/W_nn)/(2 cs), which determines e"),
    CAROM_ROW(cs, CAROM_LEAST, CAROM_MOST, "N / rate of the overlap carried by the dashpot",
              "e = exp(-pi z/sqrt(1 - z^2)) for z < 1, else 0; as cs grows, only the spring acts and e tends to 1"),
    CAROM_DEVICE_KT_ROW,
    CAROM_DEVICE_MU_ROW,
};

CAROM_DEVICE(series_dashpot, simulate, NULL);

const carom_law carom_law_series_dashpot = {
    .name = "series-dashpot",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING |
                  CAROM_GUARANTEE_CONTINUOUS | CAROM_GUARANTEE_UNIQUE,
    .conditions = "",
    .summary = "a normal spring and dashpot in series, no jump of the force; a tangential spring and Coulomb friction",
    .citation = "Chatterjee 1997, 5.2.4",
    CAROM_DEVICE_LAW(series_dashpot),
};
