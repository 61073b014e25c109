// Runs a fit: finds starting values from the data, alternates least squares and new weights, and checks which
// parameters the data determine.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/dense.h"
#include "base/eigen.h"
#include "mods/fit/data.h"
#include "mods/fit/state.h"
#include "mods/fit/tails.h"

static bool is_model(const carom_fit_model *model) {
    if (!model || !model->predict || model->count < 1 || model->count > CAROM_FIT_MOST) return false;
    for (int j = 0; j < model->count; j++)
        if (!(model->lowest[j] < model->highest[j])) return false;
    return true;
}

void carom_fit_free(carom_fit *fit) {
    if (!fit) return;
    free(fit->use);
    free(fit->L);
    free(fit->weight);
    free(fit->residual);
    free(fit->spare);
    free(fit->jacobian);
    free(fit->contact);
    free(fit->moved);
    free(fit->slopes);
    free(fit->bytes);
    carom_fit_answers_free(&fit->here);
    carom_fit_answers_free(&fit->up);
    carom_fit_answers_free(&fit->down);
    free(fit);
}

carom_fit *carom_fit_create(const carom_fit_model *model, const carom_fit_impact *impacts, size_t count,
                            const carom_fit_options *options) {
    if (!is_model(model) || !impacts || count == 0 || count > 100000000) return NULL;
    if (!carom_fit_sound(impacts, count, NULL)) return NULL;
    carom_fit *fit = calloc(1, sizeof *fit);
    if (!fit) return NULL;
    fit->model = *model, fit->impacts = impacts, fit->count = count;
    if (options) fit->options = *options;
    fit->use = calloc(count, sizeof *fit->use);
    fit->L = calloc(9 * count, sizeof *fit->L);
    fit->weight = calloc(3 * count, sizeof *fit->weight);
    fit->residual = calloc(3 * count, sizeof *fit->residual);
    fit->spare = calloc(3 * count, sizeof *fit->spare);
    fit->jacobian = calloc(3 * count * (size_t)model->count, sizeof *fit->jacobian);
    fit->contact = calloc(count, sizeof *fit->contact);
    fit->moved = calloc(count, sizeof *fit->moved);
    fit->slopes = calloc(9 * count, sizeof *fit->slopes);
    fit->bytes = calloc(2 * count, sizeof *fit->bytes);
    const bool answers = carom_fit_answers_new(&fit->here, count) && carom_fit_answers_new(&fit->up, count) &&
                         carom_fit_answers_new(&fit->down, count);
    fit->span = 1.0;
    for (int j = 0; j < model->count; j++) fit->free[j] = j;
    fit->free_count = model->count;
    if (fit->use && fit->L && fit->weight && fit->residual && fit->spare && fit->jacobian && fit->contact &&
        fit->moved && fit->slopes && fit->bytes && answers)
        return fit;
    carom_fit_free(fit);
    return NULL;
}

// Computes J^T J of the whitened residuals, for all parameters, without Huber's weights.
static void information(carom_fit *fit, double N[CAROM_FIT_MOST][CAROM_FIT_MOST]) {
    const size_t m = carom_fit_numbers(fit);
    const int n = fit->model.count;
    int all[CAROM_FIT_MOST];
    for (int j = 0; j < n; j++) all[j] = j;
    carom_fit_jacobian(fit, fit->b, all, n, false, fit->jacobian);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = 0.0;
            for (size_t k = 0; k < m; k++) sum += fit->jacobian[(size_t)i * m + k] * fit->jacobian[(size_t)j * m + k];
            N[i][j] = N[j][i] = sum;
        }
    }
}

// Returns how far the estimate moved, in standard errors if they exist.
static double moved(int n, const double *b, const double *old, double N[CAROM_FIT_MOST][CAROM_FIT_MOST]) {
    double most = 0.0;
    for (int j = 0; j < n; j++) {
        const double error = N[j][j] > 0.0 ? 1.0 / sqrt(N[j][j]) : fmax(fabs(b[j]), 1.0);
        most = fmax(most, fabs(b[j] - old[j]) / error);
    }
    return most;
}

