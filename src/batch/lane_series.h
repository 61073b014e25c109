// The power series of the walkers of batch/space_paths.h, one each, side by side: what is asked of them and what they answer.
// The mathematics is in walk/piece.h, the loops are in batch/series_lanes.h.
#ifndef CAROM_SRC_LANE_SERIES_H
#define CAROM_SRC_LANE_SERIES_H

#include <stdbool.h>

#include "walk/piece.h"

// How many walk in step. MANY: two vectors of AVX-512, four of AVX2, enough to hide how long an addition takes; with 8 it
// shows (15 %). They do not fit the stack that batches may take, and need the caller's memory; without it FEW walk.
#define CAROM_WALKERS_MANY 16
#define CAROM_WALKERS_FEW  4

// 49 terms: with 33 a piece is shorter and more are needed, 65 cost more than they save.
#define CAROM_LANE_TERMS 49

// A series ends where its last terms are this share of the first, and where the slip has changed by some e^FOLDS, its
// square by twice that; as in walk/piece.c.
#define CAROM_LANE_TRUNCATION 1e-17
#define CAROM_LANE_FOLDS      3.0

#define CAROM_LANE_BEFORE 6 // zeros before a series, so that its first terms need no special case

// One series per walker, walkers side by side: rows of one number per walker.
typedef enum carom_series_row {
    CAROM_ROW_TAU, // where the sums are wanted
    // Asked: y_n = sum_i (m A_i - n C_i) y_(n-i) / n, i = 1..4, from y_0 = 1; m = 1 for y, m = 2 for Y.
    CAROM_ROW_A,
    CAROM_ROW_C = CAROM_ROW_A + 4,
    CAROM_ROW_HH = CAROM_ROW_C + 4, // h^2, t = h tau
    CAROM_ROW_POWER,                // the integrals of y are sum c_n tau^n/(n + power); that of Y has the second power
    CAROM_ROW_HELD = CAROM_ROW_POWER + 2, // 1: the lag is without the start's slip; 0: with it
    // Answered.
    CAROM_ROW_REACH,                     // up to which tau a Taylor series can be trusted
    CAROM_ROW_TAIL,                      // of y and of Y: the largest of the last four terms
    CAROM_ROW_SIZE = CAROM_ROW_TAIL + 2, // ... the sum of all terms' sizes
    CAROM_ROW_ALL = CAROM_ROW_SIZE + 2,  // ... the sum of all terms
    // y and the integrals (walk/piece.h, in its order) at tau, up to factors.
    CAROM_ROW_Y_SUM = CAROM_ROW_ALL + 2,
    CAROM_ROW_SUM,
    // The terms, after zeros: of y; of Y, of which the lag's take the place, six rows earlier; of the other integrals.
    CAROM_ROW_FIRST_Y = CAROM_ROW_SUM + CAROM_INTEGRALS, // Y_1
    CAROM_ROW_y,
    CAROM_ROW_Y = CAROM_ROW_y + CAROM_LANE_BEFORE + CAROM_LANE_TERMS,
    CAROM_ROW_OVER = CAROM_ROW_Y + CAROM_LANE_BEFORE + CAROM_LANE_TERMS,
    CAROM_SERIES_ROWS = CAROM_ROW_OVER + CAROM_LANE_TERMS * CAROM_LAG
} carom_series_row;

typedef struct carom_lane_series {
    double *rows;
    int walkers;
    bool to_root; // is any power not 1?
    bool working; // are Y and its integral wanted?
} carom_lane_series;

// The number of one walker in a row.
static inline double *carom_of_walker(const carom_lane_series *series, int row, int lane) {
    return series->rows + row * series->walkers + lane;
}

#endif
