// Computes profile likelihoods: some parameters are fixed and the others are fitted again, with the weights of the
// estimate.
#include <math.h>
#include <string.h>

#include "base/root.h"
#include "mods/fit/state.h"

// Computes the weights of the estimate again, because a held-out run changes them.
static void frozen(carom_fit *fit) {
    carom_fit_use_all(fit);
    memcpy(fit->b, fit->last.b, sizeof fit->b);
}

static void let_all_go(carom_fit *fit) {
    fit->free_count = fit->model.count;
    for (int j = 0; j < fit->free_count; j++) fit->free[j] = j;
}

// Starts the others at the minimum of a quadratic chi2: b_k + cov_kj/cov_jj (x - b_j) if one is fixed.
static void predict_others(carom_fit *fit, int fixed, const int *which, const double *values) {
    const carom_fit_estimate *e = &fit->last;
    for (int k = 0; k < e->count && fixed == 1; k++) {
        const double lean = e->cov[k][which[0]] / e->cov[which[0]][which[0]];
        if (isfinite(lean)) fit->b[k] += lean * (values[0] - e->b[which[0]]);
        fit->b[k] = fmin(fmax(fit->b[k], fit->model.lowest[k]), fit->model.highest[k]);
    }
    for (int k = 0; k < fixed; k++) fit->b[which[k]] = values[k];
}

// Returns the rise of chi2 above the minimum, with the same Huber weights.
static double risen(carom_fit *fit, int fixed, const int *which, const double *values, double base) {
    frozen(fit);
    predict_others(fit, fixed, which, values);
    fit->free_count = 0;
    for (int j = 0; j < fit->model.count; j++) {
        bool held = false;
        for (int k = 0; k < fixed; k++) held = held || which[k] == j;
        if (!held) fit->free[fit->free_count++] = j;
    }
    carom_fit_least(fit, 40);
    let_all_go(fit);
    return carom_fit_chi2(fit, fit->b) - base;
}

static double base_of(carom_fit *fit) {
    frozen(fit);
    return carom_fit_chi2(fit, fit->b);
}

static bool knows(const carom_fit *fit, int j) {
    return fit && fit->has_run && j >= 0 && j < fit->model.count;
}

carom_status carom_fit_rise(carom_fit *fit, int fixed, const int *which, const double *values, double *rise) {
    if (!fit || !which || !values || !rise || fixed < 1 || fixed > fit->model.count) return CAROM_BAD_MODEL;
    for (int k = 0; k < fixed; k++)
        if (!knows(fit, which[k]) || !isfinite(values[k])) return CAROM_BAD_MODEL;
    *rise = risen(fit, fixed, which, values, base_of(fit));
    memcpy(fit->b, fit->last.b, sizeof fit->b);
    return fit->stopped ? CAROM_STOPPED : CAROM_OK;
}

// A ray b + r d from the estimate b in the space of some parameters, and its largest length r.
typedef struct {
    carom_fit *fit;
    int fixed, which[2];
    double along[2], farthest, base, rise;
} ray;

static double root_rise(const ray *ry, double r) {
    double values[2];
    for (int k = 0; k < ry->fixed; k++) values[k] = ry->fit->last.b[ry->which[k]] + r * ry->along[k];
    return sqrt(fmax(risen(ry->fit, ry->fixed, ry->which, values, ry->base), 0.0));
}

// Returns the length at which chi2 has risen by `rise`. The square root of chi2 is nearly linear along the ray, so the
// secant method is used. To find the length to 1e-6, it takes about 20 steps for a law with a kink and 3 for a smooth
// law.
static double cut(const ray *ry, double guess) {
    const double wanted = sqrt(ry->rise);
    double low = 0.0, at_low = 0.0, high = fmin(guess, ry->farthest), at_high = root_rise(ry, high);
    for (int k = 0; k < 40 && at_high < wanted && high < ry->farthest; k++) {
        low = high, at_low = at_high;
        high = fmin(at_high > 0.3 * wanted ? high * 1.1 * wanted / at_high : 2.0 * high, ry->farthest);
        at_high = root_rise(ry, high);
    }
    if (!(at_high >= wanted)) return high;
    carom_root r = carom_root_chord(low, at_low - wanted, high, at_high - wanted);
    for (r.least = 1e-9 * high; !r.over && !carom_fit_should_stop(ry->fit);) {
        const double at = root_rise(ry, r.x);
        if (fabs(at - wanted) < 1e-6 * wanted) break;
        carom_root_secant(&r, at - wanted);
    }
    return r.x;
}

