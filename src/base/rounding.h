// Bounds the rounding errors of the quantities by which an impulse is judged. With n components, u = 2^-53, and
// relative to the sum of the sizes of the terms, the errors are at most
//   v'_i = v_i + (W P)_i      (n + 1) u     a sum of n products and v_i
//   dE = P.(v + v')/2         (2 n + 3) u   a sum of n products of P_i with such sums
//   |P_t| - mu P_n            5 u           contains a square root
// Rounding an exact P to doubles adds 2 u to each. The limit of 12 also covers second-order terms and the rounding of
// the sizes.
#ifndef CAROM_SRC_ROUNDING_H
#define CAROM_SRC_ROUNDING_H

#include "base/lane.h"

// Returns the largest rounding error for n components, as a fraction of the sizes of the terms.
CAROM_LANE double carom_rounding(int n) {
    return (2.0 * n + 12.0) * 0x1p-53;
}

// Closed forms need a few more operations to compute their impulse. In a velocity or a ratio of forces, their rounding
// is a fraction of the quantity itself, not of terms that cancel in it. The largest errors seen were 7e-14 on generic
// W, and 3e-11 once in 1e6 problems with v next to the range of a nearly singular W. Their energy needs no such margin;
// the largest error seen was 4 u.
#define CAROM_CLOSED_ACCURACY 1e-12

#endif
