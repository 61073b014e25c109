// Implements Hunt & Crossley's contact, N = k d^p (1 + a d'/v0), with v0 the approach speed of this impact. `factor`
// selects the formula for a(e); the formulas are as quoted by Machado et al. 2012.
// The head-on restitution is e = (1 + W0(-(1+a) exp(-(1+a))))/a for any p, mass and speed.
// Only the exact factor, the root of a (1+e) = ln((1+a)/(1-a e)), gives the e that was requested.
// The force is zero at d' = -v0/a, and d' cannot fall below that, so the force pushes until the end.
#include <math.h>

#include "powers.h"
#include "restitution.h"
#include "taylor.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_hunt_crossley;

static double pace(const carom_touch *touch, const carom_touch_motion *m) {
    return 1.0 - touch->cn * m->v[0]; // cn is a/v0
}

static double force(const carom_touch *touch, const carom_touch_motion *m) {
    return touch->kn * carom_power(m->d, touch->power) * pace(touch, m);
}

static double rate(const carom_touch *touch, const carom_touch_motion *m, double dd) {
    const double n = touch->power;
    return touch->kn *
           (-n * carom_power(m->d, n - 1.0) * m->v[0] * pace(touch, m) + touch->cn * carom_power(m->d, n) * dd);
}

static double hold(const carom_touch *touch, const carom_touch_motion *m) {
    return touch->stiffest * m->d;
}

// Computes the guards. Either factor of the force can end the contact. The bounds are the same as for
// nonlinear-dashpot. N stays positive by itself, so the bound is below zero. A bound above zero would end the contact
// too early if friction presses it together again.
static void guards(const carom_touch *touch, const carom_touch_motion *m, double g[2]) {
    const double share = fmin(1e-3, 1e-7 / fmin(1.0, touch->mu));
    if (carom_touch_singular(touch))
        g[0] = (force(touch, m) - share * touch->recent_force) / touch->stiffest;
    else
        g[0] = pace(touch, m) + 1e-9;
}

static carom_machine_turn turn(carom_touch *touch, int guard, const carom_touch_motion *m) {
    return CAROM_OVER;
}

static double term(const carom_touch *touch, carom_growth *g, int k) {
    const double spring = carom_term_of_power(g->d, touch->power, g->part[0], k);
    return touch->kn * (spring + touch->cn * carom_term_of_product(g->part[0], g->closing, k));
}

static const carom_normal normal = {
    .force = force, .rate = rate, .hold = hold, .guards = guards, .turn = turn, .term = term, .coasts = true};

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    const double a = carom_factor_of_e((carom_damping_formula)CAROM_OF(p, factor), p->e);
    carom_touch touch = {.normal = &normal, .contact = c, .params = p, .mu = p->mu, .kn = CAROM_OF(p, kn)};
    touch.power = CAROM_OF(p, p);
    if (!(touch.kn > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kn);
    if (!(touch.power >= 1.0)) return carom_device_refuse(out, CAROM_PARAM_p);
    if (!isfinite(a)) return carom_device_refuse(out, CAROM_PARAM_e);
    touch.cn = c->v[0] < 0.0 ? -a / c->v[0] : 0.0;
    touch.stiffest = carom_powers_stiffness(&touch);
    touch.rebound = 1.0 / (1.0 + a);
    if (!(touch.stiffest > 0.0 && isfinite(touch.stiffest))) return CAROM_OVERFLOW;
    carom_status status = carom_touch_align(&touch, out);
    if (status == CAROM_OK) status = carom_touch_run(&touch, recorder, out);
    // If nothing tangential acts on the normal, the restitution is known exactly. The integration has ten digits,
    // because d^p is not smooth at first contact.
    const bool alone = p->mu == 0.0 || (c->W[0][1] == 0.0 && (c->dim == 2 || c->W[0][2] == 0.0));
    if (status == CAROM_OK && alone && c->v[0] < 0.0) out->P[0] = -(1.0 + carom_e_of_a(a)) * c->v[0] / c->W[0][0];
    return status;
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(e, 0, 1, "-v_n' / v_n that the factor is meant to return in a head-on impact; only `exact` returns it",
              "for 0.5 the factors return 0.47 to 0.80; factors that divide by e do not accept 0"),
    CAROM_ROW(factor, CAROM_DAMPING_EXACT, CAROM_DAMPING_HU_GUO, "the published formula for a(e)",
              "for p = 1 the model is nonlinear-dashpot with cn = kn a/v0"),
    CAROM_ROW_IN("N/m^p", kn, CAROM_LEAST, CAROM_MOST, "N / d^p at rest",
                 "(4/3) E* sqrt(R*) for two spheres; the head-on impulse does not depend on it"),
    CAROM_DEVICE_P_ROW,
    CAROM_DEVICE_KT_ROW,
    CAROM_DEVICE_CT_ROW,
    CAROM_DEVICE_MU_ROW,
};

CAROM_DEVICE(hunt_crossley, simulate, NULL);

const carom_law carom_law_hunt_crossley = {
    .name = "hunt-crossley",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING |
                  CAROM_GUARANTEE_CONTINUOUS | CAROM_GUARANTEE_UNIQUE,
    .conditions = "",
    .summary = "N = kn d^p (1 + a d'/v0) with an exact or a published damping factor a(e), and Coulomb friction",
    .citation = "Hunt & Crossley 1975; Machado et al. 2012",
    CAROM_DEVICE_LAW(hunt_crossley),
};
