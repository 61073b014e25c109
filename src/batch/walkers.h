// Routh's law in space for a block of items: walkers in step, one item each, who share the work on their power series.
//
// A walker follows the path of walk/walk_space.h piece by piece, as carom_collide does, on a ground where that is
// simple: v_n only rises, the slip is not next to a direction it flees from. It needs two kinds of series
// (walk/series.h has the mathematics):
//   onward     a Taylor piece from where it is; events on it are found by Newton
//   the death  the whole rest of the slip, around the invariant direction ahead. Only its end is asked for:
//              the integrals are then sums of c_n/(n + k), without a power, exponential or logarithm
// What a walker does depends on its own item alone, so the answers do not depend on who walks beside it, on the level
// or on the threads. Items elsewhere are left to carom_collide.
#ifndef CAROM_SRC_WALKERS_H
#define CAROM_SRC_WALKERS_H

#include <stdbool.h>

#include "batch/block.h"
#include "walk/series.h"

// Two vectors of AVX-512, four of AVX2: enough to hide how long an addition takes; with 8 it shows (13 %).
// WebAssembly's stack is 64 KiB.
#ifdef __wasm__
#define CAROM_WALKERS 4
#else
#define CAROM_WALKERS 16
#endif

// 49 terms: with 33 a piece is shorter and more are needed, 65 cost more than they save.
#define CAROM_LANE_TERMS 49

// A series ends where its last terms are this share of the first, and where the slip has changed by some e^FOLDS, its
// square by twice that; as in walk/series.c.
#define CAROM_LANE_TRUNCATION 1e-17
#define CAROM_LANE_FOLDS      3.0

#define CAROM_LANE_BEFORE 6 // zeros before a series, so that its first terms need no special case

// One series per walker, walkers side by side.
typedef double carom_walkers_row[CAROM_WALKERS];

typedef struct carom_lane_series {
    _Alignas(64) carom_walkers_row tau; // where the sums are wanted
    // Asked: y_n = sum_i (m A_i - n C_i) y_(n-i) / n, i = 1..4, from y_0 = 1; m = 1 for y, m = 2 for Y.
    carom_walkers_row A[4], C[4];
    carom_walkers_row hh;       // h^2, t = h tau
    carom_walkers_row power[2]; // the integrals of y are sum c_n tau^n/(n + power[0]); that of Y has power[1]
    carom_walkers_row held;     // 1: the lag is without the start's slip; 0: with it
    // Answered.
    carom_walkers_row y[CAROM_LANE_BEFORE + CAROM_LANE_TERMS], Y[CAROM_LANE_BEFORE + CAROM_LANE_TERMS];
    carom_walkers_row reach;   // up to which tau a Taylor series can be trusted
    carom_walkers_row tail[2]; // the largest of the last four terms
    carom_walkers_row size[2]; // the sum of all terms' sizes
    carom_walkers_row all[2];  // the sum of all terms
    carom_walkers_row over[CAROM_LANE_TERMS][CAROM_INTEGRALS];
    // y and the integrals (walk/series.h, in its order) at tau, up to factors.
    carom_walkers_row y_sum, sum[CAROM_INTEGRALS];
    // Asked.
    bool dying;   // is any power not 1?
    bool working; // are Y and its integral wanted?
} carom_lane_series;

// Fills P and mode for a block in space; CAROM_EXTRAORDINARY where carom_collide must.
void carom_walk_block(const carom_level *level, const carom_block *block, carom_restitution restitution);

#endif
