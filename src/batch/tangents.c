// Computes derivatives of the impacts of a batch, item by item: the result, its Jacobian J (derivative/jacobian.h), and
// a product with J.
//   JVP   dP = J dx,  dv' = dv + W dP + dW P,  d(dE) = v'.dP + P.dv + P.dW P/2
//   VJP   l = bar P + W bar v' + v' bar dE,  bar x = J^T l, plus the direct dependence of v' and dE on x
#include <math.h>

#include "batch/item.h"
#include "collide/scale.h"
#include "derivative/jacobian.h"

// One item: its problem, its result and its derivative.
typedef struct item {
    carom_contact c;
    carom_result out;
    bool stands;
    carom_linear L;
} item;

// Returns whether a column overrides a coefficient. If none does, the items use the shared set itself.
static bool overrides(const carom_batch_in *in) {
    for (int k = 0; k < CAROM_PARAM_END; k++)
        if (in->param[k].first) return true;
    return false;
}

static void solve(const carom_law *law, const carom_batch_in *in, const carom_batch_out *out, size_t i, item *x) {
    const bool own = overrides(in);
    carom_params room;
    const carom_params *p = own ? &room : carom_params_of(in, i);
    const carom_status status = own ? carom_batch_params(law, in, i, &room) : CAROM_OK;
    x->c = carom_batch_contact(in, i);
    x->stands = carom_stands(carom_collide(law, status == CAROM_OK ? &x->c : NULL, p, &x->out));
    if (out) carom_batch_put(in->dim, out, i, status, &x->out);
    x->L.smooth = CAROM_SMOOTHNESS_NONE;
    x->L.params = 0;
    if (x->stands) carom_linearise(law, &x->c, p, &x->out, &x->L);
}

static double moved(carom_column column, size_t i) {
    return column.first ? carom_column_at(column, i) : 0.0;
}

static void tangent_of(const item *x, const carom_batch_tangent *din, size_t i, double dx[CAROM_JACOBIAN_COLUMNS],
                       double dW[3][3]) {
    const int dim = x->c.dim;
    for (int k = 0; k < CAROM_JACOBIAN_PARAM; k++) dx[k] = 0.0;
    for (int r = 0; r < dim; r++) {
        dx[CAROM_JACOBIAN_V + r] = moved(din->v[r], i);
        for (int k = r; k < dim; k++) dW[r][k] = dW[k][r] = dx[carom_w_column(dim, r, k)] = moved(din->W[r][k], i);
    }
    for (int k = 0; k < x->L.params; k++) dx[CAROM_JACOBIAN_PARAM + k] = moved(din->param[x->L.param[k]], i);
}

// Computes dP = J dx. At a kink, uses the derivative on the side to which dx points.
static void push_slopes(const item *x, const double dx[CAROM_JACOBIAN_COLUMNS], double dP[3]) {
    const int columns = CAROM_JACOBIAN_PARAM + x->L.params;
    double across = 0.0;
    for (int k = 0; k < columns; k++) across += x->L.n[k] * dx[k];
    for (int r = 0; r < x->c.dim; r++) {
        dP[r] = across < 0.0 ? x->L.c[r] * across : 0.0;
        for (int k = 0; k < columns; k++) dP[r] += x->L.J.x[r][k] * dx[k];
    }
}

static void push_nothing(int dim, const carom_batch_tangent_out *dout, size_t i) {
    for (int r = 0; r < dim; r++) {
        carom_column_put(dout->P[r], i, (double)NAN);
        carom_column_put(dout->v[r], i, (double)NAN);
    }
    carom_column_put(dout->dE, i, (double)NAN);
}

static void push(const item *x, const carom_batch_tangent *din, const carom_batch_tangent_out *dout, size_t i) {
    const int dim = x->c.dim;
    double dx[CAROM_JACOBIAN_COLUMNS], dW[3][3], dP[3], dE = 0.0;
    carom_bytes_put(dout->smooth, i, (unsigned)x->L.smooth);
    if (!x->stands) {
        push_nothing(dim, dout, i);
        return;
    }
    tangent_of(x, din, i, dx, dW);
    push_slopes(x, dx, dP);
    for (int r = 0; r < dim; r++) {
        double dv = dx[CAROM_JACOBIAN_V + r], by_W = 0.0;
        for (int k = 0; k < dim; k++) {
            dv += x->c.W[r][k] * dP[k];
            by_W += dW[r][k] * x->out.P[k];
        }
        dE += x->out.v[r] * dP[r] + x->out.P[r] * (dx[CAROM_JACOBIAN_V + r] + 0.5 * by_W);
        carom_column_put(dout->P[r], i, dP[r]);
        carom_column_put(dout->v[r], i, dv + by_W);
    }
    carom_column_put(dout->dE, i, dE);
}

