// Generates random systems of several 3D contacts of rigid bodies, the same with every compiler. W = R M^-1 R^T and v =
// R u.
#ifndef CAROM_TESTS_MANY_SYSTEMS3_H
#define CAROM_TESTS_MANY_SYSTEMS3_H

#include <math.h>
#include <string.h>

#include "bench/random.h"
#include "carom/carom.h"
#include "support/params.h"

enum { MOST3 = 8, MOST_BODIES3 = MOST3 + 1 };

typedef enum system3_kind {
    CHAIN3,      // each contact between two neighbours: W positive definite
    ONE_BODY3,   // every contact on one body: rank 6, more rows than freedoms for more than two contacts
    FEW_BODIES3, // contacts between one to three bodies and the ground
    FACE3,       // a body that lands on a flat face: all normals are parallel
    NEAR3,       // one body, contact points 1e-9 to 1e-3 apart: W is nearly singular
    UNEVEN3,     // a chain with mass ratios up to 1e6
    SYSTEM3_KINDS
} system3_kind;

static const char *const system3_names[] = {"chain",     "one body",    "few bodies",
                                            "flat face", "near points", "uneven masses"};

typedef enum velocity3 { APPROACH3, MIXED3, STICKING3, FAST_SLIP3, VELOCITIES3 } velocity3;

typedef struct system3 {
    carom_system s;
    carom_params contact[MOST3];
    system3_kind kind;
    bool common; // one coefficient e_n = e_t for all contacts
    int freedoms;
    double first[3]; // NEAR3: the contact point that the others are close to
    double W[9 * MOST3 * MOST3], v[3 * MOST3];
    double R[3 * MOST3][6 * MOST_BODIES3], inverse_mass[6 * MOST_BODIES3], u[6 * MOST_BODIES3];
} system3;

