// Solves least squares within bounds: cminpack's Levenberg-Marquardt on the free parameters, with bounds as an active
// set.
//
// lmder has no bounds. It evaluates the law at the nearest point within them, with a derivative of zero outside. Then
// every
// parameter on a bound or beyond is fixed there and the others are fitted alone. A fixed one is released again if chi2
// falls inwards.
#include <cminpack.h>
#include <math.h>
#include <string.h>

#include "mods/fit/state.h"

static double within(const carom_fit *fit, int j, double x) {
    return fmin(fmax(x, fit->model.lowest[j]), fit->model.highest[j]);
}

static bool outside(const carom_fit *fit, int j, double x) {
    return x < fit->model.lowest[j] || x > fit->model.highest[j];
}

// Computes the parameters b from the free ones x.
static void point(const carom_fit *fit, const double *x, double *b) {
    memcpy(b, fit->b, sizeof fit->b);
    for (int k = 0; k < fit->free_count; k++) b[fit->free[k]] = within(fit, fit->free[k], x[k]);
}

static int evaluate(void *context, int m, int n, const double *x, double *residual, double *jacobian, int stride,
                    int what) {
    carom_fit *fit = context;
    double b[CAROM_FIT_MOST];
    if (carom_fit_should_stop(fit)) return -1;
    point(fit, x, b);
    if (what == 1) carom_fit_whitened(fit, b, residual);
    if (what == 2) {
        carom_fit_jacobian(fit, b, fit->free, n, true, jacobian);
        for (int k = 0; k < n; k++)
            if (outside(fit, fit->free[k], x[k])) memset(jacobian + k * stride, 0, sizeof(double) * (size_t)m);
    }
    return 0;
}

// The tolerance is 1e-13 of chi2 or of the parameters. Smaller changes are only rounding.
static void search(carom_fit *fit, int most) {
    const int m = (int)carom_fit_numbers(fit), n = fit->free_count;
    double x[CAROM_FIT_MOST], diag[CAROM_FIT_MOST], qtf[CAROM_FIT_MOST], wa[3][CAROM_FIT_MOST];
    int pivot[CAROM_FIT_MOST], evaluations = 0, jacobians = 0;
    if (n == 0 || m < n) return;
    for (int k = 0; k < n; k++) x[k] = fit->b[fit->free[k]];
    lmder(evaluate, fit, m, n, x, fit->residual, fit->jacobian, m, 1e-13, 1e-13, 0.0, most, diag, 1, 1.0, 0,
          &evaluations, &jacobians, pivot, qtf, wa[0], wa[1], wa[2], fit->spare);
    for (int k = 0; k < n; k++) fit->b[fit->free[k]] = within(fit, fit->free[k], x[k]);
}

static bool on_bound(const carom_fit *fit, int j) {
    return fit->b[j] <= fit->model.lowest[j] || fit->b[j] >= fit->model.highest[j];
}

// Returns true if chi2 falls when b_j moves inwards from its bound. The derivative of chi2 is 2 J_j.w.
static bool falls_inwards(carom_fit *fit, int j) {
    const size_t m = carom_fit_numbers(fit);
    double sum = 0.0;
    carom_fit_whitened(fit, fit->b, fit->spare);
    carom_fit_jacobian(fit, fit->b, &j, 1, true, fit->jacobian);
    for (size_t k = 0; k < m; k++) sum += fit->jacobian[k] * fit->spare[k];
    return fit->b[j] <= fit->model.lowest[j] ? sum < 0.0 : sum > 0.0;
}

void carom_fit_least(carom_fit *fit, int most) {
    int wanted[CAROM_FIT_MOST];
    unsigned fixed = 0;
    const int count = fit->free_count;
    memcpy(wanted, fit->free, sizeof wanted);
    search(fit, most);
    // Two rounds per parameter are enough, because a released parameter rarely returns to its bound.
    for (int round = 0; round < 2 * count && !fit->stopped; round++) {
        unsigned now = 0;
        for (int k = 0; k < count; k++)
            if (on_bound(fit, wanted[k]) && !falls_inwards(fit, wanted[k])) now |= 1u << k;
        if (now == fixed) break;
        fixed = now;
        fit->free_count = 0;
        for (int k = 0; k < count; k++)
            if (!(fixed >> k & 1u)) fit->free[fit->free_count++] = wanted[k];
        search(fit, most);
    }
    fit->free_count = count;
    memcpy(fit->free, wanted, sizeof wanted);
}
