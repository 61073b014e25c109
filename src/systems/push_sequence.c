// Derivatives of a sequence of single impacts: the product along the order that led to the result. At each impact of a
// contact c
//   dP_c = dP/dv dv_c + dP/dW dW_cc + dP/dparam,  dv += dW_.c P_c + W_.c dP_c.
#include <math.h>
#include <string.h>

#include "systems/push.h"

// One impact: the problem of its contact at the current velocities v.
typedef struct strike {
    int c;
    carom_result one;
    carom_jacobian jac;
} strike;

static bool ask(const carom_push *h, const double *v, strike *k) {
    const int dim = h->s->dim, n = h->n, first = dim * k->c;
    carom_contact contact = {.dim = dim};
    for (int a = 0; a < dim; a++) {
        contact.v[a] = v[first + a];
        for (int b = 0; b < dim; b++) contact.W[a][b] = h->s->W[(first + a) * n + first + b];
    }
    const carom_status status = carom_collide_jacobian(h->p->single, &contact, &h->p->contacts[k->c], &k->one, &k->jac);
    return carom_status_classify(status) == CAROM_CLASS_OK && k->jac.params == h->jac->params;
}

static double impulse(const carom_push *h, const strike *k, const double *dv, int row) {
    const int dim = h->s->dim, n = h->n, f = dim * k->c;
    double sum = 0.0;
    for (int a = 0; a < dim; a++) sum += k->jac.dP_dv[row][a] * dv[f + a];
    double by = 0.0;
    for (int a = 0, entry = 0; a < dim; a++)
        for (int b = a; b < dim; b++, entry++) by += k->jac.dP_dW[row][entry] * h->dW[(f + a) * n + f + b];
    sum += by;
    for (int p = 0; p < k->jac.params; p++) sum += k->jac.dP_dparam[row][p] * h->dparam[p * h->s->nc + k->c];
    return sum;
}

static void carry(carom_push *h, const strike *k, int column) {
    const int dim = h->s->dim, n = h->n, f = dim * k->c;
    double *dv = h->carried + (size_t)column * (size_t)(n + 4), *dP = h->dP + (size_t)column * (size_t)n, d[3];
    carom_push_turn(h, column);
    for (int a = 0; a < dim; a++) d[a] = impulse(h, k, dv, a);
    for (int a = 0; a < dim; a++) {
        dP[f + a] += d[a];
        for (int i = 0; i < n; i++) dv[i] += h->dW[i * n + f + a] * k->one.P[a] + h->s->W[i * n + f + a] * d[a];
    }
}

// Returns the solution to which P belongs; NULL if no order leads to it.
static const carom_solution *given(const carom_push *h) {
    for (int k = 0; k < h->out->kept; k++) {
        const carom_solution *o = &h->out->solutions[k];
        if (!o->limit && !memcmp(o->P, h->out->P, (size_t)h->n * sizeof *o->P)) return o;
    }
    return NULL;
}

bool carom_push_sequence(carom_push *h) {
    const int n = h->n, columns = carom_push_columns(h);
    const carom_solution *o = given(h);
    double v[3 * CAROM_MAX_JACOBIAN_CONTACTS];
    if (!o) return false;
    memcpy(v, h->s->v, (size_t)n * sizeof *v);
    memset(h->dP, 0, (size_t)(n * columns) * sizeof *h->dP);
    memset(h->carried, 0, (size_t)(columns * (n + 4)) * sizeof *h->carried);
    for (int k = 0; k < n; k++) h->carried[k * (n + 4) + k] = 1.0;
    for (int s = 0; s < o->shortest; s++) {
        strike k = {.c = o->order[s]};
        if (!ask(h, v, &k)) return false;
        if (k.jac.smooth > h->jac->smooth) h->jac->smooth = k.jac.smooth;
        if (!(k.jac.margin >= h->jac->margin)) h->jac->margin = k.jac.margin;
        for (int c = 0; c < columns; c++) carry(h, &k, c);
        for (int a = 0; a < h->s->dim; a++)
            for (int i = 0; i < n; i++) v[i] += h->s->W[i * n + h->s->dim * k.c + a] * k.one.P[a];
    }
    return true;
}
