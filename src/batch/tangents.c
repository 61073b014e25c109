// Computes derivatives of the impacts of a batch, item by item: the result, its equations (derivative/jacobian.h), and
// a product with them.
//   JVP   dP = -F_P^-1 (F_x dx),  dv' = dv + W dP + dW P,  d(dE) = v'.dP + P.dv + P.dW P/2
//   VJP   l = bar P + W bar v' + v' bar dE,  bar x = -F_x^T (F_P^-T l), plus the direct dependence of v' and dE on x
// Near a switch of modes, for a scaled contact and at rest_speed, the equations are not enough. Then the whole Jacobian
// J is computed, and dP = J dx.
#include "batch/tangents.h"

#include <math.h>

#include "batch/item.h"
#include "collide/scale.h"
#include "derivative/jacobian.h"

// One item: its problem, its result, and its equations. If these are not enough (see above), the Jacobian replaces
// them.
typedef struct item {
    carom_contact c;
    carom_result out;
    bool stands, plain;
    carom_smoothness smooth;
    int params;
    const carom_param *param;
    carom_equations eq;
    carom_elimination elimination;
    carom_linear L;
} item;

// Returns whether a column overrides a coefficient. If none does, the items use the shared set itself.
static bool overrides(const carom_batch_in *in) {
    for (int k = 0; k < CAROM_PARAM_END; k++)
        if (in->param[k].first) return true;
    return false;
}

static void linearise(const carom_law *law, const carom_params *p, item *x) {
    x->plain = carom_plain_equations(law, &x->c, p, &x->out, &x->eq, &x->elimination);
    if (!x->plain) carom_linearise(law, &x->c, p, &x->out, &x->L);
    x->smooth = x->plain ? x->eq.smooth : x->L.smooth;
    x->params = x->plain ? x->eq.params : x->L.params;
    x->param = x->plain ? x->eq.param : x->L.param;
}

static void solve(const carom_law *law, const carom_batch_in *in, const carom_batch_out *out, size_t i, item *x) {
    const bool own = overrides(in);
    carom_params room;
    const carom_params *p = own ? &room : carom_params_of(in, i);
    const carom_status status = own ? carom_batch_params(law, in, i, &room) : CAROM_OK;
    x->c = carom_batch_contact(in, i);
    x->stands = carom_stands(carom_collide(law, status == CAROM_OK ? &x->c : NULL, p, &x->out));
    if (out) carom_batch_put(in->dim, out, i, status, &x->out);
    x->smooth = CAROM_SMOOTHNESS_NONE;
    x->params = 0;
    if (x->stands) linearise(law, p, x);
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
    for (int k = 0; k < x->params; k++) dx[CAROM_JACOBIAN_PARAM + k] = moved(din->param[x->param[k]], i);
}

// Computes dP = J dx. At a kink, uses the derivative on the side to which dx points.
static void push_slopes(const item *x, const double dx[CAROM_JACOBIAN_COLUMNS], double dP[3]) {
    const int columns = CAROM_JACOBIAN_PARAM + x->params;
    double across = 0.0;
    for (int k = 0; k < columns; k++) across += x->L.n[k] * dx[k];
    for (int r = 0; r < x->c.dim; r++) {
        dP[r] = across < 0.0 ? x->L.c[r] * across : 0.0;
        for (int k = 0; k < columns; k++) dP[r] += x->L.J.x[r][k] * dx[k];
    }
}

static void push_equations(const item *x, const double dx[CAROM_JACOBIAN_COLUMNS], double dP[3]) {
    double F[3] = {0};
    for (int r = 0; r < x->c.dim; r++)
        for (int k = 0; k < CAROM_JACOBIAN_PARAM + x->params; k++) F[r] -= x->eq.row[r].x[k] * dx[k];
    carom_elimination_solve(&x->elimination, F, dP);
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
    carom_bytes_put(dout->smooth, i, (unsigned)x->smooth);
    if (!x->stands) {
        push_nothing(dim, dout, i);
        return;
    }
    tangent_of(x, din, i, dx, dW);
    if (x->plain)
        push_equations(x, dx, dP);
    else
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

// Computes the contribution of P to bar x: J^T l, or -F_x^T (F_P^-T l).
static void pull_P(const item *x, const double l[3], double bar_x[CAROM_JACOBIAN_COLUMNS]) {
    const int dim = x->c.dim;
    double weight[3] = {0};
    if (x->plain) carom_elimination_transposed(&x->elimination, l, weight);
    for (int k = 0; k < CAROM_JACOBIAN_PARAM + x->params; k++) {
        bar_x[k] = 0.0;
        for (int r = 0; r < dim; r++) bar_x[k] += x->plain ? -weight[r] * x->eq.row[r].x[k] : l[r] * x->L.J.x[r][k];
    }
}

static void pull(const item *x, const carom_batch_cotangent *bar, const carom_batch_cotangent_out *to, size_t i) {
    const int dim = x->c.dim;
    double l[3] = {0}, bar_v[3] = {0}, bar_x[CAROM_JACOBIAN_COLUMNS];
    const double bar_E = moved(bar->dE, i), *P = x->out.P;
    carom_bytes_put(to->smooth, i, (unsigned)x->smooth);
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
    for (int k = 0; k < x->params; k++) carom_column_put(to->param[x->param[k]], i, bar_x[CAROM_JACOBIAN_PARAM + k]);
}

void carom_tangent_item(const carom_law *law, const carom_batch_in *in, const carom_batch_tangent *din,
                        const carom_batch_out *out, const carom_batch_tangent_out *dout, size_t i) {
    item x;
    solve(law, in, out, i, &x);
    push(&x, din, dout, i);
}

void carom_cotangent_item(const carom_law *law, const carom_batch_in *in, const carom_batch_out *out,
                          const carom_batch_cotangent *bar_out, const carom_batch_cotangent_out *bar_in, size_t i) {
    item x;
    solve(law, in, out, i, &x);
    // A coefficient that the law does not read has derivative 0. Without a result the derivatives are not known.
    for (int k = 0; k < CAROM_PARAM_END; k++) carom_column_put(bar_in->param[k], i, x.stands ? 0.0 : (double)NAN);
    pull(&x, bar_out, bar_in, i);
}
