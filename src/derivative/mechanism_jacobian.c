// Computes derivatives through a mechanism. Let x_i = K R_i^T be the change of the speeds per unit impulse i, and l_i
// its reactions,
//   M x_i = R_i^T + J^T l_i,  J x_i = 0.
// Small changes d of M, R and J give
//   dx_i = K (dR_i^T - dM x_i + dJ^T l_i) + H (-dJ x_i),    H = M^-1 J^T (J M^-1 J^T)^-1,  l_i = -H^T R_i^T.
// So dW_ij = d(R_j x_i) needs only x, l and the changes. For y = u' - u, with L = sum l_i P_i,
//   M y = R^T P + J^T L,  J u' = 0
//   dy = K (dR^T P + R^T dP + dJ^T L - dM y) - H (dJ u' + J du)
// The factors of mechanism.c give K = L^-T (1 - Q^T Q) L^-1. They also give H c = L^-T Q^T T^-1 c.
#include "carom/derivatives.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "bodies/mechanism.h"

// The changes of the matrices with one coordinate; NULL for matrices that do not change.
typedef struct change {
    const double *dM, *dR, *dJ;
} change;

static change of_coordinate(const carom_delassus *d, const carom_mechanism_slopes *s, int k) {
    const size_t n = (size_t)d->speeds, at = (size_t)k;
    return (change){.dM = s->dM ? s->dM + at * n * n : NULL,
                    .dR = s->dR ? s->dR + at * (size_t)d->size * n : NULL,
                    .dJ = s->dJ ? s->dJ + at * (size_t)d->constraints * n : NULL};
}

static carom_status refuse_slopes(const carom_mechanism *m, const carom_delassus *d, const carom_mechanism_slopes *s) {
    if (!m || !d || !s) return CAROM_NULL_POINTER;
    if (!carom_mechanism_made(m, d) || s->coordinates < 0 || s->coordinates > CAROM_MAX_SPEEDS) return CAROM_BAD_SIZE;
    if (!m->M || !m->R || !m->u || (m->constraints && !m->J)) return CAROM_NULL_POINTER;
    const size_t n = (size_t)d->speeds, q = (size_t)s->coordinates;
    const bool finite = (!s->dM || carom_all_finite(q * n * n, s->dM)) &&
                        (!s->dR || carom_all_finite(q * (size_t)d->size * n, s->dR)) &&
                        (!s->dJ || carom_all_finite(q * (size_t)d->constraints * n, s->dJ));
    return finite ? CAROM_OK : CAROM_NOT_FINITE;
}

// Returns x.A y.
static double form(int n, const double *x, const double *A, const double *y) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) sum += x[i] * carom_dot(n, A + (size_t)i * (size_t)n, y);
    return sum;
}

// Returns l_i.dJ x_j.
static double reaction_work(const carom_delassus *d, const double *dJ, int i, int j) {
    const size_t n = (size_t)d->speeds, s = (size_t)d->size;
    double sum = 0.0;
    for (size_t k = 0; k < (size_t)d->constraints; k++)
        sum += d->reactions[k * s + (size_t)i] * carom_dot(d->speeds, dJ + k * n, d->du + (size_t)j * n);
    return sum;
}

static double slope_of_W(const carom_delassus *d, const change *c, int i, int j) {
    const size_t n = (size_t)d->speeds;
    const double *xi = d->du + (size_t)i * n, *xj = d->du + (size_t)j * n;
    double sum = 0.0;
    if (c->dR) sum += carom_dot(d->speeds, c->dR + (size_t)i * n, xj) + carom_dot(d->speeds, c->dR + (size_t)j * n, xi);
    if (c->dM) sum -= form(d->speeds, xi, c->dM, xj);
    if (c->dJ) sum += reaction_work(d, c->dJ, i, j) + reaction_work(d, c->dJ, j, i);
    return sum;
}

static double slope_of_v(const carom_delassus *d, const change *c, const double *u, int i) {
    return c->dR ? carom_dot(d->speeds, c->dR + (size_t)i * (size_t)d->speeds, u) : 0.0;
}

