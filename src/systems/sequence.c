#include "systems/sequence.h"

#include <math.h>

double carom_sequence_cut(const carom_system *s, const carom_system_params *p) {
    double most = 0.0;
    for (int i = 0; i < s->dim * s->nc; i++) most = fmax(most, fabs(s->v[i]));
    return p->cut * most;
}

// Returns the mean of W_ij and W_ji, which may differ by rounding of single precision.
static double average(const carom_system *s, int i, int j) {
    const size_t n = (size_t)(s->dim * s->nc);
    return 0.5 * (s->W[(size_t)i * n + (size_t)j] + s->W[(size_t)j * n + (size_t)i]);
}

carom_status carom_sequence_strike(const carom_system *s, const carom_system_params *p, int i, double *v, double *P) {
    const int dim = s->dim, n = dim * s->nc, first = dim * i;
    carom_contact c = {.dim = dim};
    for (int a = 0; a < dim; a++) {
        c.v[a] = v[first + a];
        for (int b = 0; b < dim; b++) c.W[a][b] = s->W[(first + a) * n + first + b];
    }
    carom_result one;
    const carom_status status = carom_collide(p->single, &c, &p->contacts[i], &one);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    for (int j = 0; j < n; j++) {
        double by = average(s, j, first) * one.P[0] + average(s, j, first + 1) * one.P[1];
        if (dim == 3) by += average(s, j, first + 2) * one.P[2];
        v[j] += by;
    }
    for (int a = 0; a < dim; a++) P[first + a] += one.P[a];
    return CAROM_OK;
}

// Returns the contact whose gap closes first, and the time at which it closes; -1 if no gap closes.
static int first_to_close(const carom_system *s, const double *gap, const double *v, double cut, double *when) {
    int first = -1;
    *when = HUGE_VAL;
    for (int i = 0; i < s->nc; i++) {
        if (!(v[s->dim * i] < -cut)) continue;
        const double t = gap[i] / -v[s->dim * i];
        if (t < *when) {
            *when = t;
            first = i;
        }
    }
    return first;
}

carom_status carom_sequence_by_gaps(const carom_system *s, const carom_system_params *p, double *gap, double *P,
                                    double *v, int *order, int capacity, int *impacts) {
    if (!s || !p || !gap || !P || !v || !impacts || !s->W || !s->v || !p->contacts) return CAROM_NULL_POINTER;
    *impacts = 0;
    if (s->dim != 2 && s->dim != 3) return CAROM_BAD_DIM;
    if (!p->single) return CAROM_UNKNOWN_LAW;
    if (!p->single->contact) return CAROM_MODULE_MISSING;
    if (p->max_impacts < 1 || p->max_impacts > CAROM_MAX_IMPACTS) return CAROM_BAD_COUNT;
    carom_status valid = carom_system_validate(s, NULL);
    carom_param unused;
    for (int i = 0; valid == CAROM_OK && i < s->nc; i++)
        valid = carom_params_validate(p->single, &p->contacts[i], s->dim, &unused);
    if (valid != CAROM_OK) return valid;
    if (!(p->cut > 0.0)) return CAROM_BAD_VALUE;
    for (int i = 0; i < s->nc; i++)
        if (!(gap[i] >= 0.0)) return CAROM_BAD_VALUE;
    const double cut = carom_sequence_cut(s, p);
    for (int i = 0; i < s->dim * s->nc; i++) {
        v[i] = s->v[i];
        P[i] = 0.0;
    }
    for (; *impacts < p->max_impacts; ++*impacts) {
        double t;
        const int i = first_to_close(s, gap, v, cut, &t);
        if (i < 0) return CAROM_OK;
        for (int j = 0; j < s->nc; j++) gap[j] = j == i ? 0.0 : fmax(gap[j] + v[s->dim * j] * t, 0.0);
        const carom_status status = carom_sequence_strike(s, p, i, v, P);
        if (status != CAROM_OK) return status;
        if (order && *impacts < capacity) order[*impacts] = i;
    }
    return CAROM_TRUNCATED;
}
