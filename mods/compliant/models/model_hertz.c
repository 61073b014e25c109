// Implements a power-law spring without friction, N = k d^p. Hertz's contact of two spheres is p = 3/2, k = (4/3) E*
// sqrt(R*).
// It is elastic: the normal velocity is reversed. Duration and force have closed forms, with q = 1/(p+1):
//   d_max = ((p+1) v_n^2 / (2 k W_nn))^q,   duration = 2 sqrt(pi) Gamma(1+q)/Gamma(1/2+q) d_max/|v_n|
// The result is this closed form. The integrator computes the history. Its error is about 1e-11, because d^p is not
// smooth at first contact.
#include <math.h>

#include "contact.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_hertz;

static double force(const carom_touch *touch, const carom_touch_motion *m) {
    return m->d > 0.0 ? touch->kn * pow(m->d, CAROM_OF(touch->params, p)) : 0.0;
}

static double rate(const carom_touch *touch, const carom_touch_motion *m, double dd) {
    const double p = CAROM_OF(touch->params, p);
    return m->d > 0.0 ? -p * touch->kn * pow(m->d, p - 1.0) * m->v[0] : 0.0;
}

static double hold(const carom_touch *touch, const carom_touch_motion *m) {
    return touch->stiffest * m->d;
}

static const carom_normal normal = {.force = force, .rate = rate, .hold = hold};

static void answer(const carom_contact *c, const carom_params *p, double d_max, carom_recorder *recorder,
                   carom_result *out) {
    const double Pc = -c->v[0] / c->W[0][0], q = 1.0 / (CAROM_OF(p, p) + 1.0), root_pi = 1.7724538509055160;
    out->mode = CAROM_MODE_SLIDING;
    for (int i = 0; i < c->dim; i++) out->P[i] = out->Pc[i] = 0.0;
    out->P[0] = 2.0 * Pc;
    out->Pc[0] = Pc;
    out->work_normal = 0.0;
    out->has = CAROM_HAS_COMPRESSION | CAROM_HAS_WORK;
    if (!recorder->more) return;
    recorder->more->duration = 2.0 * root_pi * tgamma(1.0 + q) / tgamma(0.5 + q) * d_max / -c->v[0];
    recorder->more->compression_time = 0.5 * recorder->more->duration;
    recorder->more->peak_force = CAROM_EACH_OF(p, k)[0] * pow(d_max, CAROM_OF(p, p));
    recorder->more->compression = d_max;
    recorder->more->dent = 0.0;
    recorder->more->micro_impacts = 1;
}

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    carom_touch touch = {.normal = &normal, .contact = c, .params = p, .kn = CAROM_EACH_OF(p, k)[0], .rebound = 1.0};
    if (!(CAROM_EACH_OF(p, k)[0] > 0.0)) return carom_device_refuse(out, CAROM_PARAM_k);
    if (!(CAROM_OF(p, p) >= 1.0)) return carom_device_refuse(out, CAROM_PARAM_p);
    const double d_max = pow((CAROM_OF(p, p) + 1.0) * c->v[0] * c->v[0] / (2.0 * CAROM_EACH_OF(p, k)[0] * c->W[0][0]),
                             1.0 / (CAROM_OF(p, p) + 1.0));
    touch.stiffest = CAROM_EACH_OF(p, k)[0] * pow(d_max, CAROM_OF(p, p) - 1.0);
    if (c->v[0] < 0.0 && !(touch.stiffest > 0.0 && isfinite(touch.stiffest))) return CAROM_OVERFLOW;
    if (c->v[0] == 0.0 || recorder->history || recorder->path) {
        const carom_status status = carom_touch_run(&touch, recorder, out);
        if (status != CAROM_OK || c->v[0] == 0.0) return status;
    }
    answer(c, p, d_max, recorder, out);
    return CAROM_OK;
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_ROW_IN("N/m^p", k, CAROM_LEAST, CAROM_MOST, "N / d^p: normal force to power of the overlap",
                 "(4/3) E* sqrt(R*) for two spheres"),
    CAROM_ROW(p, 1, 10, "exponent of the normal force",
              "3/2 is Hertz, 1 a linear spring; the impulse is that of e = 1"),
};

// Sets P_n = -2 v_n/W_nn, and no tangential impulse.
static bool jac(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out,
                carom_equations *eq) {
    carom_device_elastic(c, out, eq);
    for (int i = 1; i < c->dim; i++) eq->row[i].P[i] = 1.0;
    return true;
}

CAROM_DEVICE_WITH(hertz, simulate, NULL, NULL, jac, CAROM_2D | CAROM_3D);

const carom_law carom_law_hertz = {
    .name = "hertz",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_PROMISES_ALL,
    .conditions = "",
    .summary = "N = k d^p without friction: elastic, with the duration and force of Hertz's contact",
    .citation = "Hertz 1882",
    CAROM_DEVICE_LAW(hertz),
};
