// Factors a regular W = L D L^T without branches, for several problems at once. It repeats the operations of
// carom_factor (base/ldl.h) in the same order, so the bits are the same. `dim` is a number that the compiler knows. The
// first pivot of carom_factor is always W_nn.
#ifndef CAROM_SRC_LDL_REGULAR_H
#define CAROM_SRC_LDL_REGULAR_H

#include <stdbool.h>

#include "base/lane.h"
#include "base/rank.h"

typedef struct carom_regular {
    double d0, d1, d2;    // pivots
    double L10, L20, L21; // unit lower triangle, in pivot order
    bool swapped;         // the third direction was chosen before the second
    bool regular;         // carom_factor finds full rank as well
} carom_regular;

CAROM_LANE carom_regular carom_factor_regular(int dim, const double W[3][3]) {
    carom_regular f = {.d0 = W[0][0]};
    const double l1 = W[1][0] / f.d0, A11 = W[1][1] - l1 * f.d0 * l1, share1 = A11 / W[1][1];
    if (dim == 2) {
        f.L10 = l1;
        f.d1 = A11;
        f.regular = share1 > CAROM_SINGULAR;
        return f;
    }
    const double l2 = W[2][0] / f.d0, A22 = W[2][2] - l2 * f.d0 * l2, share2 = A22 / W[2][2];
    f.swapped = share2 > share1;
    f.L10 = f.swapped ? l2 : l1;
    f.L20 = f.swapped ? l1 : l2;
    f.d1 = f.swapped ? A22 : A11;
    // The remaining coupling is rounded in the same way as the rows of carom_factor.
    f.L21 = (W[2][1] - f.L20 * f.d0 * f.L10) / f.d1;
    const double last = f.swapped ? A11 : A22, whole = f.swapped ? W[1][1] : W[2][2];
    f.d2 = last - f.L21 * f.d1 * f.L21;
    // The direction with the larger remaining fraction becomes the second pivot.
    const bool second = (share1 > CAROM_SINGULAR) | (share2 > CAROM_SINGULAR), third = f.d2 / whole > CAROM_SINGULAR;
    f.regular = second & third;
    return f;
}

// Solves L y = b.
CAROM_LANE void carom_regular_forward(int dim, const carom_regular *f, const double b[3], double y[3]) {
    const double b1 = b[1], b2 = dim == 3 ? b[2] : 0.0;
    y[0] = b[0];
    y[1] = (f->swapped ? b2 : b1) - f->L10 * y[0];
    y[2] = dim == 3 ? (f->swapped ? b1 : b2) - f->L20 * y[0] - f->L21 * y[1] : 0.0;
}

// Solves W x = b.
CAROM_LANE void carom_regular_solve(int dim, const carom_regular *f, const double b[3], double x[3]) {
    double y[3];
    carom_regular_forward(dim, f, b, y);
    const double last = dim == 3 ? y[2] / f->d2 : 0.0;
    const double second = dim == 3 ? y[1] / f->d1 - f->L21 * last : y[1] / f->d1;
    x[0] = dim == 3 ? y[0] / f->d0 - f->L10 * second - f->L20 * last : y[0] / f->d0 - f->L10 * second;
    x[1] = dim == 3 && f->swapped ? last : second;
    x[2] = dim == 3 ? (f->swapped ? second : last) : 0.0;
}

// Returns x.W^-1 y.
CAROM_LANE double carom_regular_form(int dim, const carom_regular *f, const double x[3], const double y[3]) {
    double left[3], right[3];
    carom_regular_forward(dim, f, x, left);
    carom_regular_forward(dim, f, y, right);
    const double sum = 0.0 + left[0] * right[0] / f->d0 + left[1] * right[1] / f->d1;
    return dim == 3 ? sum + left[2] * right[2] / f->d2 : sum;
}

#endif
