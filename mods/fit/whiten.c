// Computes residuals and whitens them.
//   y = v' - f(v; b),   cov y = A S A^T,   A = (-df/dv, 1),   w = L^-1 y,   L L^T = cov y
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "mods/fit/state.h"

bool carom_fit_ask(carom_fit *fit, const carom_contact *contact, const double *b, double *after, int *branch) {
    fit->evaluations++;
    *branch = 0;
    return fit->model.predict(&fit->model, contact, b, after, branch);
}

bool carom_fit_exact(carom_fit *fit, const carom_contact *contact, const double *b, double by_v[3][3],
                     double by_b[3][CAROM_FIT_MOST]) {
    if (fit->options.differences || !carom_fit_law_has_slopes(&fit->model, contact->dim)) return false;
    fit->evaluations++;
    return carom_fit_law_slopes(&fit->model, contact, b, by_v, by_b);
}

void carom_fit_use_all(carom_fit *fit) {
    fit->use_count = fit->count;
    for (size_t i = 0; i < fit->count; i++) fit->use[i] = i;
    carom_fit_gather(fit);
}

void carom_fit_use_others(carom_fit *fit, int group) {
    fit->use_count = 0;
    for (size_t i = 0; i < fit->count; i++)
        if (fit->impacts[i].group != group) fit->use[fit->use_count++] = i;
    carom_fit_gather(fit);
}

void carom_fit_use_some(carom_fit *fit, size_t most) {
    if (fit->count <= most) {
        carom_fit_use_all(fit);
        return;
    }
    fit->use_count = most;
    for (size_t k = 0; k < most; k++) fit->use[k] = k * fit->count / most;
    carom_fit_gather(fit);
}

size_t carom_fit_numbers(const carom_fit *fit) {
    return fit->use_count * (size_t)fit->impacts[0].contact.dim;
}

bool carom_fit_should_stop(carom_fit *fit) {
    if (fit->options.stop && *fit->options.stop) fit->stopped = true;
    return fit->stopped;
}

void carom_fit_report(carom_fit *fit, double part) {
    if (fit->options.tell) fit->options.tell(fit->options.context, fit->done + part * fit->span);
}

// Computes C = A S A^T for A = (-slope, 1).
static void spread(const carom_fit_impact *at, const double slope[3][3], double C[9]) {
    const int dim = at->contact.dim;
    double A[3][6] = {{0}};
    for (int i = 0; i < dim; i++) {
        for (int j = 0; j < dim; j++) A[i][j] = -slope[i][j];
        A[i][dim + i] = 1.0;
    }
    for (int i = 0; i < dim; i++) {
        for (int j = 0; j < dim; j++) {
            double sum = 0.0;
            for (int k = 0; k < 2 * dim; k++)
                for (int l = 0; l < 2 * dim; l++) sum += A[i][k] * at->S[k][l] * A[j][l];
            C[3 * i + j] = sum;
        }
    }
}

// Computes L, the factor of the covariance, for one impact, given the derivatives of v' with respect to v.
static bool factor(carom_fit *fit, const double *b, size_t impact, const double slope[3][3]) {
    const carom_fit_impact *at = &fit->impacts[impact];
    double C[9];
    spread(at, slope, C);
    if (carom_cholesky(at->contact.dim, 3, C) < at->contact.dim) return false;
    memcpy(fit->L + 9 * impact, C, sizeof C);
    return true;
}

bool carom_fit_whiten(carom_fit *fit, const double *b, size_t impact) {
    double slope[3][3] = {{0}};
    return carom_fit_slope_v(fit, &fit->impacts[impact], b, slope) && factor(fit, b, impact, (const double(*)[3])slope);
}

// Computes derivatives of all impacts by central differences, nine numbers each. A column begins with NaN if the impact
// must be handled separately.
static void slopes_v(carom_fit *fit, const double *b, double *slopes) {
    const int dim = fit->impacts[0].contact.dim;
    carom_fit_ask_all(fit, fit->contact, b, &fit->here);
    for (int j = 0; j < dim; j++) {
        carom_fit_ask_beside_v(fit, b, j);
        for (size_t k = 0; k < fit->use_count; k++) {
            double column[3] = {(double)NAN, 0.0, 0.0};
            if (!carom_fit_central(fit, k, carom_fit_step_v(dim, fit->contact[k].v), column)) column[0] = (double)NAN;
            for (int i = 0; i < dim; i++) slopes[9 * k + (size_t)(3 * i + j)] = column[i];
        }
    }
}

// Computes the exact derivatives if the law has them, one evaluation each. Returns false if it has none.
static bool exact_slopes_v(carom_fit *fit, const double *b, double *slopes) {
    const int dim = fit->impacts[0].contact.dim;
    if (fit->options.differences || !carom_fit_law_has_slopes(&fit->model, dim)) return false;
    for (size_t k = 0; k < fit->use_count; k++) {
        double by_v[3][3] = {{0}};
        const bool known = carom_fit_exact(fit, &fit->contact[k], b, by_v, NULL);
        for (size_t i = 0; i < 9; i++) slopes[9 * k + i] = known ? by_v[i / 3][i % 3] : (double)NAN;
    }
    return true;
}

// Computes L of all impacts in use. An impact without a result keeps its factor.
bool carom_fit_whiten_all(carom_fit *fit, const double *b) {
    const int dim = fit->impacts[0].contact.dim;
    bool all = true;
    if (!exact_slopes_v(fit, b, fit->slopes)) slopes_v(fit, b, fit->slopes);
    for (size_t k = 0; k < fit->use_count; k++) {
        const double *slope = fit->slopes + 9 * k;
        bool simple = true;
        for (int j = 0; j < dim; j++) simple = simple && !isnan(slope[j]);
        all =
            (simple ? factor(fit, b, fit->use[k], (const double(*)[3])slope) : carom_fit_whiten(fit, b, fit->use[k])) &&
            all;
    }
    return all;
}

