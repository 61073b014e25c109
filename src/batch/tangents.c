// Derivatives of many impacts, item by item: the outcome, its slopes (collide/jac.h), and a product with them.
//   JVP   dP = J dx,  dv' = dv + W dP + dW P,  d(dE) = v'.dP + P.dv + P.dW P/2
//   VJP   l = bar P + W bar v' + v' bar dE,  bar x = J^T l, and what v' and dE have of x themselves
#include <math.h>

#include "batch/item.h"
#include "collide/jac.h"
#include "collide/scale.h"

// One item: what was asked, its outcome, and its slopes.
typedef struct item {
    carom_contact c;
    carom_outcome out;
    carom_linear L;
    bool stands;
} item;

static item solve(const carom_law *law, const carom_batch_in *in, const carom_batch_out *out, size_t i) {
    item x;
    carom_params p;
    x.c = carom_batch_contact(in, i);
    const carom_status status = carom_batch_params(law, in, i, &p);
    x.stands = carom_stands(carom_collide(law, status == CAROM_OK ? &x.c : NULL, &p, &x.out)) && status == CAROM_OK;
    if (out) carom_batch_put(in->dim, out, i, status, &x.out);
    if (x.stands)
        carom_linearise(law, &x.c, &p, &x.out, &x.L);
    else
        x.L.smooth = CAROM_NO_DERIVATIVE;
    return x;
}

static double moved(carom_column column, size_t i) {
    return column.first ? carom_column_at(column, i) : 0.0;
}

static void tangent_of(const item *x, const carom_batch_tangent *din, size_t i, double dx[CAROM_JAC_COLUMNS],
                       double dW[3][3]) {
    const int dim = x->c.dim;
    for (int k = 0; k < CAROM_JAC_COLUMNS; k++) dx[k] = 0.0;
    for (int r = 0; r < dim; r++) {
        dx[CAROM_JAC_V + r] = moved(din->v[r], i);
        for (int k = r; k < dim; k++) dW[r][k] = dW[k][r] = dx[carom_w_column(dim, r, k)] = moved(din->W[r][k], i);
    }
    for (int k = 0; k < x->L.params; k++) dx[CAROM_JAC_PARAM + k] = moved(din->param[x->L.param[k]], i);
}

static void push(const item *x, const carom_batch_tangent *din, const carom_batch_tangent_out *dout, size_t i) {
    const int dim = x->c.dim, columns = CAROM_JAC_PARAM + (x->stands ? x->L.params : 0);
    double dx[CAROM_JAC_COLUMNS], dW[3][3], dP[3], across = 0.0, dE = 0.0;
    carom_bytes_put(dout->smooth, i, (unsigned)x->L.smooth);
    if (!x->stands) {
        for (int r = 0; r < dim; r++) {
            carom_column_put(dout->P[r], i, (double)NAN);
            carom_column_put(dout->v[r], i, (double)NAN);
        }
        carom_column_put(dout->dE, i, (double)NAN);
        return;
    }
    tangent_of(x, din, i, dx, dW);
    for (int k = 0; k < columns; k++) across += x->L.n[k] * dx[k];
    for (int r = 0; r < dim; r++) {
        dP[r] = across < 0.0 ? x->L.c[r] * across : 0.0;
        for (int k = 0; k < columns; k++) dP[r] += x->L.J.x[r][k] * dx[k];
        carom_column_put(dout->P[r], i, dP[r]);
    }
    for (int r = 0; r < dim; r++) {
        double dv = dx[CAROM_JAC_V + r], by_W = 0.0;
        for (int k = 0; k < dim; k++) {
            dv += x->c.W[r][k] * dP[k];
            by_W += dW[r][k] * x->out.P[k];
        }
        dE += x->out.v[r] * dP[r] + x->out.P[r] * (dx[CAROM_JAC_V + r] + 0.5 * by_W);
        carom_column_put(dout->v[r], i, dv + by_W);
    }
    carom_column_put(dout->dE, i, dE);
}