// Limits a ray to the bounds.
static void limit(ray *ry) {
    ry->farthest = HUGE_VAL;
    for (int k = 0; k < ry->fixed; k++) {
        const int j = ry->which[k];
        const double end = ry->along[k] > 0.0 ? ry->fit->model.highest[j] : ry->fit->model.lowest[j];
        if (ry->along[k] != 0.0) ry->farthest = fmin(ry->farthest, (end - ry->fit->last.b[j]) / ry->along[k]);
    }
}

// Returns the length scale of a parameter. A parameter on its bound has no standard error; its interval begins at the
// bound and is searched in small steps.
static double reach(const carom_fit *fit, int j) {
    const double error = fit->last.error[j];
    return error > 0.0 ? error : 1e-4 * fmax(fabs(fit->last.b[j]), 0.1);
}

carom_status carom_fit_interval(carom_fit *fit, int j, double *low, double *high) {
    if (!knows(fit, j) || !low || !high) return CAROM_BAD_MODEL;
    *low = *high = (double)NAN;
    if (fit->last.mark[j] == CAROM_FIT_UNDETERMINED) return CAROM_OK;
    for (int side = -1; side <= 1; side += 2) {
        ray ry = {.fit = fit, .fixed = 1, .which = {j}, .along = {side * reach(fit, j)}, .rise = 3.841458820694124};
        ry.base = base_of(fit);
        limit(&ry);
        const double end = fit->last.b[j] + (ry.farthest > 0.0 ? cut(&ry, 1.96) : 0.0) * ry.along[0];
        *(side < 0 ? low : high) = end;
    }
    memcpy(fit->b, fit->last.b, sizeof fit->b);
    return fit->stopped ? CAROM_STOPPED : CAROM_OK;
}

carom_status carom_fit_region(carom_fit *fit, int i, int j, int points, double *bi, double *bj) {
    if (!knows(fit, i) || !knows(fit, j) || i == j || points < 1 || !bi || !bj) return CAROM_BAD_MODEL;
    const carom_fit_estimate *e = &fit->last;
    for (int k = 0; k < points; k++) bi[k] = bj[k] = (double)NAN;
    if (e->mark[i] == CAROM_FIT_UNDETERMINED || e->mark[j] == CAROM_FIT_UNDETERMINED) return CAROM_OK;
    // Use rays through equal fractions of the ellipse of the covariance.
    const double si = reach(fit, i), sj = reach(fit, j), lean = isfinite(e->cov[i][j]) ? e->cov[i][j] / (si * sj) : 0.0;
    ray ry = {.fit = fit, .fixed = 2, .which = {i, j}, .rise = 5.991464547107979, .base = base_of(fit)};
    for (int k = 0; k < points && !carom_fit_should_stop(fit); k++) {
        const double angle = 8.0 * atan(1.0) * k / points, c = cos(angle), s = sin(angle);
        ry.along[0] = si * c, ry.along[1] = sj * (lean * c + sqrt(fmax(1.0 - lean * lean, 0.0)) * s);
        limit(&ry);
        const double r = ry.farthest > 0.0 ? cut(&ry, 2.448) : 0.0;
        bi[k] = e->b[i] + r * ry.along[0], bj[k] = e->b[j] + r * ry.along[1];
    }
    memcpy(fit->b, e->b, sizeof fit->b);
    return fit->stopped ? CAROM_STOPPED : CAROM_OK;
}
