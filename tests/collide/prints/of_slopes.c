// Derivatives, one by one and in batches, and the answers of batches.
#include <math.h>
#include <string.h>

#include "carom/carom.h"
#include "collide/jac.h"
#include "collide/prints/asks.h"

bool ask_slopes(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    carom_outcome out;
    carom_jac J;
    memset(&out, 0, sizeof out);
    memset(&J, 0, sizeof J);
    const carom_status status = carom_collide_jac(law, c, p, &out, &J);
    print_word(to, (uint64_t)status * 8 + (uint64_t)J.smooth);
    print_numbers(to, 9, J.dP_dv[0]);
    print_numbers(to, 18, J.dP_dW[0]);
    print_numbers(to, 3 * CAROM_JAC_PARAMS, J.dP_dparam[0]);
    print_word(to, (uint64_t)J.params);
    for (int i = 0; i < CAROM_JAC_PARAMS; i++) print_word(to, (uint64_t)J.param[i]);
    print_numbers(to, 1, &J.margin);
    print_numbers(to, 3, J.c);
    print_numbers(to, 3, J.n_v);
    print_numbers(to, 6, J.n_W);
    print_numbers(to, CAROM_JAC_PARAMS, J.n_param);
    return status == CAROM_OK;
}

// What batches read: the derivative before it is given, and the equations that nothing but the law has a say in.
bool ask_linear(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    carom_outcome out;
    memset(&out, 0, sizeof out);
    const carom_status status = carom_collide(law, c, p, &out);
    if (carom_status_class_of(status) != CAROM_FINE) return false;
    if (!(carom_jac_dims(law) & (c->dim == 2 ? CAROM_PLANE : CAROM_SPACE))) return false;
    carom_linear L;
    memset(&L, 0, sizeof L);
    carom_linearise(law, c, p, &out, &L);
    print_word(to, (uint64_t)L.smooth * 64 + (uint64_t)L.params);
    print_number(to, L.margin);
    for (int i = 0; i < c->dim; i++) print_numbers(to, CAROM_JAC_PARAM + L.params, L.J.x[i]);
    print_numbers(to, 3, L.c);
    print_numbers(to, CAROM_JAC_PARAM + L.params, L.n);
    carom_equations eq;
    carom_elimination by;
    memset(&eq, 0, sizeof eq);
    memset(&by, 0, sizeof by);
    const bool plain = carom_plain_equations(law, c, p, &out, &eq, &by);
    print_word(to, plain);
    if (!plain) return true;
    print_word(to, (uint64_t)eq.smooth * 8 + 2U * (unsigned)by.first + by.steep);
    print_number(to, eq.margin);
    for (int i = 0; i < c->dim; i++) {
        const double F[3] = {i == 0, i == 1, i == 2};
        double x[3] = {0.0, 0.0, 0.0};
        print_numbers(to, c->dim, eq.row[i].P);
        print_numbers(to, CAROM_JAC_PARAM + eq.params, eq.row[i].x);
        carom_elimination_solve(&by, F, x);
        print_numbers(to, c->dim, x);
        carom_elimination_transposed(&by, F, x);
        print_numbers(to, c->dim, x);
    }
    return true;
}

// Rows that depend on each other or nearly, of sizes far apart, with entries that are zero or no number.
bool ask_rows(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    static const carom_param params[] = {CAROM_PARAM_e, CAROM_PARAM_mu};
    if (c->dim != 2 && c->dim != 3) return false;
    for (int turn = 0; turn < 4; turn++) {
        carom_equations eq;
        carom_slopes J, chained;
        memset(&eq, 0, sizeof eq);
        memset(&J, 0, sizeof J);
        carom_equations_begin(&eq, c->dim, 2, params, 0);
        for (int i = 0; i < c->dim; i++) {
            for (int j = 0; j < c->dim; j++)
                eq.row[(i + turn) % c->dim].P[j] = c->W[i][j] * (turn == 3 && i ? p->mu : 1.0);
            for (int k = 0; k < CAROM_JAC_PARAM + 2; k++) eq.row[i].x[k] = (k + 1) * c->v[i] + k % 3;
        }
        const bool fixed = carom_equations_slopes(&eq, &J);
        print_word(to, fixed);
        if (!fixed) continue;
        for (int i = 0; i < c->dim; i++) print_numbers(to, CAROM_JAC_PARAM + 2, J.x[i]);
        chained = J;
        carom_equations part = carom_equations_part(&eq);
        print_word(to, (uint64_t)part.dim * 64 + (uint64_t)part.params * 8 + (uint64_t)part.side);
        for (int i = 0; i < c->dim; i++) part.row[0].P[i] = c->v[i];
        carom_row_chain(&part, &chained, &part.row[0]);
        print_numbers(to, 3, part.row[0].P);
        print_numbers(to, CAROM_JAC_PARAM + 2, part.row[0].x);
    }
    return true;
}

enum { ITEMS = 24 };

typedef struct {
    double W[6][ITEMS], v[3][ITEMS], e[ITEMS], mu[ITEMS];
    double P[3][ITEMS], after[3][ITEMS], dE[ITEMS], d[9 + 2][ITEMS];
    uint8_t mode[ITEMS], broken[ITEMS], status[ITEMS], smooth[ITEMS];
} items;

