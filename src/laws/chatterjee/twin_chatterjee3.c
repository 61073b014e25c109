#include "laws/chatterjee/twin_chatterjee3.h"

#include <math.h>

typedef carom_twin twin;

static twin of(double x) {
    return (twin){x, 0.0};
}

static twin add(twin a, twin b) {
    return carom_twin_add(a, b);
}

static twin minus(twin a, twin b) {
    return carom_twin_add(a, carom_twin_negative(b));
}

static twin times(twin a, twin b) {
    return carom_twin_product(a, b);
}

static twin over(twin a, twin b) {
    return carom_twin_quotient(a, b);
}

static twin dot(int dim, const twin x[3], const twin y[3]) {
    twin sum = of(0.0);
    for (int i = 0; i < dim; i++) sum = add(sum, times(x[i], y[i]));
    return sum;
}

static void apply(int dim, const twin A[3][3], const twin x[3], twin y[3]) {
    for (int i = 0; i < dim; i++) y[i] = dot(dim, A[i], x);
}

// Computes M = W^-1 by cofactors.
static void invert(carom_twin_law3 *x) {
    twin(*W)[3] = x->W;
    twin det = of(0.0);
    for (int i = 0; i < x->dim; i++)
        for (int j = 0; j <= i; j++) {
            twin cofactor;
            if (x->dim == 2) {
                cofactor = i != j ? carom_twin_negative(W[1][0]) : W[1 - i][1 - i];
            } else {
                const int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
                cofactor = minus(times(W[a][c], W[b][d]), times(W[a][d], W[b][c]));
            }
            x->M[i][j] = x->M[j][i] = cofactor;
        }
    for (int j = 0; j < x->dim; j++) det = add(det, times(W[0][j], x->M[j][0]));
    for (int i = 0; i < x->dim; i++)
        for (int j = 0; j < x->dim; j++) x->M[i][j] = over(x->M[i][j], det);
}

bool carom_chatterjee3_plain(const carom_contact *c) {
    const double(*W)[3] = c->W;
    const double minor = W[1][1] * W[2][2] - W[1][2] * W[1][2];
    // With 1e-3 the largest error in 1e5 Jacobians is 1e-12 above that of the condition number.
    if (c->dim == 2) return W[0][0] * W[1][1] - W[0][1] * W[0][1] > 1e-2 * (W[0][0] * W[1][1]);
    const double det = W[0][0] * minor - W[0][1] * (W[0][1] * W[2][2] - W[0][2] * W[1][2]) +
                       W[0][2] * (W[0][1] * W[1][2] - W[0][2] * W[1][1]);
    return det > 1e-2 * (W[0][0] * (W[1][1] * W[2][2]));
}

// Computes gamma^2 = 1 + excess / had and k V_f - v = -(1 + r) v - cut V_f.
static void scale(carom_twin_law3 *x, int scaled) {
    twin change[3], narrower[3];
    for (int i = 0; i < x->dim; i++) narrower[i] = times(carom_two_sum(1.0, -x->r[i]), x->v[i]);
    apply(x->dim, (const twin(*)[3])x->M, narrower, change);
    x->excess = carom_twin_negative(dot(x->dim, x->wider, change));
    x->had = dot(x->dim, x->v, x->S);
    x->asked = add(x->had, x->excess);
    x->scaled = scaled < 0 ? x->excess.hi > 0.0 : scaled;
    const twin share = x->scaled ? over(x->excess, x->had) : of(0.0), gamma = carom_twin_sqrt(add(of(1.0), share));
    x->cut = over(share, times(add(of(1.0), gamma), gamma));
    x->k = minus(of(1.0), x->cut);
    for (int i = 0; i < x->dim; i++) change[i] = carom_twin_negative(add(x->wider[i], times(x->cut, x->wanted[i])));
    apply(x->dim, (const twin(*)[3])x->M, change, x->Q);
}

