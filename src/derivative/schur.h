// Computes W^-1 in 3D without branches, by the Schur complement of W_nn. With S = W_nn T - w w^T (T = W_tt, w = W_nt)
// and y = W_nn b_t - w b_n:
//   x_t = S^-1 y,   x_n = (b_n - w.x_t) / W_nn,   b.W^-1 c = (b_n c_n + y_b.S^-1 y_c) / W_nn
#ifndef CAROM_SRC_SCHUR_H
#define CAROM_SRC_SCHUR_H

#include <math.h>
#include <stdbool.h>

#include "base/lane.h"
#include "carom/carom.h"

// The numbers of a 3D contact as separate members.
typedef struct carom_space {
    double a, w1, w2, T11, T12, T22; // W
    double n, t1, t2;                // v
} carom_space;

static inline carom_space carom_space_of(const carom_contact *c) {
    return (carom_space){c->W[0][0], c->W[0][1], c->W[0][2], c->W[1][1], c->W[1][2],
                         c->W[2][2], c->v[0],    c->v[1],    c->v[2]};
}

typedef struct carom_space_vector {
    double n, t1, t2;
} carom_space_vector;

// S, 1 / W_nn and 1 / det S. One division gives both quotients.
typedef struct carom_schur {
    double S11, S12, S22, per_a, per_det;
} carom_schur;

CAROM_LANE carom_schur carom_schur_of(const carom_space *c) {
    carom_schur s;
    s.S11 = c->a * c->T11 - c->w1 * c->w1;
    s.S12 = c->a * c->T12 - c->w1 * c->w2;
    s.S22 = c->a * c->T22 - c->w2 * c->w2;
    const double det = s.S11 * s.S22 - s.S12 * s.S12;
    const double per_both = 1.0 / (c->a * det);
    s.per_a = det * per_both;
    s.per_det = c->a * per_both;
    return s;
}

CAROM_LANE carom_space_vector carom_schur_solve(const carom_space *c, const carom_schur *s, carom_space_vector b) {
    const double y1 = c->a * b.t1 - c->w1 * b.n, y2 = c->a * b.t2 - c->w2 * b.n;
    carom_space_vector x;
    x.t1 = (s->S22 * y1 - s->S12 * y2) * s->per_det;
    x.t2 = (s->S11 * y2 - s->S12 * y1) * s->per_det;
    x.n = (b.n - (c->w1 * x.t1 + c->w2 * x.t2)) * s->per_a;
    return x;
}

// If S^-1 y is a difference of terms larger by this factor, the problem is not ordinary. This happens for a nearly
// singular W whose impulse is not large. The individual solution factors W, so its terms do not cancel. With 2^12, one
// problem in 2500 with masses within a decade would be solved individually. With 2^20, the error reaches 1e-11 of the
// effect of rounding the problem.
#define CAROM_SCHUR_LOST 65536.0
CAROM_LANE bool carom_schur_lost(const carom_space *c, const carom_schur *s, carom_space_vector b,
                                 carom_space_vector x) {
    const double y1 = fabs(c->a * b.t1 - c->w1 * b.n), y2 = fabs(c->a * b.t2 - c->w2 * b.n), S12 = fabs(s->S12);
    const double terms = (s->S22 * y1 + S12 * y2 + s->S11 * y2 + S12 * y1) * s->per_det;
    return terms > CAROM_SCHUR_LOST * (fabs(x.t1) + fabs(x.t2));
}

// Returns b.W^-1 d; for b = d it is a sum of squares up to rounding.
CAROM_LANE double carom_schur_form(const carom_space *c, const carom_schur *s, carom_space_vector b,
                                   carom_space_vector d) {
    const double b1 = c->a * b.t1 - c->w1 * b.n, b2 = c->a * b.t2 - c->w2 * b.n;
    const double d1 = c->a * d.t1 - c->w1 * d.n, d2 = c->a * d.t2 - c->w2 * d.n;
    const double tangent = b1 * (s->S22 * d1 - s->S12 * d2) + b2 * (s->S11 * d2 - s->S12 * d1);
    return (b.n * d.n + tangent * s->per_det) * s->per_a;
}

#endif
