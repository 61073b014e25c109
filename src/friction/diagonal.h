// Checks the assumptions of laws without coupling: W_nt = 0, and the slip is along an axis of W_tt.
#ifndef CAROM_SRC_DIAGONAL_H
#define CAROM_SRC_DIAGONAL_H

#include <math.h>
#include <stdbool.h>

#include "base/sym.h"
#include "carom/carom.h"

// A coupling up to this fraction of sqrt(W_ii W_jj) counts as rounding. It equals the tolerance for the asymmetry of W.
// For e = 1 a larger coupling would cause a visible gain of energy.
#define CAROM_UNCOUPLED 1e-12

static inline bool carom_uncoupled(const carom_contact *c) {
    for (int i = 1; i < c->dim; i++)
        if (!(fabs(c->W[0][i]) <= CAROM_UNCOUPLED * sqrt(c->W[0][0] * c->W[i][i]))) return false;
    return true;
}

// Returns W_ij, or zero if it is only rounding relative to its diagonal entries. Used for statements about directions
// and critical friction.
static inline double carom_entry(const carom_contact *c, int i, int j) {
    const double W = 0.5 * (c->W[i][j] + c->W[j][i]);
    return i == j || fabs(W) > CAROM_UNCOUPLED * sqrt(c->W[i][i] * c->W[j][j]) ? W : 0.0;
}

static inline double carom_coupling(const carom_contact *c, int i) {
    return carom_entry(c, 0, i);
}

// Returns the contact, with the couplings of W that are only rounding set to zero. If W_tt is isotropic up to rounding,
// it becomes exactly isotropic.
static inline carom_contact carom_without_rounding(const carom_contact *c) {
    carom_contact clean = *c;
    for (int i = 0; i < c->dim; i++)
        for (int j = 0; j < c->dim; j++) clean.W[i][j] = carom_entry(c, i, j);
    const bool round = c->dim == 3 && fabs(c->W[1][1] - c->W[2][2]) <= CAROM_UNCOUPLED * c->W[1][1];
    if (round && clean.W[1][2] == 0.0) clean.W[2][2] = clean.W[1][1];
    return clean;
}

static inline double carom_slip_speed(const carom_contact *c) {
    return c->dim == 2 ? fabs(c->v[1]) : sqrt(c->v[1] * c->v[1] + c->v[2] * c->v[2]);
}

// Computes b with W_tt v_t = b v_t. Returns false if the slip is not along an axis of W_tt. If v_t = 0, every b
// satisfies the equation, and one of them is returned. Residuals that are only rounding count as zero. The test
// compares b with its terms, as base/ldl.h compares a pivot of W with its diagonal entry.
static inline bool carom_slip_axis(const carom_contact *c, double *b) {
    *b = c->W[1][1];
    if (c->dim == 2) return true;
    const double x = c->v[1], y = c->v[2], square = x * x + y * y;
    if (!(square > 0.0)) return true;
    const double Tx = c->W[1][1] * x + c->W[1][2] * y, Ty = c->W[1][2] * x + c->W[2][2] * y;
    *b = (x * Tx + y * Ty) / square;
    const double terms = c->W[1][1] * x * x + 2.0 * fabs(c->W[1][2] * x * y) + c->W[2][2] * y * y;
    if (!(*b * square > CAROM_SINGULAR * terms)) *b = 0.0;
    return fabs(x * Ty - y * Tx) <= CAROM_UNCOUPLED * (c->W[1][1] + c->W[2][2]) * square;
}

#endif
