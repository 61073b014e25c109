// Generates random systems of several 2D contacts, the same with every compiler. They have bodies with mass and
// inertia, contact points and directions. W = R M^-1 R^T and v = R u are thus realistic, and some contacts are
// redundant.
#ifndef CAROM_TESTS_MANY_SYSTEMS_H
#define CAROM_TESTS_MANY_SYSTEMS_H

#include <string.h>

#include "bench/random.h"
#include "carom/carom.h"
#include "carom/systems.h"
#include "support/params.h"

enum { MOST_CONTACTS = 32, MOST_BODIES = 40 };

typedef enum system_kind {
    ROW_OF_BODIES,    // each contact between two neighbours: W positive definite
    ONE_BODY,         // every contact on one body: rank 3
    FEW_BODIES,       // contacts between a few bodies and the ground: mostly redundant
    REPEATED_CONTACT, // a row of bodies with every contact listed twice
    SYSTEM_KINDS
} system_kind;

typedef struct random_system {
    carom_system s;
    carom_params contact[MOST_CONTACTS];
    bool common; // one restitution coefficient for all
    system_kind kind;
    double W[4 * MOST_CONTACTS * MOST_CONTACTS], v[2 * MOST_CONTACTS];
    double R[2 * MOST_CONTACTS][3 * MOST_BODIES], inverse_mass[3 * MOST_BODIES], u[3 * MOST_BODIES];
} random_system;

// Adds the velocity of a point of body b along d to a row: sign (d.(x', y') + (r x d) phi').
static inline void add_body(random_system *x, int row, int b, double sign, const double r[2], const double d[2]) {
    x->R[row][3 * b] += sign * d[0];
    x->R[row][3 * b + 1] += sign * d[1];
    x->R[row][3 * b + 2] += sign * (r[0] * d[1] - r[1] * d[0]);
}

static inline void random_rows(random_system *x, random_stream *r, int i, int a, int b) {
    double n[3], at[2], other[2];
    random_direction(r, 2, n);
    const double t[2] = {n[1], -n[0]};
    for (int k = 0; k < 2; k++) {
        at[k] = random_between(r, -1.0, 1.0);
        other[k] = random_between(r, -1.0, 1.0);
    }
    for (int k = 0; k < 2; k++) {
        const double *d = k ? t : n;
        add_body(x, 2 * i + k, a, 1.0, at, d);
        if (b >= 0) add_body(x, 2 * i + k, b, -1.0, other, d);
    }
}

// Chooses the bodies a and b of contact i; -1 is the ground.
static inline void random_pair(const random_system *x, random_stream *r, int i, int bodies, int *a, int *b) {
    switch (x->kind) {
    case ONE_BODY: *a = 0, *b = -1; break;
    case FEW_BODIES: *a = random_below(r, bodies), *b = random_below(r, bodies + 1) - 1; break;
    case ROW_OF_BODIES:
    case REPEATED_CONTACT:
    case SYSTEM_KINDS:
    default: *a = i + 1, *b = i;
    }
    if (*a == *b) *b = -1;
}

static inline void random_friction(random_system *x, random_stream *r, bool steep) {
    const double e = random_below(r, 6) ? random_unit(r) : random_below(r, 2);
    x->common = random_below(r, 2);
    for (int i = 0; i < x->s.nc; i++) {
        carom_params *p = &x->contact[i];
        *p = params_plain();
        p->mu = random_below(r, 10) ? random_between(r, 0.0, steep ? 3.0 : 0.8) : 0.0;
        p->e = x->common ? e : random_unit(r);
        p->e_t = x->common ? e : random_unit(r);
    }
}

static inline void random_many(random_system *x, random_stream *r, int nc, system_kind kind, bool steep) {
    memset(x, 0, sizeof *x);
    x->kind = kind;
    x->s = (carom_system){.nc = nc, .dim = 2, .W = x->W, .v = x->v};
    const int bodies = kind == ONE_BODY ? 1 : kind == FEW_BODIES ? 1 + random_below(r, nc < 4 ? 2 : nc / 2) : nc + 1;
    for (int b = 0; b < bodies; b++) {
        const double mass = random_power10(random_between(r, -0.5, 0.5));
        x->inverse_mass[3 * b] = x->inverse_mass[3 * b + 1] = 1.0 / mass;
        x->inverse_mass[3 * b + 2] = random_between(r, 2.0, 6.0) / mass;
    }
    for (int k = 0; k < 3 * bodies; k++) x->u[k] = random_between(r, -1.0, 1.0);
    for (int i = 0; i < nc; i++) {
        int a, b;
        random_pair(x, r, i, bodies, &a, &b);
        if (kind == REPEATED_CONTACT && i % 2)
            memcpy(x->R[2 * i], x->R[2 * i - 2], 2 * sizeof x->R[0]);
        else
            random_rows(x, r, i, a, b);
    }
    const int n = 2 * nc;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 3 * bodies; k++) x->v[i] += x->R[i][k] * x->u[k];
        for (int j = 0; j <= i; j++) {
            double sum = 0.0;
            for (int k = 0; k < 3 * bodies; k++) sum += x->R[i][k] * x->inverse_mass[k] * x->R[j][k];
            x->W[i * n + j] = x->W[j * n + i] = sum;
        }
    }
    random_friction(x, r, steep);
}

#endif
