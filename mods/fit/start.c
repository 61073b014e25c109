// Finds starting values. The impulses P = W^-1 (v' - v) determine e and mu; other parameters are tried at a few values.
// Each start is searched on some of the impacts with one set of weights, so that chi2 values are comparable.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/dense.h"
#include "carom/law.h"
#include "mods/fit/data.h"
#include "mods/fit/state.h"

enum { MOST_TRIED = 3, MOST_STARTS = 24 };

// The values tried for each parameter.
typedef struct {
    int count[CAROM_FIT_MOST];
    double value[CAROM_FIT_MOST][MOST_TRIED];
} tries;

// Return medians and upper quantiles of the impulses' ratios; `scratch` has space for all impacts.
static double ratio_at(carom_fit *fit, double share, double *scratch) {
    size_t n = 0;
    for (size_t k = 0; k < fit->use_count; k++) {
        double P[3];
        if (carom_fit_impulse(&fit->impacts[fit->use[k]], P) && P[0] > 0.0) scratch[n++] = carom_fit_ratio(P);
    }
    return carom_fit_quantile(scratch, n, share);
}

static double bounce_at(carom_fit *fit, double share, double *scratch) {
    for (size_t k = 0; k < fit->use_count; k++) {
        const carom_fit_impact *at = &fit->impacts[fit->use[k]];
        scratch[k] = -at->after[0] / at->contact.v[0];
    }
    return carom_fit_quantile(scratch, fit->use_count, share);
}

static int guesses(carom_fit *fit, int j, double *value) {
    const carom_coefficient *info =
        fit->model.law ? carom_law_coefficient(fit->model.law, (int)fit->model.param[j]) : NULL;
    const double low = fit->model.lowest[j], high = fit->model.highest[j];
    if (isfinite(fit->model.start[j])) return value[0] = fit->model.start[j], 1;
    if (info && info->number == CAROM_PARAM_e) return value[0] = bounce_at(fit, 0.5, fit->spare), 1;
    if (info && info->number == CAROM_PARAM_mu) {
        value[0] = ratio_at(fit, 0.9, fit->spare), value[1] = ratio_at(fit, 0.5, fit->spare);
        return 2;
    }
    if (info && info->number == CAROM_PARAM_e_t) return value[0] = 0.1, value[1] = 0.6, value[2] = -0.5, 3;
    if (!(high - low < 1e3)) return value[0] = info ? info->default_value : 1.0, 1;
    return value[0] = 0.7 * low + 0.3 * high, value[1] = 0.2 * low + 0.8 * high, 2;
}

static int all_tries(carom_fit *fit, tries *t) {
    int product = 1;
    for (int j = 0; j < fit->model.count; j++) {
        t->count[j] = guesses(fit, j, t->value[j]);
        for (int k = 0; k < t->count[j]; k++) {
            const double low = fit->model.lowest[j], high = fit->model.highest[j];
            // Avoid bounds, where derivatives exist on one side only.
            const double room = high - low < 1e3 ? 0.02 * (high - low) : 0.0;
            t->value[j][k] = fmin(fmax(t->value[j][k], low + room), high - room);
            if (isnan(t->value[j][k])) t->value[j][k] = 0.5;
        }
        // If there would be too many starts, later parameters are tried at one value.
        if (product * t->count[j] > MOST_STARTS) t->count[j] = 1;
        product *= t->count[j];
    }
    return product;
}

// Computes weights before any law is evaluated, from the errors of v and v', as if the law only rotated v.
static bool plain_weights(carom_fit *fit) {
    carom_fit_plain(fit);
    for (size_t k = 0; k < fit->count; k++) {
        const carom_fit_impact *at = &fit->impacts[k];
        const int dim = at->contact.dim;
        double *C = fit->L + 9 * k;
        for (int i = 0; i < dim; i++)
            for (int j = 0; j < dim; j++) C[3 * i + j] = at->S[i][j] + at->S[dim + i][dim + j];
        if (carom_cholesky(dim, 3, C) < dim) return false;
    }
    return true;
}

void carom_fit_begin(carom_fit *fit) {
    tries t = {{0}, {{0}}};
    double best[CAROM_FIT_MOST] = {0}, least = HUGE_VAL;
    carom_fit_use_some(fit, fit->options.starts_from > 0 ? (size_t)fit->options.starts_from : 160);
    const int product = all_tries(fit, &t);
    if (!plain_weights(fit)) return;
    for (int k = 0; k < product && !carom_fit_should_stop(fit); k++) {
        int left = k;
        for (int j = 0; j < fit->model.count; left /= t.count[j++]) fit->b[j] = t.value[j][left % t.count[j]];
        if (product > 1) carom_fit_least(fit, 30);
        const double chi2 = carom_fit_chi2(fit, fit->b);
        if (k > 0 && !(chi2 < least)) continue;
        least = chi2;
        memcpy(best, fit->b, sizeof best);
    }
    memcpy(fit->b, best, sizeof best);
}
