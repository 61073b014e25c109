// Computes the error with which a law predicts each group after it was fitted to the other groups.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/dense.h"
#include "mods/fit/state.h"

// Returns the root of |u' - predicted u'|_M^2 / |u'|_M^2. The error of the predicted v' is y. No impulse explains the
// part `missed`.
static double relative_error(const carom_fit_impact *at, const double y[3]) {
    const int dim = at->contact.dim;
    double M[9], scratch[9], missed = at->missed, size = at->size;
    memcpy(M, at->contact.W, sizeof M);
    if (!carom_matrix_inverse(dim, 3, M, scratch)) return (double)NAN;
    for (int i = 0; i < dim; i++) {
        for (int j = 0; j < dim; j++) {
            missed += y[i] * M[3 * i + j] * y[j];
            if (!(at->size > 0.0)) size += at->after[i] * M[3 * i + j] * at->after[j];
        }
    }
    return sqrt(missed / size);
}

// Computes |w|^2 + ln det of one impact at b, with weights computed at b.
static bool score_of(carom_fit *fit, const double *b, size_t impact, double *score, double *error, double *square) {
    const carom_fit_impact *at = &fit->impacts[impact];
    const int dim = at->contact.dim;
    double w[3];
    int branch;
    if (!carom_fit_whiten(fit, b, impact) || !carom_fit_ask(fit, &at->contact, b, w, &branch)) return false;
    const double *L = fit->L + 9 * impact;
    for (int i = 0; i < dim; i++) w[i] = at->after[i] - w[i];
    if (error) error[impact] = relative_error(at, w);
    carom_forward(dim, 3, L, w);
    *score = 0.0;
    for (int i = 0; i < dim; i++) *square += w[i] * w[i], *score += w[i] * w[i] + 2.0 * log(L[3 * i + i]);
    return true;
}

static carom_status leave_out(carom_fit *fit, int group, double *score, double *error, double *square) {
    memcpy(fit->b, fit->last.b, sizeof fit->b);
    carom_fit_use_others(fit, group);
    if (carom_fit_numbers(fit) <= (size_t)fit->model.count) return CAROM_TOO_FEW_DATA;
    const carom_status status = carom_fit_settle(fit);
    if (status == CAROM_STOPPED) return status;
    for (size_t k = 0; k < fit->count; k++)
        if (fit->impacts[k].group == group && !score_of(fit, fit->b, k, &score[k], error, square))
            return CAROM_NO_SOLUTION;
    return CAROM_OK;
}

static int ascending(const void *a, const void *b) {
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static carom_status leave_each_out(carom_fit *fit, int *groups, double *score, double *error, double *square) {
    carom_status status = CAROM_OK;
    for (size_t k = 0; k < fit->count; k++) groups[k] = fit->impacts[k].group;
    qsort(groups, fit->count, sizeof *groups, ascending);
    for (size_t k = 0; k < fit->count && status == CAROM_OK; k++)
        if (k == 0 || groups[k] != groups[k - 1]) status = leave_out(fit, groups[k], score, error, square);
    return status;
}

// Restores weights, factors and the estimate of the run.
static void restore(carom_fit *fit, const double *L, const double *weight, const carom_fit_estimate *last) {
    memcpy(fit->L, L, 9 * fit->count * sizeof *L);
    memcpy(fit->weight, weight, 3 * fit->count * sizeof *weight);
    fit->last = *last;
    memcpy(fit->b, last->b, sizeof fit->b);
    carom_fit_use_all(fit);
}

carom_status carom_fit_cross_validate(carom_fit *fit, double *score, double *error, double *rms) {
    if (!fit || !fit->has_run || !score) return CAROM_BAD_MODEL;
    const carom_fit_estimate last = fit->last;
    double *L = malloc(9 * fit->count * sizeof *L), *weight = malloc(3 * fit->count * sizeof *weight), square = 0.0;
    int *groups = malloc(fit->count * sizeof *groups);
    carom_status status = L && weight && groups ? CAROM_OK : CAROM_NO_MEMORY;
    if (status == CAROM_OK) {
        memcpy(L, fit->L, 9 * fit->count * sizeof *L);
        memcpy(weight, fit->weight, 3 * fit->count * sizeof *weight);
        status = leave_each_out(fit, groups, score, error, &square);
        restore(fit, L, weight, &last);
        if (rms) *rms = sqrt(square / (double)carom_fit_numbers(fit));
    }
    free(L);
    free(weight);
    free(groups);
    return status;
}
