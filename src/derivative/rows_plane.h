// The differentiated equations that determine an impulse in 2D, without branches, so that they vectorise. They handle
// many problems at once; derivative/equations.h handles one impact.
//   dF = P[0] dP_n + P[1] dP_t + x . d(v_n, v_t, W_nn, W_nt, W_tt, coefficients in the order of the law's row)
// The rows of a law belong to the mode that its kernel returns. Next to a switch of modes, and if the rows do not
// determine P, the word is CAROM_EXTRAORDINARY, and the item is left to derivative/jacobian.h.
#ifndef CAROM_SRC_ROWS_PLANE_H
#define CAROM_SRC_ROWS_PLANE_H

#include <stdbool.h>

#include "base/each.h"
#include "collide/problem.h"
#include "derivative/equations.h"

enum {
    CAROM_X_VN,
    CAROM_X_VT,
    CAROM_X_A,
    CAROM_X_W,
    CAROM_X_T,
    CAROM_X_PARAM,
    CAROM_X_ROOM = CAROM_X_PARAM + CAROM_MAX_EACH
};

typedef struct carom_row2 {
    double P[2], x[CAROM_X_ROOM];
} carom_row2;

typedef struct carom_rows2 {
    carom_row2 n, t;
    uint64_t word; // CAROM_SMOOTH or CAROM_EXTRAORDINARY
} carom_rows2;

// dP for every column of x.
typedef struct carom_slopes2 {
    double n[CAROM_X_ROOM], t[CAROM_X_ROOM];
} carom_slopes2;

// Returns `word`, or CAROM_EXTRAORDINARY if a condition is met. The tolerance is twice that of derivative/equations.h,
// so that a condition that is met there is met here too.
CAROM_LANE uint64_t carom_clear_of(uint64_t word, double s, double size) {
    return fabs(s) > 2.0 * CAROM_AT_SWITCH * size ? word : CAROM_EXTRAORDINARY;
}

CAROM_LANE carom_row2 carom_row2_zero(void) {
    carom_row2 row = {.P = {0.0, 0.0}};
    return row;
}

// Return d(v_n + (W P)_n) and d(v_t + (W P)_t).
CAROM_LANE carom_row2 carom_row2_after_n(double a, double w, double Pn, double Pt) {
    carom_row2 row = {.P = {a, w}, .x = {[CAROM_X_VN] = 1.0, [CAROM_X_A] = Pn, [CAROM_X_W] = Pt}};
    return row;
}

CAROM_LANE carom_row2 carom_row2_after_t(double w, double T, double Pn, double Pt) {
    carom_row2 row = {.P = {w, T}, .x = {[CAROM_X_VT] = 1.0, [CAROM_X_W] = Pn, [CAROM_X_T] = Pt}};
    return row;
}

// Returns Newton's equation (W P)_n + (1 + e) v_n = 0. e is the first coefficient of every row.
CAROM_LANE carom_row2 carom_row2_newton(double a, double w, double vn, double e, double Pn, double Pt) {
    carom_row2 row = carom_row2_after_n(a, w, Pn, Pt);
    row.x[CAROM_X_VN] = 1.0 + e;
    row.x[CAROM_X_PARAM] = vn;
    return row;
}

// Returns P_t = side mu P_n, where mu is coefficient number `mu_at`.
CAROM_LANE carom_row2 carom_row2_edge(double side, double mu, double Pn, int mu_at) {
    carom_row2 row = {.P = {-side * mu, 1.0}};
    row.x[CAROM_X_PARAM + mu_at] = -side * Pn;
    return row;
}

// Returns dE = 0, as P.(2 v + W P) = 0.
CAROM_LANE carom_row2 carom_row2_energy(CAROM_PLANE_PROBLEM, double Pn, double Pt) {
    carom_row2 row = {.P = {2.0 * vn + 2.0 * a * Pn + 2.0 * w * Pt, 2.0 * vt + 2.0 * w * Pn + 2.0 * T * Pt},
                      .x = {2.0 * Pn, 2.0 * Pt, Pn * Pn, 2.0 * (Pn * Pt), Pt * Pt}};
    return row;
}

CAROM_LANE carom_row2 carom_row2_pick(int columns, bool first, const carom_row2 *one, const carom_row2 *other) {
    carom_row2 row = carom_row2_zero();
    for (int i = 0; i < 2; i++) row.P[i] = first ? one->P[i] : other->P[i];
    for (int k = 0; k < columns; k++) row.x[k] = first ? one->x[k] : other->x[k];
    return row;
}

// Returns the sign of P_t if friction is at its limit. Without friction it is the sign against the remaining slip q.
CAROM_LANE double carom_row2_side(double Pt, double q) {
    return copysign(1.0, Pt != 0.0 ? Pt : -q);
}

// Check the edge of the cone for a P inside it, and the end of a slip.
CAROM_LANE uint64_t carom_clear_of_cone(uint64_t word, double mu, double Pn, double Pt) {
    return carom_clear_of(word, mu * Pn - fabs(Pt), mu * fabs(Pn) + fabs(Pt));
}

CAROM_LANE uint64_t carom_clear_of_stop(uint64_t word, double w, double T, double vt, double Pn, double Pt) {
    return carom_clear_of(word, vt + w * Pn + T * Pt, fabs(vt) + fabs(w * Pn) + fabs(T * Pt));
}

