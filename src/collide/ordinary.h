// Decides which problems are ordinary. A problem is ordinary if it is not a limit case, no number overflows or
// underflows, and the closed forms apply. The code uses selections of words as wide as a double, so that compilers can
// vectorise it.
#ifndef CAROM_SRC_ORDINARY_H
#define CAROM_SRC_ORDINARY_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/lane.h"
#include "base/sym.h"
#include "carom/carom.h"
#include "tables/counts.h"

// Replaces the mode of a problem that is not ordinary.
#define CAROM_EXTRAORDINARY UINT64_C(255)

// Masses, speeds and friction of ordinary problems lie between these limits. The closed forms multiply up to five of
// them, which gives 1e+-250.
#define CAROM_ORDINARY_LEAST 1e-50
#define CAROM_ORDINARY_MOST  1e50

// carom_collide scales a contact near 1 (scale.h) before this test. The largest speed and entry of W become 1, and the
// smallest becomes the ratio of the two. Vectorised batches do not scale, so they accept only problems that are
// ordinary both as given and scaled.
#define CAROM_LANE_LEAST 1e-24
#define CAROM_LANE_MOST  1e24

// For ordinary W and v and an impulse below this limit, v' = v + W P and dE are finite.
#define CAROM_ORDINARY_IMPULSE 1e100

// Returns `word` if W is regular, v_n < 0 and all numbers are in range; otherwise CAROM_EXTRAORDINARY. A NaN makes the
// test of the sum or of the determinant fail. Regular includes positive definite, so an ordinary contact is valid.
CAROM_LANE uint64_t carom_if_between2(uint64_t word, double low, double high, double a, double w, double T, double vn,
                                      double vt) {
    const double sum = a + T + fabs(vt) - vn;
    const double lighter = a < T ? a : T;
    const double least = -vn < lighter ? -vn : lighter;
    word = sum <= high ? word : CAROM_EXTRAORDINARY;
    word = least >= low ? word : CAROM_EXTRAORDINARY;
    return a * T - w * w > CAROM_SINGULAR * (a * T) ? word : CAROM_EXTRAORDINARY;
}

// Returns the bits of x that are zero in every number of single precision.
CAROM_LANE uint64_t carom_beyond_single(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits & UINT64_C(0x1fffffff);
}

// Return CAROM_EXTRAORDINARY if W may be singular but for rounding in single precision: all its entries are such
// numbers, and the smallest eigenvalue of W_ij / sqrt(W_ii W_jj) may be below CAROM_SINGLE_PRECISION. Otherwise return
// `word`.
CAROM_LANE uint64_t carom_if_far2(uint64_t word, double a, double w, double T) {
    const uint64_t beyond = carom_beyond_single(a) | carom_beyond_single(w) | carom_beyond_single(T);
    const uint64_t near = a * T - w * w > CAROM_FAR_FROM_SINGULAR * (a * T) ? word : CAROM_EXTRAORDINARY;
    return beyond ? word : near;
}

CAROM_LANE uint64_t carom_if_far3(uint64_t word, double a, double w1, double w2, double T11, double T12, double T22) {
    const double det = a * (T11 * T22 - T12 * T12) - w1 * (w1 * T22 - w2 * T12) + w2 * (w1 * T12 - w2 * T11);
    const uint64_t beyond = carom_beyond_single(a) | carom_beyond_single(w1) | carom_beyond_single(w2) |
                            carom_beyond_single(T11) | carom_beyond_single(T12) | carom_beyond_single(T22);
    const uint64_t near = det > CAROM_FAR_FROM_SINGULAR * (a * (T11 * T22)) ? word : CAROM_EXTRAORDINARY;
    return beyond ? word : near;
}

// The smallest determinant in 3D. No entry exceeds the bound by its diagonal entries, so the terms of the determinant
// are at most W_nn W_11 W_22. Their rounding is about 1e-15 of that. 1e-10 is far above this rounding, and far below
// the determinants that the laws solve well.
#define CAROM_ORDINARY_DET 1e-10
CAROM_LANE uint64_t carom_if_regular3(uint64_t word, double a, double w1, double w2, double T11, double T12,
                                      double T22) {
    const double minor = T11 * T22 - T12 * T12;
    const double det = a * minor - w1 * (w1 * T22 - w2 * T12) + w2 * (w1 * T12 - w2 * T11);
    word = minor >= 0.0 ? word : CAROM_EXTRAORDINARY;
    word = w1 * w1 <= a * T11 ? word : CAROM_EXTRAORDINARY;
    word = w2 * w2 <= a * T22 ? word : CAROM_EXTRAORDINARY;
    return det > CAROM_ORDINARY_DET * (a * (T11 * T22)) ? word : CAROM_EXTRAORDINARY;
}

CAROM_LANE uint64_t carom_if_between3(uint64_t word, double low, double high, double a, double w1, double w2,
                                      double T11, double T12, double T22, double vn, double v1, double v2) {
    const double sum = a + T11 + T22 + fabs(v1) + fabs(v2) - vn;
    const double lighter = T11 < T22 ? T11 : T22, lightest = a < lighter ? a : lighter;
    const double least = -vn < lightest ? -vn : lightest;
    word = sum <= high ? word : CAROM_EXTRAORDINARY;
    word = least >= low ? word : CAROM_EXTRAORDINARY;
    return carom_if_regular3(word, a, w1, w2, T11, T12, T22);
}

// carom_if_ordinary_<field>(word, x) returns `word` if the coefficient is in the range of its row and not too large. A
// coefficient without an upper limit must not be too small either, because an impulse multiplied by it would lose
// digits by underflow.
#define CAROM_PARAM(number, field, kind, lowest, highest)                                                              \
    CAROM_LANE uint64_t carom_if_ordinary_##field(uint64_t word, double x) {                                           \
        const double most = (highest) < CAROM_ORDINARY_MOST ? (double)(highest) : CAROM_ORDINARY_MOST;                 \
        const double least = (highest) > CAROM_ORDINARY_MOST ? CAROM_ORDINARY_LEAST : 0.0;                             \
        word = x >= (double)(lowest) ? word : CAROM_EXTRAORDINARY;                                                     \
        word = x >= least || x <= 0.0 ? word : CAROM_EXTRAORDINARY;                                                    \
        return x <= most ? word : CAROM_EXTRAORDINARY;                                                                 \
    }
#include "tables/params.def"
#undef CAROM_PARAM

CAROM_LANE bool carom_ordinary2(double a, double w, double T, double vn, double vt) {
    return carom_if_between2(0, CAROM_ORDINARY_LEAST, CAROM_ORDINARY_MOST, a, w, T, vn, vt) == 0;
}

// Returns whether the closed forms apply to a 3D contact.
static inline bool carom_ordinary_space(const carom_contact *c) {
    const double(*W)[3] = c->W, *v = c->v;
    return c->dim == 3 && carom_if_between3(0, CAROM_ORDINARY_LEAST, CAROM_ORDINARY_MOST, W[0][0], W[0][1], W[0][2],
                                            W[1][1], W[1][2], W[2][2], v[0], v[1], v[2]) == 0;
}

#endif
