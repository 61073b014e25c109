// Implements a power-law spring in parallel with a dashpot of another power, without friction: N = k d^p + c d^q d'.
// Chatterjee 1997, 8.2, quotes it from Walton. Special cases are
//   p = 1, q = 0 spring-dashpot;  p = q = 1 nonlinear-dashpot;  p = q = 3/2 Hunt & Crossley;
//   p = 3/2, q = 1/4 Tsuji's contact, whose e is the same at every speed.
// With d0 = (v_n^2/(W_nn k))^(1/(p+1)) the restitution is a function of p, q and
//   a = (c |v_n|/k) d0^(q-p)     independent of the speed if q = (p-1)/2, of the mass if p = q
// The contact ends at N = 0. If q < p, this is within an overlap, where the second factor of
//   N = d^q (k d^(p-q) + c d')
// is zero; otherwise it is at zero overlap.
#include <math.h>

#include "contact.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_power_dashpot;

#define P_OF(touch) CAROM_OF((touch)->params, p)
#define Q_OF(touch) CAROM_OF((touch)->params, q)

// Returns d^x of an overlap; pow(0, 0) is 1, and the contact is closed there.
static double power(double d, double x) {
    return d > 0.0 ? pow(d, x) : x == 0.0 ? 1.0 : 0.0;
}

static double force(const carom_touch *touch, const carom_touch_motion *m) {
    return touch->kn * power(m->d, P_OF(touch)) - touch->cn * power(m->d, Q_OF(touch)) * m->v[0];
}

static double rate(const carom_touch *touch, const carom_touch_motion *m, double dd) {
    const double p = P_OF(touch), q = Q_OF(touch), v = m->v[0];
    const double slope = q > 0.0 && m->d > 0.0 ? touch->cn * q * pow(m->d, q - 1.0) * v * v : 0.0;
    return -touch->kn * p * power(m->d, p - 1.0) * v + slope + touch->cn * power(m->d, q) * dd;
}

static double hold(const carom_touch *touch, const carom_touch_motion *m) {
    return touch->stiffest * m->d;
}

// Computes the factor as a length, so that it has the size of the overlap.
static void guards(const carom_touch *touch, const carom_touch_motion *m, double g[2]) {
    const double p = P_OF(touch), q = Q_OF(touch);
    if (!(q < p) || touch->cn == 0.0) return;
    g[0] = (touch->kn * power(m->d, p - q) - touch->cn * m->v[0]) / touch->stiffest * power(touch->d_max, q);
}

static carom_machine_turn turn(carom_touch *touch, int guard, const carom_touch_motion *m) {
    return CAROM_OVER;
}

static const carom_normal normal = {.force = force, .rate = rate, .hold = hold, .guards = guards, .turn = turn};

static carom_status simulate(const carom_contact *c, const carom_params *params, carom_recorder *recorder,
                             carom_result *out) {
    const double k = CAROM_EACH_OF(params, k)[0], p = CAROM_OF(params, p), q = CAROM_OF(params, q), v = -c->v[0];
    carom_touch touch = {.normal = &normal, .contact = c, .params = params, .kn = k, .cn = CAROM_EACH_OF(params, c)[0]};
    if (!(k > 0.0)) return carom_device_refuse(out, CAROM_PARAM_k);
    if (!(touch.cn >= 0.0)) return carom_device_refuse(out, CAROM_PARAM_c);
    if (!(p >= 1.0)) return carom_device_refuse(out, CAROM_PARAM_p);
    if (!(q >= 0.0)) return carom_device_refuse(out, CAROM_PARAM_q);
    const double d0 = pow(v * v / (c->W[0][0] * k), 1.0 / (p + 1.0)), a = touch.cn * v / k * pow(d0, q - p);
    touch.d_max = d0; // in this model not a phase but the unit of length
    touch.stiffest = v > 0.0 ? k * pow(d0, p - 1.0) : k;
    touch.rebound = fmax(1e-9, 1.0 / ((1.0 + a) * (1.0 + a)));
    if (!(touch.stiffest > 0.0 && isfinite(touch.stiffest))) return CAROM_OVERFLOW;
    const carom_status status = carom_touch_run(&touch, recorder, out);
    // The integration has ten digits, because d^p and d^q are not smooth at first contact. A spring returns no more
    // energy than it absorbed.
    const double elastic = 2.0 * v / c->W[0][0];
    if (status == CAROM_OK && (touch.cn == 0.0 || out->P[0] > elastic)) out->P[0] = elastic;
    return status;
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_ROW_IN("N/m^p", k, CAROM_LEAST, CAROM_MOST, "N / d^p at rest",
                 "(4/3) E* sqrt(R*) for two spheres; e depends on it through a only"),
    CAROM_ROW(p, 1, 10, "exponent of the spring's force", "3/2 is Hertz, 1 a linear spring"),
    CAROM_ROW_IN("N s/m^(q+1)", c, 0, CAROM_MOST, "(N - k d^p) / (d^q d')",
                 "a = (c |v_n|/k) d0^(q-p) with d0 = (v_n^2/(W_nn k))^(1/(p+1)) determines e"),
    CAROM_ROW(q, 0, 10, "exponent of the overlap in the damping",
              "with (p-1)/2, e does not depend on the speed, with p not on the mass; 0 in spring-dashpot, p in "
              "nonlinear-dashpot"),
};

CAROM_DEVICE(power_dashpot, simulate, NULL);

const carom_law carom_law_power_dashpot = {
    .name = "power-dashpot",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING |
                  CAROM_GUARANTEE_CONTINUOUS | CAROM_GUARANTEE_UNIQUE,
    .conditions = "",
    .summary = "N = k d^p + c d^q d' without friction: springs and dashpots of any power",
    .citation = "Chatterjee 1997, 8.2",
    CAROM_DEVICE_LAW(power_dashpot),
};
