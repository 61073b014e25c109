// Implements Adams's IMPACT, N = k d^p + c STEP(d) d'. STEP = u^2 (3 - 2u), with u = d/depth up to 1. The damping grows
// with the overlap and is complete at `depth`. The manual of Adams describes a cubic step. Its max(0, N) corresponds to
// tension "cut". The restitution e depends on speed, mass and depth and has no closed form.
#include <math.h>

#include "powers.h"
#include "restitution.h"
#include "taylor.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_adams_impact;

enum { SHALLOW, DEEP };

static double depth_of(const carom_touch *touch) {
    return CAROM_OF(touch->params, depth);
}

static double step(const carom_touch *touch, double d) {
    const double u = d / depth_of(touch);
    return touch->phase == DEEP ? 1.0 : d > 0.0 ? u * u * (3.0 - 2.0 * u) : 0.0;
}

static double step_slope(const carom_touch *touch, double d) {
    const double u = d / depth_of(touch);
    return touch->phase == DEEP || !(d > 0.0) ? 0.0 : 6.0 * u * (1.0 - u) / depth_of(touch);
}

static double force(const carom_touch *touch, const carom_touch_motion *m) {
    return touch->kn * carom_power(m->d, touch->power) - touch->cn * step(touch, m->d) * m->v[0];
}

static double rate(const carom_touch *touch, const carom_touch_motion *m, double dd) {
    const double n = touch->power, v = m->v[0];
    return -touch->kn * n * carom_power(m->d, n - 1.0) * v + touch->cn * step_slope(touch, m->d) * v * v +
           touch->cn * step(touch, m->d) * dd;
}

static bool by_force(const carom_touch *touch) {
    return !touch->pulling && carom_touch_singular(touch);
}

static double hold(const carom_touch *touch, const carom_touch_motion *m) {
    return by_force(touch) ? force(touch, m) : touch->stiffest * m->d;
}

// Computes the guards: the force over d^q as a length, and the overlap at which the step is complete. q is the smaller
// of p and 2, the power of the force near touch.
static void guards(const carom_touch *touch, const carom_touch_motion *m, double g[2]) {
    const double s = depth_of(touch), n = touch->power, q = fmin(n, 2.0);
    g[1] = touch->phase == DEEP ? m->d - s : s - m->d;
    if (touch->cn == 0.0 || by_force(touch)) return;
    const double u = touch->phase == DEEP ? 1.0 / carom_power(m->d, q)
                                          : carom_power(m->d, 2.0 - q) * (3.0 - 2.0 * m->d / s) / (s * s);
    const double S = touch->kn * carom_power(m->d, n - q) - touch->cn * u * m->v[0];
    g[0] = (touch->pulling ? -S : S) / touch->stiffest * carom_power(touch->d_max, q);
}

static carom_machine_turn turn(carom_touch *touch, int guard, const carom_touch_motion *m) {
    if (guard == 0) return CAROM_OVER;
    touch->phase = touch->phase == DEEP ? SHALLOW : DEEP;
    return CAROM_GO_ON;
}

static double term(const carom_touch *touch, carom_growth *g, int k) {
    const double spring = touch->kn * carom_term_of_power(g->d, touch->power, g->part[0], k), s = depth_of(touch);
    if (touch->phase == DEEP) return spring + touch->cn * g->closing[k];
    double *square = g->part[1], *step = g->part[2];
    square[k] = carom_term_of_product(g->d, g->d, k);
    step[k] = (3.0 * square[k] - 2.0 / s * carom_term_of_product(square, g->d, k)) / (s * s);
    return spring + touch->cn * carom_term_of_product(step, g->closing, k);
}

static const carom_normal normal = {
    .force = force, .rate = rate, .hold = hold, .guards = guards, .turn = turn, .term = term};

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    carom_touch touch = {.normal = &normal, .contact = c, .params = p, .mu = p->mu, .kn = CAROM_OF(p, kn)};
    touch.power = CAROM_OF(p, p);
    touch.cn = CAROM_OF(p, cn);
    touch.damp_power = 2.0;
    if (!(touch.kn > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kn);
    if (!(touch.power >= 1.0)) return carom_device_refuse(out, CAROM_PARAM_p);
    if (!(touch.cn >= 0.0)) return carom_device_refuse(out, CAROM_PARAM_cn);
    if (!(CAROM_OF(p, depth) > 0.0)) return carom_device_refuse(out, CAROM_PARAM_depth);
    touch.allowed = touch.cn > 0.0 && CAROM_OF(p, tension) == CAROM_TENSION_ALLOWED;
    touch.stiffest = carom_powers_stiffness(&touch);
    if (!(touch.stiffest > 0.0 && isfinite(touch.stiffest))) return CAROM_OVERFLOW;
    touch.rebound = fmax(1e-9, carom_e_of_zeta(0.5 * touch.cn * sqrt(c->W[0][0] / touch.stiffest)));
    const carom_status status = carom_touch_align(&touch, out);
    return status == CAROM_OK ? carom_touch_run(&touch, recorder, out) : status;
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_ROW_IN("N/m^p", kn, CAROM_LEAST, CAROM_MOST, "N / d^p at rest", "Adams's stiffness k"),
    CAROM_ROW(p, 1, 10, "exponent of the spring's force", "Adams's exponent e; 3/2 is Hertz"),
    CAROM_ROW(cn, 0, CAROM_MOST, "(N - kn d^p) / d' for d >= depth",
              "Adams's cmax; the resulting e depends on speed, mass and depth"),
    CAROM_ROW(depth, CAROM_LEAST, CAROM_MOST, "the overlap at which the damping reaches its full value",
              "Adams's penetration depth d"),
    CAROM_DEVICE_TENSION_ROW,
    CAROM_DEVICE_KT_ROW,
    CAROM_DEVICE_CT_ROW,
    CAROM_DEVICE_MU_ROW,
};

CAROM_DEVICE_ALSO(adams_impact, simulate, NULL, carom_powers_also);

const carom_law carom_law_adams_impact = {
    .name = "adams-impact",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_NONPENETRATING | CAROM_GUARANTEE_CONTINUOUS |
                  CAROM_GUARANTEE_UNIQUE,
    .conditions = CAROM_ALSO_CUT,
    .summary = "Adams IMPACT: N = kn d^p + cn d' times a cubic step of d/depth",
    .citation = "Adams manual, function IMPACT",
    CAROM_DEVICE_LAW(adams_impact),
};
