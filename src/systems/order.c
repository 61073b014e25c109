#include "systems/order.h"

#include <string.h>

enum { KEYS = 10 };

bool carom_ordered_carve(carom_ordered *o, int nc, carom_arena *a) {
    const size_t n = 2 * (size_t)nc;
    o->contact = CAROM_TAKE(a, nc, carom_params);
    o->at = CAROM_TAKE(a, nc, int);
    o->W = CAROM_TAKE(a, n * n, double);
    o->v = CAROM_TAKE(a, n, double);
    o->kept = CAROM_TAKE(a, n, double);
    o->mode = CAROM_TAKE(a, nc, carom_mode);
    return !carom_arena_short(a);
}

static double key(const carom_system *s, const carom_params *contact, int i, int which) {
    const size_t n = 2 * (size_t)s->nc, row = 2 * (size_t)i;
    const carom_params *p = &contact[i];
    switch (which) {
    case 0: return s->v[row];
    case 1: return s->v[row + 1];
    case 2: return p->mu;
    case 3: return p->e;
    case 4: return s->W[row * n + row];
    case 5: return s->W[(row + 1) * n + row + 1];
    case 6: return s->W[row * n + row + 1];
    case 7: return p->e_t;
    case 8: return p->e;
    default: return p->nu;
    }
}

static bool before(const carom_system *s, const carom_params *contact, int a, int b) {
    for (int k = 0; k < KEYS; k++) {
        const double x = key(s, contact, a, k), y = key(s, contact, b, k);
        if (x != y) return x < y;
    }
    return false;
}

void carom_ordered_fill(carom_ordered *o, const carom_system *s, const carom_params *contact) {
    const size_t n = 2 * (size_t)s->nc;
    for (int i = 0; i < s->nc; i++) {
        int j = i;
        for (; j > 0 && before(s, contact, i, o->at[j - 1]); j--) o->at[j] = o->at[j - 1];
        o->at[j] = i;
    }
    for (size_t i = 0; i < n; i++) {
        const size_t a = 2 * (size_t)o->at[i / 2] + i % 2;
        o->v[i] = s->v[a];
        for (size_t j = 0; j < n; j++) o->W[i * n + j] = s->W[a * n + 2 * (size_t)o->at[j / 2] + j % 2];
    }
    for (int i = 0; i < s->nc; i++) o->contact[i] = contact[o->at[i]];
    o->s = (carom_system){.nc = s->nc, .dim = 2, .W = o->W, .v = o->v};
}

void carom_ordered_back(const carom_ordered *o, double *x) {
    const size_t nc = (size_t)o->s.nc;
    memcpy(o->kept, x, 2 * nc * sizeof *x);
    for (size_t i = 0; i < 2 * nc; i++) x[2 * (size_t)o->at[i / 2] + i % 2] = o->kept[i];
}

void carom_ordered_modes_back(const carom_ordered *o, carom_mode *mode) {
    memcpy(o->mode, mode, (size_t)o->s.nc * sizeof *mode);
    for (int i = 0; i < o->s.nc; i++) mode[o->at[i]] = o->mode[i];
}

void carom_ordered_outcome_back(const carom_ordered *o, carom_system_result *out) {
    carom_ordered_back(o, out->P);
    carom_ordered_modes_back(o, out->mode);
    for (int k = 0; k < out->kept; k++) {
        carom_ordered_back(o, out->solutions[k].P);
        carom_ordered_back(o, out->solutions[k].v);
        carom_ordered_modes_back(o, out->solutions[k].mode);
    }
}