// The residual of an impact without a result is 1e4 standard deviations. The search therefore never prefers a point at
// which an impact has no result.
static const double no_answer = 1e4;

// Computes the residuals of the k-th impact in use from the results in fit->here.
static void whitened_at(carom_fit *fit, size_t k, double *w) {
    const carom_fit_impact *at = &fit->impacts[fit->use[k]];
    const int dim = at->contact.dim;
    const bool answered = fit->here.branch[k] != CAROM_FIT_NONE;
    fit->unanswered += !answered;
    for (int i = 0; i < dim; i++) w[i] = answered ? at->after[i] - fit->here.after[3 * k + (size_t)i] : no_answer;
    if (answered) carom_forward(dim, 3, fit->L + 9 * fit->use[k], w);
}

void carom_fit_whitened(carom_fit *fit, const double *b, double *residuals) {
    fit->unanswered = 0;
    carom_fit_ask_all(fit, fit->contact, b, &fit->here);
    for (size_t k = 0; k < fit->use_count; k++) {
        const int dim = fit->impacts[fit->use[k]].contact.dim;
        double *w = residuals + k * (size_t)dim;
        whitened_at(fit, k, w);
        for (int i = 0; i < dim; i++) w[i] *= fit->weight[3 * fit->use[k] + (size_t)i];
    }
}

void carom_fit_plain(carom_fit *fit) {
    for (size_t k = 0; k < 3 * fit->count; k++) fit->weight[k] = 1.0;
}

// Computes Huber's weights: a residual beyond k = 1.345 has no more influence than one at k. The weight is k/|w|, whose
// root is stored.
void carom_fit_huber(carom_fit *fit, const double *b) {
    carom_fit_ask_all(fit, fit->contact, b, &fit->here);
    for (size_t k = 0; k < fit->use_count; k++) {
        const size_t impact = fit->use[k];
        double w[3];
        whitened_at(fit, k, w);
        for (int i = 0; i < fit->impacts[impact].contact.dim; i++)
            fit->weight[3 * impact + (size_t)i] = fabs(w[i]) > 1.345 ? sqrt(1.345 / fabs(w[i])) : 1.0;
    }
}

double carom_fit_chi2(carom_fit *fit, const double *b) {
    const size_t m = carom_fit_numbers(fit);
    double sum = 0.0;
    carom_fit_whitened(fit, b, fit->spare);
    for (size_t k = 0; k < m; k++) sum += fit->spare[k] * fit->spare[k];
    return sum;
}

// Computes one column of the Jacobian: w = L^-1 (v' - f) has the derivative -L^-1 df/db. If `beside`, fit->up and
// fit->down hold its neighbours.
static void column_of(carom_fit *fit, const double *b, int j, bool beside, bool weighted, double *column) {
    const int dim = fit->impacts[0].contact.dim;
    for (size_t k = 0; k < fit->use_count; k++, column += dim) {
        const size_t impact = fit->use[k];
        double slope[3][CAROM_FIT_MOST], simple[3];
        const bool central = beside && carom_fit_central(fit, k, carom_fit_step_b(b[j]), simple);
        const bool answered = central || carom_fit_slope_b(fit, &fit->impacts[impact], b, &j, 1, slope);
        for (int i = 0; i < dim; i++) column[i] = answered ? -(central ? simple[i] : slope[i][0]) : 0.0;
        carom_forward(dim, 3, fit->L + 9 * impact, column);
        for (int i = 0; i < dim && weighted; i++) column[i] *= fit->weight[3 * impact + (size_t)i];
    }
}

// Computes the same columns from exact derivatives, one evaluation per impact, or by differences next to a kink.
static void exact_columns(carom_fit *fit, const double *b, const int *which, int count, bool weighted,
                          double *jacobian) {
    const size_t m = carom_fit_numbers(fit);
    const int dim = fit->impacts[0].contact.dim;
    for (size_t k = 0; k < fit->use_count; k++) {
        const size_t impact = fit->use[k];
        double all[3][CAROM_FIT_MOST] = {{0}}, some[3][CAROM_FIT_MOST] = {{0}};
        const bool exact = carom_fit_exact(fit, &fit->contact[k], b, NULL, all);
        const bool answered = exact || carom_fit_slope_b(fit, &fit->impacts[impact], b, which, count, some);
        for (int j = 0; j < count; j++) {
            double *column = jacobian + (size_t)j * m + k * (size_t)dim;
            for (int i = 0; i < dim; i++) column[i] = answered ? -(exact ? all[i][which[j]] : some[i][j]) : 0.0;
            carom_forward(dim, 3, fit->L + 9 * impact, column);
            for (int i = 0; i < dim && weighted; i++) column[i] *= fit->weight[3 * impact + (size_t)i];
        }
    }
}

void carom_fit_jacobian(carom_fit *fit, const double *b, const int *which, int count, bool weighted, double *jacobian) {
    const size_t m = carom_fit_numbers(fit);
    if (!fit->options.differences && carom_fit_law_has_slopes(&fit->model, fit->impacts[0].contact.dim)) {
        exact_columns(fit, b, which, count, weighted, jacobian);
        return;
    }
    carom_fit_ask_all(fit, fit->contact, b, &fit->here);
    for (int j = 0; j < count; j++) {
        const bool beside = carom_fit_ask_beside_b(fit, b, which[j]);
        column_of(fit, b, which[j], beside, weighted, jacobian + (size_t)j * m);
    }
}
