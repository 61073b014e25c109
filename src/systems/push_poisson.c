// Derivatives of two friction problems in sequence: compression, then expansion (system_pfeiffer_glocker.c).
//   compression  y = v_C: closed v_Cn = 0; stick v_Ct = 0 or slip P_Ct = -+mu P_Cn
//   expansion    y = v':  P_En = e P_Cn or v_n' = 0; v_t' = 0 or P_Et on an edge of its interval
// In both W dP = -(dW P + dv) - (W dP_C) if y stays 0.
#include <math.h>

#include "base/sym.h"
#include "systems/push.h"

// Tolerance within which an impulse is on an edge and a speed is zero. The solvers accept the same.
#define ON 1e-10

static carom_tight compressed(carom_push *h, int i) {
    const double *P = h->out->P_compression + 2 * i, *y = h->out->v_compression + 2 * i, mu = h->p->contacts[i].mu;
    const double impulse = h->unit[2 * i] * h->speed;
    if (P[0] <= ON * impulse) {
        carom_push_watch(h, y[0], h->speed);
        return (carom_tight){.rests = true};
    }
    carom_push_watch(h, P[0], impulse);
    if (fabs(y[1]) <= ON * h->speed) {
        carom_push_watch(h, mu * P[0] - fabs(P[1]), mu * P[0] + fabs(P[1]));
        return (carom_tight){.sticks = true};
    }
    carom_push_watch(h, fabs(y[1]), h->speed);
    return (carom_tight){.slope = y[1] > 0.0 ? -mu : mu};
}

// An edge of the interval of P_Et: the slope, the stored impulse, and how both change.
typedef struct edge {
    double slope, stored, dslope, dstored;
} edge;

// Returns an edge; `side` is -1 for the lower one and 1 for the upper one. The stored impulse widens the interval on
// the side opposite to it. dP_C is the change of P_C in the current column.
static edge edge_of(const carom_push *h, int i, int side, const double *dP_C) {
    const carom_params *p = &h->p->contacts[i];
    const double Pt = h->out->P_compression[2 * i + 1], dmu = carom_push_param(h, CAROM_PARAM_mu, i);
    if (carom_sign(Pt) != -side) return (edge){side * p->mu, 0.0, side * dmu, 0.0};
    const double left = 1.0 - p->nu, dnu = carom_push_param(h, CAROM_PARAM_nu, i);
    return (edge){side * p->mu * left, p->e * p->e_t * Pt, side * (dmu * left - p->mu * dnu),
                  carom_push_param(h, CAROM_PARAM_e, i) * p->e_t * Pt +
                      p->e * carom_push_param(h, CAROM_PARAM_e_t, i) * Pt + p->e * p->e_t * dP_C[2 * i + 1]};
}

static carom_tight expanded(carom_push *h, int i, int *side) {
    const double *P_C = h->out->P_compression, *y = h->out->v + 2 * i, none[2] = {0.0, 0.0};
    const double P[2] = {h->out->P[2 * i] - P_C[2 * i], h->out->P[2 * i + 1] - P_C[2 * i + 1]};
    const double impulse = h->unit[2 * i] * h->speed, above = P[0] - h->p->contacts[i].e * P_C[2 * i];
    carom_tight t = {.rests = above <= ON * impulse};
    carom_push_watch(h, t.rests ? y[0] : above, t.rests ? h->speed : impulse);
    *side = 0;
    // The contact has no impulse in expansion, so there is no edge to select.
    if (t.rests && fabs(P[0]) + fabs(P[1]) <= ON * impulse) return t;
    const edge lo = edge_of(h, i, -1, none - 2 * i), hi = edge_of(h, i, 1, none - 2 * i);
    const double over = P[1] - lo.slope * P[0] - lo.stored, under = hi.slope * P[0] + hi.stored - P[1];
    if (over <= ON * impulse || under <= ON * impulse) {
        *side = over <= under ? -1 : 1;
        carom_push_watch(h, *side < 0 ? y[1] : -y[1], h->speed);
        t.slope = *side < 0 ? lo.slope : hi.slope;
        return t;
    }
    carom_push_watch(h, fmin(over, under), impulse);
    t.sticks = true;
    return t;
}

static void compress(carom_push *h, int c) {
    carom_push_turn(h, c);
    for (int i = 0; i < h->n; i++) {
        const carom_tight *t = &h->tight[i / 2];
        const double dmu = carom_push_param(h, CAROM_PARAM_mu, i / 2), Pn = h->out->P_compression[i / 2 * 2];
        const bool speed = i % 2 ? t->sticks : !t->rests;
        double *b = carom_push_side(h, i, c);
        if (speed)
            *b = -carom_push_dW(h, i, h->out->P_compression) - h->dv[i];
        else
            *b = i % 2 && t->slope != 0.0 ? (t->slope > 0.0 ? dmu : -dmu) * Pn : 0.0;
    }
}

static void expand(carom_push *h, const int *side, int c) {
    const int n = h->n;
    const double *dP_C = h->dP + (size_t)c * (size_t)n;
    carom_push_turn(h, c);
    for (int i = 0; i < n; i++) {
        const int contact = i / 2;
        const carom_tight *t = &h->tight[contact];
        const double *P_C = h->out->P_compression, Pn = h->out->P[2 * contact] - P_C[2 * contact];
        double *b = carom_push_side(h, i, c);
        if (i % 2 ? t->sticks : !t->rests) {
            *b = -carom_push_dW(h, i, h->out->P) - h->dv[i];
            for (int j = 0; j < n; j++) *b -= h->s->W[i * n + j] * dP_C[j];
        } else if (i % 2 == 0) {
            *b = carom_push_param(h, CAROM_PARAM_e, contact) * P_C[i] + h->p->contacts[contact].e * dP_C[i];
        } else {
            const edge k = side[contact] ? edge_of(h, contact, side[contact], dP_C) : (edge){0.0, 0.0, 0.0, 0.0};
            *b = k.dslope * Pn + k.dstored;
        }
    }
}

// Returns whether a stored impulse of zero could jump from one side to the other.
static bool stored_jumps(const carom_push *h) {
    for (int i = 0; i < h->s->nc; i++) {
        const carom_params *p = &h->p->contacts[i];
        const double *P = h->out->P_compression + 2 * i;
        if (P[0] > 0.0 && fabs(P[1]) <= 1e-12 * P[0] && p->nu > 0.0 && p->mu > 0.0) return true;
    }
    return false;
}

bool carom_push_poisson(carom_push *h) {
    const int n = h->n, columns = carom_push_columns(h);
    int side[CAROM_MAX_JACOBIAN_CONTACTS];
    if (stored_jumps(h)) {
        h->jac->smooth = CAROM_JUMP;
        return false;
    }
    for (int i = 0; i < h->s->nc; i++) h->tight[i] = compressed(h, i);
    carom_push_matrix(h);
    for (int c = 0; c < columns; c++) compress(h, c);
    if (!carom_push_solve(h)) return false;
    for (int c = 0; c < columns; c++)
        for (int i = 0; i < n; i++) h->dP[c * n + i] = carom_push_x(h, i, c);
    for (int i = 0; i < h->s->nc; i++) h->tight[i] = expanded(h, i, &side[i]);
    carom_push_matrix(h);
    for (int c = 0; c < columns; c++) expand(h, side, c);
    if (!carom_push_solve(h)) return false;
    for (int c = 0; c < columns; c++)
        for (int i = 0; i < n; i++) h->dP[c * n + i] += carom_push_x(h, i, c);
    return true;
}