carom_status carom_delassus_slopes(const carom_mechanism *m, const carom_delassus *d, const carom_mechanism_slopes *s,
                                   int k, double *dW, double *dv) {
    if (!dW || !dv) return CAROM_NULL_POINTER;
    const carom_status status = refuse_slopes(m, d, s);
    if (status != CAROM_OK) return status;
    if (k < 0 || k >= s->coordinates) return CAROM_BAD_INDEX;
    const change c = of_coordinate(d, s, k);
    for (int i = 0; i < d->size; i++) {
        dv[i] = slope_of_v(d, &c, m->u, i);
        for (int j = 0; j <= i; j++) dW[i * d->size + j] = dW[j * d->size + i] = slope_of_W(d, &c, i, j);
    }
    return carom_all_finite((size_t)d->size * (size_t)d->size, dW) && carom_all_finite((size_t)d->size, dv)
               ? CAROM_OK
               : CAROM_OVERFLOW;
}

// The input, and where the factors of the mechanism are in memory.
typedef struct question {
    const carom_mechanism *m;
    const carom_delassus *d;
    const carom_impulse_slopes *impulse;
    carom_mechanism_factors f;
    double *b;           // one column of the result, with one number per speed
    double *held, *part; // one number per constraint: c of H c, and T^-1 c
} question;

// Returns dP_i per change of speed k, which changes v along column k of R.
static double slope_of_P_by_v(const question *q, int i, int k) {
    const size_t n = (size_t)q->d->speeds, s = (size_t)q->d->size;
    double sum = 0.0;
    for (size_t j = 0; j < s; j++) sum += q->impulse->dP_dv[(size_t)i * s + j] * q->m->R[j * n + (size_t)k];
    return sum;
}

// Adds R^T dP of coordinate c to the generalized impulse b.
static void push_P(const question *q, const change *c, double *b) {
    const carom_delassus *d = q->d;
    const size_t n = (size_t)d->speeds, s = (size_t)d->size, entries = s * (s + 1) / 2;
    for (size_t a = 0, at = 0; a < s; a++) {
        const double dv = slope_of_v(d, c, q->m->u, (int)a);
        for (size_t i = 0; i < s; i++)
            for (size_t k = 0; k < n; k++) b[k] += q->m->R[i * n + k] * q->impulse->dP_dv[i * s + a] * dv;
        for (size_t e = a; e < s; e++, at++) {
            const double dW = slope_of_W(d, c, (int)a, (int)e);
            if (dW == 0.0) continue;
            for (size_t i = 0; i < s; i++)
                for (size_t k = 0; k < n; k++) b[k] += q->m->R[i * n + k] * q->impulse->dP_dW[i * entries + at] * dW;
        }
    }
}

// Computes b := K b + H c. c has one number per constraint.
static void solve(const question *q, double *b, const double *c) {
    const carom_delassus *d = q->d;
    const carom_mechanism_factors *f = &q->f;
    const size_t n = (size_t)d->speeds;
    carom_forward(d->speeds, n, f->L, b);
    for (int r = 0; r < d->rank; r++) q->part[r] = c[d->order[r]];
    carom_forward(d->rank, (size_t)d->constraints, f->T, q->part);
    for (int r = 0; r < d->rank; r++) {
        const double *Q = f->Q + (size_t)r * n;
        const double part = q->part[r] - carom_dot(d->speeds, Q, b);
        for (size_t k = 0; k < n; k++) b[k] += part * Q[k];
    }
    carom_backward(d->speeds, n, f->L, b);
}

// Returns y_k = u'_k - u_k.
static double jump_of(const question *q, size_t k) {
    double y = 0.0;
    for (size_t i = 0; i < (size_t)q->d->size; i++) y += q->d->du[i * (size_t)q->d->speeds + k] * q->impulse->P[i];
    return y;
}