// Computes dP = -F_P^-1 F_x column by column, by elimination as in derivative/equations.c. Returns the word, or
// CAROM_EXTRAORDINARY if the rows do not determine P.
CAROM_LANE uint64_t carom_slopes_plane(int columns, const carom_rows2 *r, carom_slopes2 *J) {
    const double *A = r->n.P, *B = r->t.P;
    const double size_A = fabs(A[0]) > fabs(A[1]) ? fabs(A[0]) : fabs(A[1]);
    const double size_B = fabs(B[0]) > fabs(B[1]) ? fabs(B[0]) : fabs(B[1]);
    const bool swap = fabs(B[0]) * size_A > fabs(A[0]) * size_B;
    const double p0 = swap ? B[0] : A[0], p1 = swap ? B[1] : A[1], q0 = swap ? A[0] : B[0], q1 = swap ? A[1] : B[1];
    const double size_p = swap ? size_B : size_A, size_q = swap ? size_A : size_B;
    const double by = 1.0 / p0, up = p1 * by, left = q1 - q0 * up, per_left = 1.0 / left;
    for (int k = 0; k < columns; k++) {
        const double Fp = swap ? r->t.x[k] : r->n.x[k], Fq = swap ? r->n.x[k] : r->t.x[k];
        const double one = Fp * by, other = (Fq - q0 * one) * per_left;
        J->t[k] = -other;
        J->n[k] = up * other - one;
    }
    const uint64_t word = fabs(p0) > 1e-14 * size_p ? r->word : CAROM_EXTRAORDINARY;
    return fabs(left) > 1e-14 * size_q ? word : CAROM_EXTRAORDINARY;
}

// JVP: dP = J dx,  dv' = dv + W dP + dW P,  d(dE) = v'.dP + P.dv + P.dW P/2.
typedef struct carom_tangent2 {
    double Pn, Pt, vn, vt, dE;
} carom_tangent2;

CAROM_LANE carom_tangent2 carom_push_plane(int columns, const carom_slopes2 *J, CAROM_PLANE_PROBLEM, double Pn,
                                           double Pt, const double *dx) {
    carom_tangent2 d = {.Pn = 0.0, .Pt = 0.0};
    for (int k = 0; k < columns; k++) {
        d.Pn += J->n[k] * dx[k];
        d.Pt += J->t[k] * dx[k];
    }
    const double by_n = dx[CAROM_X_A] * Pn + dx[CAROM_X_W] * Pt, by_t = dx[CAROM_X_W] * Pn + dx[CAROM_X_T] * Pt;
    const double after_n = vn + (a * Pn + w * Pt), after_t = vt + (w * Pn + T * Pt);
    d.vn = dx[CAROM_X_VN] + a * d.Pn + w * d.Pt + by_n;
    d.vt = dx[CAROM_X_VT] + w * d.Pn + T * d.Pt + by_t;
    d.dE = after_n * d.Pn + Pn * (dx[CAROM_X_VN] + 0.5 * by_n) + after_t * d.Pt + Pt * (dx[CAROM_X_VT] + 0.5 * by_t);
    return d;
}

// VJP: bar x = J^T l, plus the direct dependence of v' and dE on x. `bar` holds the cotangents of P, v' and dE.
//   l = bar P + W bar v' + v' bar dE,  bar x = J^T l
typedef struct carom_cotangent2 {
    double x[CAROM_X_ROOM], size;
} carom_cotangent2;

CAROM_LANE carom_cotangent2 carom_pull_plane(int columns, const carom_slopes2 *J, CAROM_PLANE_PROBLEM, double Pn,
                                             double Pt, const double *bar) {
    const double after_n = vn + (a * Pn + w * Pt), after_t = vt + (w * Pn + T * Pt);
    const double yn = bar[2], yt = bar[3], yE = bar[4];
    const double ln = bar[0] + after_n * yE + a * yn + w * yt, lt = bar[1] + after_t * yE + w * yn + T * yt;
    carom_cotangent2 b = {.size = 0.0};
    for (int k = 0; k < columns; k++) {
        b.x[k] = ln * J->n[k] + lt * J->t[k];
        b.size += fabs(b.x[k]);
    }
    b.x[CAROM_X_VN] += yn + Pn * yE;
    b.x[CAROM_X_VT] += yt + Pt * yE;
    b.x[CAROM_X_A] += yn * Pn + 0.5 * yE * Pn * Pn;
    b.x[CAROM_X_W] += yn * Pt + yt * Pn + yE * Pn * Pt;
    b.x[CAROM_X_T] += yt * Pt + 0.5 * yE * Pt * Pt;
    return b;
}

// carom_at_end_<field>(word, x) marks a coefficient at an end of its range, where the derivative is one-sided. It is
// not used for mu_static.
#define CAROM_PARAM(number, field, kind, lowest, highest)                                                              \
    CAROM_LANE uint64_t carom_at_end_##field(uint64_t word, double x) {                                                \
        const uint64_t above = x > (double)(lowest) ? word : CAROM_ONE_SIDED;                                          \
        return x < (double)(highest) ? above : CAROM_ONE_SIDED;                                                        \
    }
#include "tables/params.def"
#undef CAROM_PARAM

#endif