static inline void cross3(const double a[3], const double b[3], double out[3]) {
    for (int k = 0; k < 3; k++) out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static inline void add_body3(system3 *x, int row, int b, double sign, const double r[3], const double d[3]) {
    double turn[3];
    cross3(r, d, turn);
    for (int k = 0; k < 3; k++) {
        x->R[row][6 * b + k] += sign * d[k];
        x->R[row][6 * b + 3 + k] += sign * turn[k];
    }
}

// Computes two tangents that complete the unit normal d[0] to an orthonormal frame.
static inline void frame3(random_stream *r, double d[3][3]) {
    double any[3], length;
    do {
        random_direction(r, 3, any);
        cross3(d[0], any, d[1]);
        length = sqrt(d[1][0] * d[1][0] + d[1][1] * d[1][1] + d[1][2] * d[1][2]);
    } while (length < 0.1);
    for (int k = 0; k < 3; k++) d[1][k] /= length;
    cross3(d[0], d[1], d[2]);
}

static inline void contact3(system3 *x, random_stream *r, int i, int a, int b) {
    double d[3][3], at[3], other[3];
    random_direction(r, 3, d[0]);
    for (int k = 0; k < 3; k++) {
        at[k] = random_between(r, -1.0, 1.0);
        other[k] = random_between(r, -1.0, 1.0);
    }
    if (x->kind == FACE3) {
        d[0][0] = d[0][1] = 0.0;
        d[0][2] = 1.0;
        at[2] = -0.5;
    }
    if (x->kind == NEAR3 && i == 0) memcpy(x->first, at, sizeof x->first);
    if (x->kind == NEAR3 && i > 0) {
        const double apart = random_power10(random_between(r, -9.0, -3.0));
        for (int k = 0; k < 3; k++) at[k] = x->first[k] + apart * at[k];
    }
    frame3(r, d);
    for (int k = 0; k < 3; k++) {
        add_body3(x, 3 * i + k, a, 1.0, at, d[k]);
        if (b >= 0) add_body3(x, 3 * i + k, b, -1.0, other, d[k]);
    }
}

static inline void pair3(const system3 *x, random_stream *r, int i, int bodies, int *a, int *b) {
    *a = 0;
    *b = -1;
    if (x->kind == CHAIN3 || x->kind == UNEVEN3) *a = i + 1, *b = i;
    if (x->kind == FEW_BODIES3) *a = random_below(r, bodies), *b = random_below(r, bodies + 1) - 1;
    if (*a == *b) *b = -1;
}

static inline void params3(system3 *x, random_stream *r) {
    const double e = random_below(r, 6) ? random_unit(r) : random_below(r, 2);
    const int steep = random_below(r, 4); // one system in four has friction up to 10
    x->common = random_below(r, 2);
    for (int i = 0; i < x->s.nc; i++) {
        carom_params *p = &x->contact[i];
        *p = params_plain();
        p->mu = random_below(r, 10) ? random_between(r, 0.0, steep ? 1.0 : 10.0) : 0.0;
        p->e = x->common ? e : random_unit(r);
        p->e_t = x->common ? e : random_below(r, 2) ? 0.0 : random_unit(r);
    }
}

static inline void matrix3(system3 *x) {
    const int n = 3 * x->s.nc;
    for (int i = 0; i < n; i++) {
        x->v[i] = 0.0;
        for (int k = 0; k < x->freedoms; k++) x->v[i] += x->R[i][k] * x->u[k];
        for (int j = 0; j <= i; j++) {
            double sum = 0.0;
            for (int k = 0; k < x->freedoms; k++) sum += x->R[i][k] * x->inverse_mass[k] * x->R[j][k];
            x->W[i * n + j] = x->W[j * n + i] = sum;
        }
    }
}

// Reverses the normal of a contact that does not approach; with MIXED3 only in half of the cases.
static inline void approach3(system3 *x, random_stream *r, velocity3 velocity) {
    for (int i = 0; i < x->s.nc; i++) {
        const bool turn = velocity != MIXED3 || random_below(r, 2);
        if (!turn || x->v[3 * i] <= 0.0 || x->kind == FACE3) continue;
        for (int k = 0; k < x->freedoms; k++) x->R[3 * i][k] = -x->R[3 * i][k];
    }
}

static inline void random_system3(system3 *x, random_stream *r, int nc, system3_kind kind) {
    memset(x, 0, sizeof *x);
    x->kind = kind;
    x->s = (carom_system){.nc = nc, .dim = 3, .W = x->W, .v = x->v};
    const bool chain = kind == CHAIN3 || kind == UNEVEN3;
    const int bodies = chain ? nc + 1 : kind == FEW_BODIES3 ? 1 + random_below(r, 3) : 1;
    const velocity3 velocity = (velocity3)random_below(r, VELOCITIES3);
    x->freedoms = 6 * bodies;
    for (int b = 0; b < bodies; b++) {
        const double mass =
            random_power10(kind == UNEVEN3 ? random_between(r, -3.0, 3.0) : random_between(r, -0.5, 0.5));
        for (int k = 0; k < 3; k++) x->inverse_mass[6 * b + k] = 1.0 / mass;
        for (int k = 3; k < 6; k++) x->inverse_mass[6 * b + k] = random_between(r, 2.0, 6.0) / mass;
    }
    for (int i = 0; i < nc; i++) {
        int a, b;
        pair3(x, r, i, bodies, &a, &b);
        contact3(x, r, i, a, b);
    }
    for (int k = 0; k < x->freedoms; k++) x->u[k] = random_between(r, -1.0, 1.0);
    if (kind == FACE3) x->u[2] = -random_between(r, 0.5, 2.0);
    if (kind == FACE3 && velocity == STICKING3)
        for (int k = 0; k < 6; k++) x->u[k] *= k == 2 ? 1.0 : 0.01;
    if (kind == FACE3 && velocity == FAST_SLIP3)
        for (int k = 0; k < 2; k++) x->u[k] *= 20.0;
    matrix3(x);
    approach3(x, r, velocity);
    matrix3(x);
    params3(x, r);
}

#endif