// Computes the contribution of P to bar x, J^T l.
static void pull_P(const item *x, const double l[3], double bar_x[CAROM_JACOBIAN_COLUMNS]) {
    for (int k = 0; k < CAROM_JACOBIAN_PARAM + x->L.params; k++) {
        bar_x[k] = 0.0;
        for (int r = 0; r < x->c.dim; r++) bar_x[k] += l[r] * x->L.J.x[r][k];
    }
}

static void pull(const item *x, const carom_batch_cotangent *bar, const carom_batch_cotangent_out *to, size_t i) {
    const int dim = x->c.dim;
    double l[3] = {0}, bar_v[3] = {0}, bar_x[CAROM_JACOBIAN_COLUMNS];
    const double bar_E = moved(bar->dE, i), *P = x->out.P;
    carom_bytes_put(to->smooth, i, (unsigned)x->L.smooth);
    for (int r = 0; r < dim; r++) bar_v[r] = moved(bar->v[r], i);
    for (int r = 0; r < dim; r++) {
        l[r] = moved(bar->P[r], i) + x->out.v[r] * bar_E;
        for (int k = 0; k < dim; k++) l[r] += x->c.W[r][k] * bar_v[k];
    }
    for (int k = 0; k < CAROM_JACOBIAN_PARAM; k++) bar_x[k] = (double)NAN;
    if (x->stands) pull_P(x, l, bar_x);
    for (int r = 0; r < dim; r++) {
        carom_column_put(to->v[r], i, bar_x[CAROM_JACOBIAN_V + r] + bar_v[r] + P[r] * bar_E);
        for (int k = r; k < dim; k++) {
            const double own = r == k ? bar_v[r] * P[r] + 0.5 * bar_E * P[r] * P[r]
                                      : bar_v[r] * P[k] + bar_v[k] * P[r] + bar_E * P[r] * P[k];
            carom_column_put(to->W[r][k], i, bar_x[carom_w_column(dim, r, k)] + own);
        }
    }
    for (int k = 0; k < x->L.params; k++)
        carom_column_put(to->param[x->L.param[k]], i, bar_x[CAROM_JACOBIAN_PARAM + k]);
}

// Checks whether the law accepts this batch and has derivatives.
static carom_status accepts(const carom_law *law, size_t n, const carom_batch_in *in, const carom_batch_out *out) {
    static const carom_batch_out nothing = {.dE = {NULL, 0}};
    const carom_status status = carom_batch_validate(law, in, out ? out : &nothing);
    if (status != CAROM_OK) return status;
    if (!carom_batch_marked(in, 0, n)) return CAROM_BAD_STRUCT;
    return carom_law_derivatives(law) & (in->dim == 2 ? CAROM_2D : CAROM_3D) ? CAROM_OK : CAROM_NO_DERIVATIVE;
}

carom_status carom_collide_jvp_batch(const carom_law *law, size_t n, const carom_batch_in *in,
                                     const carom_batch_tangent *din, const carom_batch_out *out,
                                     const carom_batch_tangent_out *dout) {
    const carom_status status = din && dout ? accepts(law, n, in, out) : CAROM_NULL_POINTER;
    item x;
    for (size_t i = 0; status == CAROM_OK && i < n; i++) {
        solve(law, in, out, i, &x);
        push(&x, din, dout, i);
    }
    return status;
}

carom_status carom_collide_vjp_batch(const carom_law *law, size_t n, const carom_batch_in *in,
                                     const carom_batch_out *out, const carom_batch_cotangent *bar_out,
                                     const carom_batch_cotangent_out *bar_in) {
    const carom_status status = bar_out && bar_in ? accepts(law, n, in, out) : CAROM_NULL_POINTER;
    item x;
    for (size_t i = 0; status == CAROM_OK && i < n; i++) {
        solve(law, in, out, i, &x);
        // A coefficient that the law does not read has derivative 0. Without a result the derivatives are not known.
        for (int k = 0; k < CAROM_PARAM_END; k++) carom_column_put(bar_in->param[k], i, x.stands ? 0.0 : (double)NAN);
        pull(&x, bar_out, bar_in, i);
    }
    return status;
}