// Computes dR^T P + dJ^T L - dM y, and writes c = -dJ u' to `held`.
static void push_shape(const question *q, const change *c, double *b) {
    const carom_delassus *d = q->d;
    const size_t n = (size_t)d->speeds, s = (size_t)d->size;
    for (size_t i = 0; c->dR && i < s; i++)
        for (size_t k = 0; k < n; k++) b[k] += c->dR[i * n + k] * q->impulse->P[i];
    for (size_t j = 0; j < n; j++) {
        const double y = jump_of(q, j), after = q->m->u[j] + y;
        for (size_t k = 0; c->dM && k < n; k++) b[k] -= c->dM[k * n + j] * y;
        for (size_t r = 0; c->dJ && r < (size_t)d->constraints; r++) q->held[r] -= c->dJ[r * n + j] * after;
    }
    for (size_t r = 0; c->dJ && r < (size_t)d->constraints; r++) {
        const double L = carom_dot(d->size, d->reactions + r * s, q->impulse->P);
        for (size_t k = 0; k < n; k++) b[k] += c->dJ[r * n + k] * L;
    }
}

static void no_change(const question *q) {
    for (int r = 0; r < q->d->constraints; r++) q->held[r] = 0.0;
}

// Computes one column of d u'/dq.
static void by_coordinate(const question *q, const change *c) {
    double *b = q->b;
    memset(b, 0, (size_t)q->d->speeds * sizeof *b);
    no_change(q);
    push_P(q, c, b);
    push_shape(q, c, b);
    solve(q, b, q->held);
}

static void by_speed(const question *q, int k) {
    double *b = q->b;
    const size_t n = (size_t)q->d->speeds;
    memset(b, 0, n * sizeof *b);
    for (int i = 0; i < q->d->size; i++) {
        const double dP = slope_of_P_by_v(q, i, k);
        for (size_t j = 0; j < n; j++) b[j] += q->m->R[(size_t)i * n + j] * dP;
    }
    for (int r = 0; r < q->d->constraints; r++) q->held[r] = -q->m->J[(size_t)r * n + (size_t)k];
    solve(q, b, q->held);
    b[k] += 1.0;
}

static carom_status refuse_impulse(const carom_delassus *d, const carom_impulse_slopes *impulse) {
    if (!impulse || !impulse->P || !impulse->dP_dv || !impulse->dP_dW) return CAROM_NULL_POINTER;
    const size_t s = (size_t)d->size;
    return carom_all_finite(s, impulse->P) && carom_all_finite(s * s, impulse->dP_dv) &&
                   carom_all_finite(s * s * (s + 1) / 2, impulse->dP_dW)
               ? CAROM_OK
               : CAROM_NOT_FINITE;
}

static void put_column(const question *q, int columns, int k, double *A) {
    for (int i = 0; i < q->d->speeds; i++) A[(size_t)i * (size_t)columns + (size_t)k] = q->b[i];
}

carom_status carom_delassus_jacobian(const carom_mechanism *m, const carom_delassus *d, const carom_mechanism_slopes *s,
                                     const carom_impulse_slopes *impulse, double *scratch, double *du_dq,
                                     double *du_du) {
    if (!scratch) return CAROM_NULL_POINTER;
    carom_status status = refuse_slopes(m, d, s);
    if (status == CAROM_OK) status = refuse_impulse(d, impulse);
    if (status != CAROM_OK) return status;
    carom_delassus same = *d;
    const size_t n = (size_t)d->speeds;
    const question q = {.m = m,
                        .d = d,
                        .impulse = impulse,
                        .f = carom_mechanism_lay_out(m, d->W, &same),
                        .b = scratch,
                        .held = scratch + n,
                        .part = scratch + n + d->constraints};
    for (int k = 0; du_dq && k < s->coordinates; k++) {
        const change c = of_coordinate(d, s, k);
        by_coordinate(&q, &c);
        put_column(&q, s->coordinates, k, du_dq);
    }
    for (int k = 0; du_du && k < d->speeds; k++) {
        by_speed(&q, k);
        put_column(&q, d->speeds, k, du_du);
    }
    return (!du_dq || carom_all_finite(n * (size_t)s->coordinates, du_dq)) && (!du_du || carom_all_finite(n * n, du_du))
               ? CAROM_OK
               : CAROM_OVERFLOW;
}
