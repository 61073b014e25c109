// The power series of the path followers of batch/space_paths.h, stored side by side, one for each follower. Each
// follower has a column with its input and results. The mathematics is in walk/piece.h, and the loops are in
// batch/series_lanes.h.
#ifndef CAROM_SRC_LANE_SERIES_H
#define CAROM_SRC_LANE_SERIES_H

#include <stdbool.h>

#include "walk/piece.h"

// Number of path followers that advance together. MANY is two vectors of AVX-512 or four of AVX2, which hides the
// latency of an addition. With 8, batches are 15 % slower. MANY followers do not fit on the stack and need memory from
// the caller. Without that memory, FEW are used.
#define CAROM_WALKERS_MANY 16
#define CAROM_WALKERS_FEW  4

// With 33 terms a piece is shorter and more pieces are needed; 65 terms cost more than they save.
#define CAROM_LANE_TERMS 49

// A series ends where its last terms are this fraction of the first. It also ends where the slip has changed by a
// factor of about e^FOLDS, as in walk/piece.c.
#define CAROM_LANE_TRUNCATION 1e-17
#define CAROM_LANE_FOLDS      3.0

#define CAROM_LANE_BEFORE 6 // zeros before a series, so that its first terms need no special case

// Rows with one number per path follower, side by side.
typedef enum carom_series_row {
    CAROM_ROW_TAU, // tau at which the sums are evaluated
    // Input. y_0 is 1; m is 1 for y and 2 for Y.
    //   y_n = sum_i (m A_i - n C_i) y_(n-i) / n, i = 1..4
    CAROM_ROW_A,
    CAROM_ROW_C = CAROM_ROW_A + 4,
    CAROM_ROW_HH = CAROM_ROW_C + 4, // h^2, t = h tau
    CAROM_ROW_POWER,                // the integrals of y are sum c_n tau^n/(n + power); that of Y uses the second power
    CAROM_ROW_HELD = CAROM_ROW_POWER + 2, // 1 if the lag excludes the initial slip, 0 if it includes it
    // Results.
    CAROM_ROW_REACH,                     // largest tau for which a Taylor series is accurate
    CAROM_ROW_TAIL,                      // of y and of Y: the largest of the last four terms
    CAROM_ROW_SIZE = CAROM_ROW_TAIL + 2, // of y and of Y: the sum of the absolute values of all terms
    CAROM_ROW_ALL = CAROM_ROW_SIZE + 2,  // of y and of Y: the sum of all terms
    // y and the integrals (walk/piece.h, in its order) at tau, up to factors.
    CAROM_ROW_Y_SUM = CAROM_ROW_ALL + 2,
    CAROM_ROW_SUM,
    // The terms, after zeros: of y, of Y, and of the other integrals. Those of the lag overwrite those of Y, six rows
    // earlier.
    CAROM_ROW_FIRST_Y = CAROM_ROW_SUM + CAROM_INTEGRALS, // Y_1
    CAROM_ROW_y,
    CAROM_ROW_Y = CAROM_ROW_y + CAROM_LANE_BEFORE + CAROM_LANE_TERMS,
    CAROM_ROW_OVER = CAROM_ROW_Y + CAROM_LANE_BEFORE + CAROM_LANE_TERMS,
    CAROM_SERIES_ROWS = CAROM_ROW_OVER + CAROM_LANE_TERMS * CAROM_LAG
} carom_series_row;

typedef struct carom_lane_series {
    double *rows;
    int walkers;
    bool to_root; // true if `power` of some follower differs from 1, which is so around a root
    bool working; // true if Y and its integral are needed, for the normal work
} carom_lane_series;

// Returns the number of one path follower in a row.
static inline double *carom_of_walker(const carom_lane_series *series, int row, int lane) {
    return series->rows + row * series->walkers + lane;
}

#endif