// Iterates to 1e-7 standard errors. Weights change by the square of the relative errors, so about five rounds suffice.
// An impact next to a kink may change its branch in every round; then 60 rounds are the limit, and 5e-4 of an error is
// accepted.
carom_status carom_fit_settle(carom_fit *fit) {
    double N[CAROM_FIT_MOST][CAROM_FIT_MOST], step = HUGE_VAL;
    const int n = fit->model.count;
    carom_fit_plain(fit);
    for (fit->last.rounds = 0; fit->last.rounds < 60 && step > 1e-7; fit->last.rounds++) {
        double old[CAROM_FIT_MOST];
        memcpy(old, fit->b, sizeof old);
        carom_fit_whiten_all(fit, fit->b);
        if (fit->options.robust && fit->last.rounds > 0) carom_fit_huber(fit, fit->b);
        carom_fit_least(fit, 100);
        if (carom_fit_should_stop(fit)) return CAROM_STOPPED;
        if (fit->last.rounds == 0) information(fit, N);
        step = moved(n, fit->b, old, N);
        carom_fit_report(fit, 1.0 - 1.0 / (2.0 + fit->last.rounds));
    }
    carom_fit_chi2(fit, fit->b);
    if (fit->unanswered) return CAROM_NO_SOLUTION;
    return step > 5e-4 ? CAROM_UNSETTLED : CAROM_OK;
}

// Marks undetermined parameters. Their column of J^T J is zero, or they contribute to a direction whose eigenvalue,
// after scaling to a unit diagonal, is below 1e-10.
static void mark_loose(double N[CAROM_FIT_MOST][CAROM_FIT_MOST], carom_fit_estimate *e) {
    double A[CAROM_FIT_MOST * CAROM_FIT_MOST], V[CAROM_FIT_MOST * CAROM_FIT_MOST], values[CAROM_FIT_MOST];
    int which[CAROM_FIT_MOST], n = 0;
    for (int j = 0; j < e->count; j++) {
        if (e->mark[j] == CAROM_FIT_DETERMINED && !(N[j][j] > 0.0)) e->mark[j] = CAROM_FIT_UNDETERMINED;
        if (e->mark[j] == CAROM_FIT_DETERMINED) which[n++] = j;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i * n + j] = N[which[i]][which[j]] / sqrt(N[which[i]][which[i]] * N[which[j]][which[j]]);
    carom_eigen_dense(n, (size_t)n, A, values, V);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n && values[k] < 1e-10; i++)
            if (fabs(V[k * n + i]) > 0.05) e->mark[which[i]] = CAROM_FIT_UNDETERMINED;
}

// Returns true if a parameter is undetermined: chi2 rises by less than 3.841 at the other end of its range, or at 20
// standard errors. If all impacts stick, mu may have any value above a limit: chi2 is steep on one side of the estimate
// and flat on the other.
static bool is_open(carom_fit *fit, const carom_fit_estimate *e, int j, double base) {
    double b[CAROM_FIT_MOST];
    const double low = fit->model.lowest[j], high = fit->model.highest[j];
    memcpy(b, e->b, sizeof b);
    b[j] = e->b[j] - low < high - e->b[j] ? high : low;
    if (isfinite(low) && isfinite(high) && carom_fit_chi2(fit, b) - base < 3.841) return true;
    if (e->mark[j] != CAROM_FIT_DETERMINED) return false;
    for (int side = -1; side <= 1; side += 2) {
        memcpy(b, e->b, sizeof b);
        b[j] += side * 20.0 * e->error[j];
        if (b[j] < fit->model.lowest[j] || b[j] > fit->model.highest[j]) continue;
        if (carom_fit_chi2(fit, b) - base < 3.841) return true;
    }
    return false;
}

static bool mark_open(carom_fit *fit, carom_fit_estimate *e) {
    const double base = carom_fit_chi2(fit, e->b);
    bool any = false;
    for (int j = 0; j < e->count; j++) {
        if (e->mark[j] == CAROM_FIT_UNDETERMINED || !is_open(fit, e, j, base)) continue;
        e->mark[j] = CAROM_FIT_UNDETERMINED;
        any = true;
    }
    return any;
}

static void mark_bounds(const carom_fit *fit, carom_fit_estimate *e) {
    for (int j = 0; j < e->count; j++) {
        e->mark[j] = CAROM_FIT_DETERMINED;
        if (fit->b[j] <= fit->model.lowest[j]) e->mark[j] = CAROM_FIT_AT_LOWEST;
        if (fit->b[j] >= fit->model.highest[j]) e->mark[j] = CAROM_FIT_AT_HIGHEST;
    }
}