static void draw(carom_twin_law3 *x, int inside) {
    twin square = of(0.0);
    for (int i = 1; i < x->dim; i++) square = add(square, times(x->Q[i], x->Q[i]));
    x->friction = x->dim == 3 ? carom_twin_sqrt(square) : x->Q[1].hi < 0.0 ? carom_twin_negative(x->Q[1]) : x->Q[1];
    const twin base = times(carom_two_sum(1.0, x->r[0]), x->v[0]);
    x->base = carom_twin_negative(over(base, x->W[0][0]));
    const twin less = minus(x->base, x->Q[0]);
    const bool endless = isinf(x->mu);
    x->below = endless ? less : add(carom_twin_times(less, x->mu), x->friction);
    const double room = endless ? x->Q[0].hi : minus(carom_twin_times(x->Q[0], x->mu), x->friction).hi;
    x->inside = inside < 0 ? room >= 0.0 && x->mu > 0.0 : inside;
}

carom_twin_law3 carom_twin_law3_of(const carom_contact *c, double r_n, double r_t, double mu, int scaled, int inside) {
    carom_twin_law3 x = {.dim = c->dim, .r = {r_n, r_t, r_t}, .mu = mu};
    for (int i = 0; i < c->dim; i++) {
        x.v[i] = of(c->v[i]);
        x.wanted[i] = carom_two_product(-x.r[i], c->v[i]);
        x.wider[i] = times(carom_two_sum(1.0, x.r[i]), x.v[i]);
        for (int j = 0; j < c->dim; j++) x.W[i][j] = of(c->W[i][j]);
    }
    invert(&x);
    apply(x.dim, (const twin(*)[3])x.M, x.v, x.S);
    apply(x.dim, (const twin(*)[3])x.M, x.wanted, x.G);
    scale(&x, scaled);
    draw(&x, inside);
    return x;
}

// Computes P_n = A |Q_t| / below and P_t = mu A Q_t / below. For infinite friction P_n = 0 and P_t = A Q_t / (A - Q_n).
static void impulse(const carom_twin_law3 *x, twin P[3]) {
    const bool endless = isinf(x->mu), smooth = !(x->mu > 0.0);
    const twin share = x->inside || smooth ? of(0.0) : over(x->base, x->below);
    for (int i = 1; i < x->dim; i++)
        P[i] = x->inside ? x->Q[i] : times(carom_twin_times(share, endless ? 1.0 : x->mu), x->Q[i]);
    P[0] = x->inside ? x->Q[0] : endless ? of(0.0) : smooth ? x->base : times(share, x->friction);
}

void carom_twin_law3_impulse(const carom_twin_law3 *x, double P[3]) {
    twin exact[3];
    impulse(x, exact);
    for (int i = 0; i < x->dim; i++) P[i] = exact[i].hi;
}

// The changes that one column causes in y = k V_f - v (without the part dk V_f), v.M v, V_f.M V_f, A and mu.
typedef struct {
    twin y[3], had, asked, base;
    double mu;
} change;

// Returns d(b.M b) = -b.M dW M b for a change of W_ij.
static twin form(int i, int j, const twin b[3]) {
    const twin once = carom_twin_negative(times(b[i], b[j]));
    return i == j ? once : add(once, once);
}

static change by_W(const carom_twin_law3 *x, int i, int j) {
    change d = {.had = form(i, j, x->S), .asked = form(i, j, x->G)};
    d.y[i] = carom_twin_negative(x->Q[j]);
    d.y[j] = carom_twin_negative(x->Q[i]);
    if (i == 0 && j == 0) d.base = carom_twin_negative(over(x->base, x->W[0][0]));
    return d;
}

static change by_v(const carom_twin_law3 *x, int j) {
    change d = {.had = carom_twin_times(x->S[j], 2.0), .asked = carom_twin_times(x->G[j], -2.0 * x->r[j])};
    d.y[j] = minus(carom_twin_times(x->cut, x->r[j]), carom_two_sum(1.0, x->r[j]));
    if (j == 0) d.base = carom_twin_negative(over(carom_two_sum(1.0, x->r[0]), x->W[0][0]));
    return d;
}

