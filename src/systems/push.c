#include "systems/push.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "base/eliminate.h"

// A pivot below this counts as zero, relative to entries near 1, as in small.c.
#define RANK 1e-12

// Sets the change of the problem for column k. The columns are v, then the upper triangle of W, then the coefficients.
// Each coefficient has one column per contact.
void carom_push_turn(carom_push *h, int k) {
    const size_t n = (size_t)h->n, nc = (size_t)h->s->nc;
    memset(h->dW, 0, n * n * sizeof *h->dW);
    memset(h->dv, 0, n * sizeof *h->dv);
    memset(h->dparam, 0, (size_t)h->jac->params * nc * sizeof *h->dparam);
    if (k < h->n) {
        h->dv[k] = 1.0;
        return;
    }
    k -= h->n;
    if (k >= h->jac->entries) {
        h->dparam[k - h->jac->entries] = 1.0;
        return;
    }
    int i = 0;
    for (; k >= h->n - i; i++) k -= h->n - i;
    h->dW[i * h->n + i + k] = h->dW[(i + k) * h->n + i] = 1.0;
}

double carom_push_param(const carom_push *h, carom_param param, int contact) {
    for (int k = 0; k < h->jac->params; k++)
        if (h->jac->param[k] == param) return h->dparam[k * h->s->nc + contact];
    return 0.0;
}

double carom_push_dW(const carom_push *h, int row, const double *x) {
    return carom_dot(h->n, h->dW + (size_t)row * (size_t)h->n, x);
}

// Returns whether a row keeps y, a speed; otherwise it keeps P, an impulse.
static bool holds_y(const carom_push *h, int row) {
    const carom_tight *t = &h->tight[row / h->s->dim];
    return row % h->s->dim == 0 ? !t->rests : t->sticks;
}

double carom_push_scale(const carom_push *h, int row) {
    const carom_tight *t = &h->tight[row / h->s->dim];
    if (holds_y(h, row)) return 1.0;
    return row % h->s->dim && t->ratio ? h->unit[row] * h->speed : h->unit[row];
}

// Adds the direction w of y_t, and the effect of its rotation when y_t changes: mu P_n (1 - w w^T) / |y_t|.
static void add_turn(carom_push *h, int row, double *A) {
    const int first = row / 3 * 3;
    const double *y = h->held, *W = h->s->W, mu = h->p->contacts[row / 3].mu, Pn = h->out->P[first];
    const double size = hypot(y[first + 1], y[first + 2]);
    A[first] += mu * y[row] / size;
    for (int b = first + 1; b < first + 3; b++) {
        const double turn = mu * Pn / size * ((b == row ? 1.0 : 0.0) - y[row] / size * y[b] / size);
        for (int j = 0; j < h->n; j++) A[j] += turn * W[(size_t)b * (size_t)h->n + (size_t)j];
    }
}

static void matrix_row(carom_push *h, int row) {
    const int dim = h->s->dim;
    const carom_tight *t = &h->tight[row / dim];
    double *A = h->A + (size_t)row * (size_t)h->wide;
    const double *W = h->s->W + (size_t)row * (size_t)h->n;
    memset(A, 0, (size_t)h->wide * sizeof *A);
    if (holds_y(h, row))
        memcpy(A, W, (size_t)h->n * sizeof *A);
    else if (row % dim && t->ratio)
        memcpy(A, h->out->v, (size_t)h->n * sizeof *A);
    else
        A[row] = 1.0;
    if (row % dim && !t->sticks && !t->ratio) {
        if (t->turns)
            add_turn(h, row, A);
        else
            A[row / dim * dim] -= t->slope;
    }
    const double scale = carom_push_scale(h, row);
    for (int j = 0; j < h->n; j++) A[j] *= h->unit[j] / scale;
}

void carom_push_matrix(carom_push *h) {
    for (int i = 0; i < h->n; i++) matrix_row(h, i);
}

double *carom_push_side(carom_push *h, int row, int k) {
    return h->A + (size_t)row * (size_t)h->wide + (size_t)(h->n + k);
}

bool carom_push_solve(carom_push *h) {
    const size_t n = (size_t)h->n, wide = (size_t)h->wide;
    for (size_t i = 0; i < n; i++) {
        const double scale = carom_push_scale(h, (int)i);
        for (size_t k = n; k < wide; k++) h->A[i * wide + k] /= scale;
    }
    if (carom_eliminate(CAROM_PIVOT_OF_COLUMN, n, wide, h->A, RANK, NULL) < n) return false;
    carom_substitute(n, wide, h->A);
    return true;
}

double carom_push_x(const carom_push *h, int i, int k) {
    return h->A[(size_t)i * (size_t)h->wide + (size_t)(h->n + k)] * h->unit[i];
}

void carom_push_watch(carom_push *h, double condition, double size) {
    const double margin = size > 0.0 ? condition / size : 0.0;
    if (!(margin >= h->jac->margin)) h->jac->margin = margin;
}
