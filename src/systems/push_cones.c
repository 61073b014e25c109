// Derivatives of one friction problem: Newton's inclusion in 2D and 3D, and Whittaker's algebra.
//   closed  y_n = q_n + (W P)_n = 0          q = ((1 + e_n) v_n, (1 + e_t) v_t)
//   sticks  y_t = 0        slips  P_t = -+mu P_n, in 3D P_t = -mu P_n y_t/|y_t|        open  P = 0
// If Whittaker's friction was lowered until no energy is gained, P.(2 v + W P) = 0 at the striking contact:
//   v'.dP = -(P.dv + P.dW P/2).
#include <math.h>

#include "base/dense.h"
#include "systems/push.h"
#include "tables/params.h"

// The numbers of the coefficients e_n and e_t in q.
typedef struct numbers {
    carom_param normal, tangent;
    int only; // the only contact whose q contains them; -1: all
} numbers;

static double coefficient(const carom_push *h, const numbers *k, carom_param param, int contact) {
    double value[3];
    if (param == CAROM_PARAM_NONE || (k->only >= 0 && k->only != contact)) return 0.0;
    carom_params_get(&h->p->contacts[contact], carom_member_at((int)param), value);
    return value[0];
}

static carom_param param_of(const carom_push *h, const numbers *k, int row) {
    return row % h->s->dim ? k->tangent : k->normal;
}

static double factor(const carom_push *h, const numbers *k, int row) {
    return 1.0 + coefficient(h, k, param_of(h, k, row), row / h->s->dim);
}

// Returns the change of y_row while P stays fixed.
static double moved(const carom_push *h, const numbers *k, int row) {
    const int contact = row / h->s->dim;
    const carom_param param = param_of(h, k, row);
    const double by =
        param == CAROM_PARAM_NONE || (k->only >= 0 && k->only != contact) ? 0.0 : carom_push_param(h, param, contact);
    return carom_push_dW(h, row, h->out->P) + factor(h, k, row) * h->dv[row] + by * h->s->v[row];
}

static carom_tight tight_of(carom_push *h, int i) {
    const int first = h->s->dim * i;
    const double *y = h->held, *P = h->out->P, mu = h->p->contacts[i].mu;
    const carom_mode mode = h->out->mode[i];
    const double Pt = h->s->dim == 2 ? fabs(P[first + 1]) : hypot(P[first + 1], P[first + 2]);
    const double yt = h->s->dim == 2 ? fabs(y[first + 1]) : hypot(y[first + 1], y[first + 2]);
    if (mode == CAROM_MODE_OPEN) {
        carom_push_watch(h, y[first], h->speed);
        return (carom_tight){.rests = true};
    }
    carom_push_watch(h, P[first], h->unit[first] * h->speed);
    if (mode == CAROM_MODE_RATIO) return (carom_tight){.ratio = true};
    if (mode == CAROM_MODE_STICK) {
        carom_push_watch(h, mu * P[first] - Pt, mu * P[first] + Pt);
        return (carom_tight){.sticks = true};
    }
    carom_push_watch(h, yt, h->speed);
    return (carom_tight){.turns = h->s->dim == 3, .slope = mode == CAROM_MODE_SLIP_PLUS ? -mu : mu};
}

// Returns -dF/dx of a tangential row that is not held at rest.
static double slide(const carom_push *h, const numbers *k, int row) {
    const int dim = h->s->dim, contact = row / dim, first = contact * dim;
    const carom_tight *t = &h->tight[contact];
    const double *P = h->out->P, *y = h->held, dmu = carom_push_param(h, CAROM_PARAM_mu, contact);
    if (t->rests) return 0.0;
    if (t->ratio) {
        double sum = carom_dot(h->n, P, h->dv);
        for (int i = 0; i < h->n; i++) sum += 0.5 * P[i] * carom_push_dW(h, i, P);
        return -sum;
    }
    if (!t->turns) return (t->slope > 0.0 ? dmu : -dmu) * P[first];
    const double size = hypot(y[first + 1], y[first + 2]), mu = h->p->contacts[contact].mu;
    double sum = -dmu * P[first] * y[row] / size;
    for (int b = first + 1; b < first + 3; b++)
        sum -= mu * P[first] / size * ((b == row ? 1.0 : 0.0) - y[row] / size * y[b] / size) * moved(h, k, b);
    return sum;
}

bool carom_push_cones(carom_push *h, bool inclusion) {
    const numbers k = inclusion ? (numbers){CAROM_PARAM_e, CAROM_PARAM_e_t, -1}
                                : (numbers){CAROM_PARAM_e, CAROM_PARAM_NONE, h->p->striking};
    const int n = h->n, dim = h->s->dim;
    for (int i = 0; i < n; i++)
        h->held[i] = carom_dot(n, h->s->W + (size_t)i * (size_t)n, h->out->P) + factor(h, &k, i) * h->s->v[i];
    for (int i = 0; i < h->s->nc; i++) h->tight[i] = tight_of(h, i);
    carom_push_matrix(h);
    for (int c = 0; c < carom_push_columns(h); c++) {
        carom_push_turn(h, c);
        for (int i = 0; i < n; i++) {
            const carom_tight *t = &h->tight[i / dim];
            const bool speed = i % dim == 0 ? !t->rests : t->sticks;
            *carom_push_side(h, i, c) = speed ? -moved(h, &k, i) : i % dim == 0 ? 0.0 : slide(h, &k, i);
        }
    }
    if (!carom_push_solve(h)) return false;
    for (int c = 0; c < carom_push_columns(h); c++)
        for (int i = 0; i < n; i++) h->dP[c * n + i] = carom_push_x(h, i, c);
    return true;
}