static void pull(const item *x, const carom_batch_cotangent *bar, const carom_batch_cotangent_out *to, size_t i) {
    const int dim = x->c.dim;
    double l[3] = {0}, bar_v[3] = {0}, bar_x[CAROM_JAC_COLUMNS];
    const double bar_E = moved(bar->dE, i), *P = x->out.P;
    carom_bytes_put(to->smooth, i, (unsigned)x->L.smooth);
    for (int r = 0; r < dim; r++) bar_v[r] = moved(bar->v[r], i);
    for (int r = 0; r < dim; r++) {
        l[r] = moved(bar->P[r], i) + x->out.v[r] * bar_E;
        for (int k = 0; k < dim; k++) l[r] += x->c.W[r][k] * bar_v[k];
    }
    for (int k = 0; k < CAROM_JAC_PARAM + (x->stands ? x->L.params : 0); k++) {
        bar_x[k] = 0.0;
        for (int r = 0; r < dim; r++) bar_x[k] += x->stands ? l[r] * x->L.J.x[r][k] : (double)NAN;
    }
    for (int r = 0; r < dim; r++) {
        carom_column_put(to->v[r], i, bar_x[CAROM_JAC_V + r] + bar_v[r] + P[r] * bar_E);
        for (int k = r; k < dim; k++) {
            const double own = r == k ? bar_v[r] * P[r] + 0.5 * bar_E * P[r] * P[r]
                                      : bar_v[r] * P[k] + bar_v[k] * P[r] + bar_E * P[r] * P[k];
            carom_column_put(to->W[r][k], i, bar_x[carom_w_column(dim, r, k)] + own);
        }
    }
    for (int k = 0; x->stands && k < x->L.params; k++)
        carom_column_put(to->param[x->L.param[k]], i, bar_x[CAROM_JAC_PARAM + k]);
}

// What a law does not read does not move it; and where there is no answer nothing is known.
static void clear_params(const carom_law *law, const carom_batch_cotangent_out *to, size_t i, bool stands) {
    (void)law;
    for (int k = 0; k < CAROM_PARAM_ROOM; k++) carom_column_put(to->param[k], i, stands ? 0.0 : (double)NAN);
}

static carom_status accepts(const carom_law *law, size_t n, const carom_batch_in *in, const carom_batch_out *out) {
    static const carom_batch_out nothing = {.dE = {NULL, 0}};
    const carom_status status = carom_batch_validate(law, in, out ? out : &nothing);
    if (status != CAROM_OK) return status;
    if (!carom_batch_marked(in, 0, n)) return CAROM_UNMARKED;
    return carom_jac_dims(law) & (in->dim == 2 ? CAROM_PLANE : CAROM_SPACE) ? CAROM_OK : CAROM_NO_JAC;
}

carom_status carom_collide_jvp_batch(const carom_law *law, size_t n, const carom_batch_in *in,
                                     const carom_batch_tangent *din, const carom_batch_out *out,
                                     const carom_batch_tangent_out *dout) {
    const carom_status status = din && dout ? accepts(law, n, in, out) : CAROM_NULL_POINTER;
    for (size_t i = 0; status == CAROM_OK && i < n; i++) {
        const item x = solve(law, in, out, i);
        push(&x, din, dout, i);
    }
    return status;
}

carom_status carom_collide_vjp_batch(const carom_law *law, size_t n, const carom_batch_in *in,
                                     const carom_batch_out *out, const carom_batch_cotangent *bar_out,
                                     const carom_batch_cotangent_out *bar_in) {
    const carom_status status = bar_out && bar_in ? accepts(law, n, in, out) : CAROM_NULL_POINTER;
    for (size_t i = 0; status == CAROM_OK && i < n; i++) {
        const item x = solve(law, in, out, i);
        clear_params(law, bar_in, i, x.stands);
        pull(&x, bar_out, bar_in, i);
    }
    return status;
}