// Returns the changes that a coefficient r_n or r_t causes: dV_f = -v along its axes.
static change by_r(const carom_twin_law3 *x, int first, int end) {
    change d = {.mu = 0.0};
    for (int i = first; i < end; i++) {
        d.y[i] = carom_twin_negative(times(x->k, x->v[i]));
        d.asked = add(d.asked, carom_twin_times(times(x->G[i], x->v[i]), -2.0));
    }
    if (first == 0) d.base = carom_twin_negative(over(x->v[0], x->W[0][0]));
    return d;
}

static void column(const carom_twin_law3 *x, const change *d, double dP[3], double *cone, double *energy) {
    twin dQ[3], dy[3], P[3], dF = of(0.0), dk = of(0.0);
    const bool endless = isinf(x->mu);
    // k^2 = v.M v / V_f.M V_f
    if (x->scaled) dk = times(carom_twin_times(x->k, 0.5), minus(over(d->had, x->had), over(d->asked, x->asked)));
    for (int i = 0; i < x->dim; i++) dy[i] = add(d->y[i], times(dk, x->wanted[i]));
    apply(x->dim, (const twin(*)[3])x->M, dy, dQ);
    for (int i = 1; i < x->dim; i++) dF = add(dF, times(over(x->Q[i], x->friction), dQ[i]));
    *energy = minus(d->asked, d->had).hi;
    *cone = endless ? dQ[0].hi : minus(add(carom_twin_times(dQ[0], x->mu), carom_twin_times(x->Q[0], d->mu)), dF).hi;
    if (x->inside) {
        for (int i = 0; i < x->dim; i++) dP[i] = dQ[i].hi;
        return;
    }
    const twin less = minus(x->base, x->Q[0]), dless = minus(d->base, dQ[0]);
    const twin sloped = add(carom_twin_times(dless, x->mu), carom_twin_times(less, d->mu));
    const twin dbelow = endless ? dless : add(sloped, dF), lost = over(dbelow, x->below);
    impulse(x, P);
    const twin share = over(x->base, x->below), dshare = minus(over(d->base, x->below), times(share, lost));
    const double mu = endless ? 1.0 : x->mu;
    for (int i = 1; i < x->dim; i++) {
        const twin turned =
            add(carom_twin_times(times(dshare, x->Q[i]), mu), carom_twin_times(times(share, dQ[i]), mu));
        dP[i] = add(turned, carom_twin_times(times(share, x->Q[i]), d->mu)).hi;
    }
    dP[0] = endless ? 0.0 : add(times(dshare, x->friction), times(share, dF)).hi;
}

bool carom_twin_law3_slopes(const carom_twin_law3 *x, const carom_equations *eq, carom_slopes *J, double cone[],
                            double energy[]) {
    double dP[3];
    if (!(x->friction.hi > 0.0)) return false;
    for (int l = 0; l < CAROM_JACOBIAN_PARAM + eq->params; l++) {
        change d = {.mu = 0.0};
        if (l < CAROM_JACOBIAN_W) {
            if (l < x->dim) d = by_v(x, l);
        } else if (l < CAROM_JACOBIAN_PARAM) {
            for (int i = 0; i < x->dim; i++)
                for (int j = i; j < x->dim; j++)
                    if (carom_w_column(x->dim, i, j) == l) d = by_W(x, i, j);
        } else {
            const int param = (int)eq->param[l - CAROM_JACOBIAN_PARAM];
            if (param == CAROM_PARAM_e) d = by_r(x, 0, 1);
            if (param == CAROM_PARAM_e_t) d = by_r(x, 1, x->dim);
            d.mu = param == CAROM_PARAM_mu && !isinf(x->mu) ? 1.0 : 0.0;
        }
        column(x, &d, dP, &cone[l], &energy[l]);
        for (int i = 0; i < x->dim; i++) J->x[i][l] = dP[i];
    }
    return true;
}
