// What rounding can leave in the quantities an impulse is judged by: v' = v + W P, dE = P.(v + v')/2, |P_t| - mu P_n.
//
// With n components each v'_i is a sum of n products and v_i: off by at most (n + 1) u of the sum of its terms' sizes,
// u = 2^-53. dE is n products of P_i with such sums: off by (2 n + 3) u of its terms' sizes. |P_t| - mu P_n with a
// square root: 5 u. An exact P rounded to doubles adds 2 u to each. The rest of 12 is for the second order and for the
// size, which is itself rounded.
#ifndef CAROM_SRC_ROUNDING_H
#define CAROM_SRC_ROUNDING_H

#include "base/lane.h"

// The share of the terms' sizes that may be rounding, for n components in all.
CAROM_LANE double carom_rounding(int n) {
    return (2.0 * n + 12.0) * 0x1p-53;
}

// Closed forms reach their impulse by a few more operations, whose rounding a velocity or a ratio of forces shows as a
// share of itself (not of the terms that cancel in it): 1e-12; worst seen 7e-14 on generic W, 3e-11 once in 1e6
// problems with v next to the range of a nearly singular W. Their energy needs no such margin: worst seen 4 u.
#define CAROM_CLOSED_ACCURACY 1e-12

#endif