// Returns the factor of Huber's covariance: K^2 [sum psi^2 / (n - p)] / m^2 (J^T J)^-1, with m the fraction of inliers,
// K = 1 + (p/n) (1 - m)/m.
static double huber_factor(const carom_fit *fit, carom_fit_estimate *e, size_t n) {
    double psi2 = 0.0;
    size_t inside = 0;
    for (size_t k = 0; k < n; k++) {
        const double w = fabs(fit->spare[k]);
        psi2 += w > 1.345 ? 1.345 * 1.345 : w * w;
        inside += w <= 1.345;
    }
    e->inliers = (double)inside / (double)n;
    const double m = e->inliers, K = 1.0 + (e->count / (double)n) * (1.0 - m) / m;
    return K * K * psi2 / e->dof / (m * m);
}

static void errors(double N[CAROM_FIT_MOST][CAROM_FIT_MOST], double factor, carom_fit_estimate *e) {
    double C[CAROM_FIT_MOST * CAROM_FIT_MOST], scratch[CAROM_FIT_MOST * CAROM_FIT_MOST];
    int which[CAROM_FIT_MOST], n = 0;
    for (int i = 0; i < e->count; i++) {
        e->error[i] = (double)NAN;
        for (int j = 0; j < e->count; j++) e->cov[i][j] = (double)NAN;
        if (e->mark[i] == CAROM_FIT_DETERMINED) which[n++] = i;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) C[i * n + j] = N[which[i]][which[j]];
    if (!carom_matrix_inverse(n, (size_t)n, C, scratch)) return;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) e->cov[which[i]][which[j]] = factor * C[i * n + j];
        e->error[which[i]] = sqrt(factor * C[i * n + i]);
    }
}

static void describe(carom_fit *fit, carom_fit_estimate *e) {
    double N[CAROM_FIT_MOST][CAROM_FIT_MOST];
    const size_t m = carom_fit_numbers(fit);
    e->count = fit->model.count;
    if (fit->model.mend) fit->model.mend(&fit->model, fit->b);
    memcpy(e->b, fit->b, sizeof e->b);
    information(fit, N);
    mark_bounds(fit, e);
    mark_loose(N, e);
    // chi2 gives every residual full weight. Afterwards, the weights are restored for the profiles.
    double *kept = fit->weight;
    for (size_t k = 0; k < 3 * fit->count; k++) fit->residual[k] = 1.0;
    fit->weight = fit->residual;
    e->chi2 = carom_fit_chi2(fit, fit->b);
    fit->weight = kept;
    e->unanswered = fit->unanswered;
    e->dof = (double)m - e->count;
    e->p = carom_fit_chi2_tail(e->chi2, e->dof);
    e->inliers = 1.0;
    const double factor = fit->options.robust ? huber_factor(fit, e, m) : 1.0;
    errors(N, factor, e);
    if (mark_open(fit, e)) errors(N, factor, e);
    e->evaluations = fit->evaluations;
}

carom_status carom_fit_run(carom_fit *fit, carom_fit_estimate *estimate) {
    if (!fit || !estimate) return CAROM_BAD_MODEL;
    *estimate = (carom_fit_estimate){.status = CAROM_TOO_FEW_DATA};
    carom_fit_use_all(fit);
    if (carom_fit_numbers(fit) <= (size_t)fit->model.count) return estimate->status;
    fit->stopped = false, fit->evaluations = 0;
    carom_fit_begin(fit);
    if (carom_fit_should_stop(fit)) return estimate->status = CAROM_STOPPED;
    carom_fit_use_all(fit);
    const carom_status status = carom_fit_settle(fit);
    estimate->rounds = fit->last.rounds;
    if (status == CAROM_STOPPED) return estimate->status = status;
    describe(fit, estimate);
    estimate->status = status;
    fit->last = *estimate, fit->has_run = true;
    return status;
}

carom_status carom_fit_residuals(carom_fit *fit, double *w) {
    if (!fit || !fit->has_run || !w) return CAROM_BAD_MODEL;
    carom_fit_use_all(fit);
    carom_fit_whitened(fit, fit->last.b, fit->spare);
    for (size_t k = 0; k < fit->count; k++) {
        const int dim = fit->impacts[k].contact.dim;
        for (int i = 0; i < dim; i++) {
            const double root = fit->weight[3 * k + (size_t)i];
            w[3 * k + (size_t)i] = fit->spare[k * (size_t)dim + (size_t)i] / root;
        }
    }
    return CAROM_OK;
}
