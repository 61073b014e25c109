// A block of items, contiguous and close to the processor: what the lanes work on, and the levels they are built for.
#ifndef CAROM_SRC_BLOCK_H
#define CAROM_SRC_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "base/each.h"
#include "carom/batch.h"
#include "collide/admissibility.h"

// Items in a block. 256: at 128 the time between blocks shows (8 %), at 512 nothing more is gained, and the columns of
// a block no longer fit the first-level cache. WebAssembly's stack is 64 KiB, so a quarter of that there.
#ifdef __wasm__
#define CAROM_BLOCK 64
#else
#define CAROM_BLOCK 256
#endif

// Upper triangle of W, row by row: 3 columns in the plane, 6 in space.
#define CAROM_W_COLUMNS 6

// The most parameters that a law reads in lanes.
#define CAROM_LANE_PARAMS CAROM_MAX_EACH

typedef struct carom_block {
    size_t n;
    const double *W[CAROM_W_COLUMNS];
    const double *v[3];
    const double *p[CAROM_LANE_PARAMS]; // the law's parameters, in the order of its row
    const double *cone;                 // the friction the cone is judged by
    carom_accuracy accuracy;            // the law is judged by
    double *P[3];
    double *after[3];
    double *dE;
    uint64_t *mode;   // a carom_mode each, or CAROM_EXTRAORDINARY
    uint64_t *broken; // CAROM_VIOLATION_* bits
    void *memory;     // for walkers (batch/space_paths.h), or NULL
} carom_block;

// The derivatives of a block in the plane, column by column: v_n, v_t, W_nn, W_nt, W_tt, then the parameters of the row.
// Tangents go from x to P, after and dE; cotangents from those to x.
enum { CAROM_MOVED = 5 + CAROM_LANE_PARAMS };
typedef struct carom_moves {
    const double *from[CAROM_MOVED]; // tangents of x; or, first, cotangents of P, after and dE
    double *to[CAROM_MOVED];         // and what is made of them
    uint64_t *smooth;                // a carom_smoothness each, or CAROM_EXTRAORDINARY
} carom_moves;

struct carom_lane_series;
typedef void carom_lanes_fn(const carom_block *block);
typedef void carom_moves_fn(const carom_block *block, const carom_moves *moves);

typedef enum carom_lanes {
#define CAROM_LANES_PLANE(id, ...) CAROM_LANES_##id,
#define CAROM_LANES_SPACE(id, ...) CAROM_LANES_##id,
#define CAROM_LANES_WALK(id, ...)  CAROM_LANES_##id,
#include "batch/laws_lanes.def"
    CAROM_LANES_COUNT
} carom_lanes;

// The same source built for one instruction set.
typedef struct carom_level {
    const char *name;
    carom_lanes_fn *solve[CAROM_LANES_COUNT]; // fills P and mode
    carom_moves_fn *push[CAROM_LANES_COUNT];  // the same, and tangents; NULL where a law has none in lanes
    carom_moves_fn *pull[CAROM_LANES_COUNT];  // and cotangents
    carom_lanes_fn *judge[2];                 // plane, space: fills after, dE and broken
    // Words to bytes. Returns how many are CAROM_EXTRAORDINARY.
    size_t (*narrow)(size_t n, const uint64_t *words, uint8_t *bytes);
    // For the walkers of batch/space_paths.h: the terms of their series, and the sums at tau; for few of them,
    // and for many.
    void (*expand[2])(struct carom_lane_series *series);
    void (*sum[2])(struct carom_lane_series *series);
} carom_level;

// NULL where the build does not have the level.
const carom_level *carom_level_baseline(void);
const carom_level *carom_level_v3(void);
const carom_level *carom_level_v4(void);

// In rising order; NULL where this build or this machine does not have it.
#define CAROM_LEVEL_COUNT 3
const carom_level *carom_level_at(int index);

// carom_collide_batch_part at a chosen level.
carom_status carom_batch_at(const carom_level *level, const carom_law *law, size_t n, const carom_batch_in *in,
                            const carom_batch_out *out, size_t part, size_t parts);

#endif