// The problem and others beside it: more slip, more or less of e and mu, another coupling.
static void lay_out(const carom_contact *c, const carom_params *p, items *x, carom_batch_in *in, carom_batch_out *out) {
    *in = (carom_batch_in){.dim = c->dim, .params = p};
    for (int k = 0; k < ITEMS; k++) {
        for (int i = 0, n = 0; i < c->dim; i++)
            for (int j = i; j < c->dim; j++, n++) x->W[n][k] = c->W[i][j] * (i == j || k % 3 ? 1.0 : 0.25 * (k % 4));
        x->v[0][k] = c->v[0] * (1.0 + k % 2);
        for (int i = 1; i < c->dim; i++) x->v[i][k] = c->v[i] + 0.25 * (k % 5) * (k % 2 ? -1.0 : 1.0);
        x->e[k] = k % 4 ? p->e : 0.25 * (k / 4 % 5);
        x->mu[k] = k % 3 ? p->mu : 0.5 * (k / 3);
    }
    for (int i = 0, n = 0; i < c->dim; i++) {
        for (int j = i; j < c->dim; j++, n++) in->W[i][j] = carom_array(x->W[n]);
        in->v[i] = carom_array(x->v[i]);
        out->P[i] = carom_array_out(x->P[i]);
        out->v[i] = carom_array_out(x->after[i]);
    }
    in->param[CAROM_PARAM_e] = carom_array(x->e);
    in->param[CAROM_PARAM_mu] = carom_array(x->mu);
    out->dE = carom_array_out(x->dE);
    out->mode = carom_bytes_array_out(x->mode);
    out->broken = carom_bytes_array_out(x->broken);
    out->status = carom_bytes_array_out(x->status);
}

static void print_items(print *to, int dim, const items *x) {
    for (int k = 0; k < ITEMS; k++) {
        for (int i = 0; i < dim; i++) print_numbers(to, 2, (double[]){x->P[i][k], x->after[i][k]});
        print_number(to, x->dE[k]);
        print_word(to, x->mode[k] * 16777216U + x->broken[k] * 65536U + x->status[k] * 256U + x->smooth[k]);
        for (int i = 0; i < 11; i++) print_number(to, x->d[i][k]);
    }
}

// dW, dv, de and dmu by numbers that are not alike; what comes out goes to x->d.
static carom_status push(const carom_law *law, const carom_batch_in *in, const carom_batch_out *out, items *x) {
    static const double by[] = {0.3, -0.7, 0.11, 1.9, -1.3, 0.57, 0.23, -0.41, 0.83, 1.0, -0.5};
    carom_batch_tangent d = {
        .param = {[CAROM_PARAM_e] = carom_shared(&by[9]), [CAROM_PARAM_mu] = carom_shared(&by[10])}};
    carom_batch_tangent_out to = {.dE = carom_array_out(x->d[6]), .smooth = carom_bytes_array_out(x->smooth)};
    for (int i = 0, n = 0; i < in->dim; i++) {
        for (int j = i; j < in->dim; j++, n++) d.W[i][j] = carom_shared(&by[n]);
        d.v[i] = carom_shared(&by[6 + i]);
        to.P[i] = carom_array_out(x->d[i]);
        to.v[i] = carom_array_out(x->d[3 + i]);
    }
    return carom_collide_jvp_batch(law, ITEMS, in, &d, out, &to);
}

static carom_status pull(const carom_law *law, const carom_batch_in *in, const carom_batch_out *out, items *x) {
    static const double by[] = {0.3, -0.7, 0.11, 1.9, -1.3, 0.57, 0.23};
    carom_batch_cotangent bar = {.dE = carom_shared(&by[6])};
    carom_batch_cotangent_out to = {
        .smooth = carom_bytes_array_out(x->smooth),
        .param = {[CAROM_PARAM_e] = carom_array_out(x->d[9]), [CAROM_PARAM_mu] = carom_array_out(x->d[10])}};
    for (int i = 0, n = 0; i < in->dim; i++) {
        bar.P[i] = carom_shared(&by[i]);
        bar.v[i] = carom_shared(&by[3 + i]);
        to.v[i] = carom_array_out(x->d[6 + i]);
        for (int j = i; j < in->dim; j++, n++) to.W[i][j] = carom_array_out(x->d[n]);
    }
    return carom_collide_vjp_batch(law, ITEMS, in, out, &bar, &to);
}

bool ask_batch(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    items x;
    carom_batch_in in;
    carom_batch_out out;
    if (c->dim != 2 && c->dim != 3) return false;
    bool any = false;
    for (int k = 0; k < 3; k++) {
        memset(&x, 0, sizeof x);
        memset(&out, 0, sizeof out);
        lay_out(c, p, &x, &in, &out);
        const carom_status status = k == 0   ? carom_collide_batch(law, ITEMS, &in, &out)
                                    : k == 1 ? push(law, &in, &out, &x)
                                             : pull(law, &in, &out, &x);
        print_word(to, (uint64_t)status);
        if (status == CAROM_OK) print_items(to, c->dim, &x);
        any |= status == CAROM_OK;
    }
    return any;
}
