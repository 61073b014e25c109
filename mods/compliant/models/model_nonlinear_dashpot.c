// Implements a dashpot that acts only within the overlap, N = kn d + cn d d' = d (kn + cn d'). Chatterjee 1997, 8.2;
// the force of Hunt & Crossley 1975 with a linear spring. The force begins and ends with the overlap. With strong
// damping, kn + cn d' falls to a fraction of about exp(-a), a = cn |v_n|/kn, long before the overlap ends.
#include <math.h>

#include "linear.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_nonlinear_dashpot;

static double force(const carom_touch *touch, const carom_touch_motion *m) {
    return m->d * (touch->kn - touch->cn * m->v[0]);
}

static double rate(const carom_touch *touch, const carom_touch_motion *m, double dd) {
    return -m->v[0] * (touch->kn - touch->cn * m->v[0]) + touch->cn * m->d * dd;
}

// Returns the value whose zero ends the contact. The two factors of the force end it separately, because their product
// is lost in rounding if one of them is tiny.
static double hold(const carom_touch *touch, const carom_touch_motion *m) {
    return touch->kn * m->d;
}

// Computes the guards. The limit is 1e-9, because rounding keeps a factor that tends to zero above -1e-15, and N is
// negative by at most this fraction. If the direction of slip turns at a rate proportional to 1/N, the contact is ended
// while the force is still above zero. There the pull mu N is 1e-7 of its maximum; at 1e-8 the stretch would be near
// the tolerance. The remaining impulse is added (contact.c).
static void guards(const carom_touch *touch, const carom_touch_motion *m, double g[2]) {
    const double share = fmin(1e-3, 1e-7 / fmin(1.0, touch->mu));
    if (carom_touch_singular(touch))
        g[0] = (force(touch, m) - share * touch->recent_force) / touch->kn;
    else
        g[0] = 1.0 - touch->cn / touch->kn * m->v[0] + 1e-9;
}

static carom_machine_turn turn(carom_touch *touch, int guard, const carom_touch_motion *m) {
    return CAROM_OVER;
}

static const carom_normal normal = {
    .force = force, .rate = rate, .hold = hold, .guards = guards, .turn = turn, .coasts = true};

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    carom_touch touch = {
        .normal = &normal, .contact = c, .params = p, .mu = p->mu, .kn = CAROM_OF(p, kn), .cn = CAROM_OF(p, cn)};
    // Without the dashpot it is a spring, whose motion has a closed form.
    if (CAROM_OF(p, cn) == 0.0) return carom_linear_run(&touch, 1e-12, recorder, out);
    touch.stiffest = CAROM_OF(p, kn);
    touch.rebound = 1.0 / (1.0 - CAROM_OF(p, cn) * c->v[0] / CAROM_OF(p, kn));
    if (!(CAROM_OF(p, kn) > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kn);
    if (!(CAROM_OF(p, cn) >= 0.0)) return carom_device_refuse(out, CAROM_PARAM_cn);
    const carom_status status = carom_touch_align(&touch, out);
    return status == CAROM_OK ? carom_touch_run(&touch, recorder, out) : status;
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(kn, CAROM_LEAST, CAROM_MOST, "N / d at rest: normal force to overlap",
              "the impulse depends on kt/kn and on a = cn |v_n|/kn; kn also sets durations and forces"),
    CAROM_ROW_IN("N s/m^2", cn, 0, CAROM_MOST, "(N - kn d) / (d d'): damping per overlap",
                 "a = cn |v_n|/kn gives e = (1 + W0(-(1+a) exp(-(1+a))))/a; hunt-crossley's h is cn/kn"),
    CAROM_DEVICE_KT_ROW,
    CAROM_DEVICE_CT_ROW,
    CAROM_DEVICE_MU_ROW,
};

CAROM_DEVICE(nonlinear_dashpot, simulate, NULL);

const carom_law carom_law_nonlinear_dashpot = {
    .name = "nonlinear-dashpot",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING |
                  CAROM_GUARANTEE_CONTINUOUS | CAROM_GUARANTEE_UNIQUE,
    .conditions = "",
    .summary =
        "N = kn d + cn d d': damping that grows with the overlap, a tangential spring and dashpot, Coulomb friction",
    .citation = "Chatterjee 1997, 8.2 (8.3); Hunt & Crossley 1975",
    CAROM_DEVICE_LAW(nonlinear_dashpot),
};
