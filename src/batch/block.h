// A block of items in contiguous memory that fits the cache, on which the vectorised code works. Also defines the
// instruction sets for which that code is built.
#ifndef CAROM_SRC_BLOCK_H
#define CAROM_SRC_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "base/each.h"
#include "carom/batch.h"
#include "collide/admissibility.h"

// Number of items in a block. With 128 the overhead per block is noticeable (8 %). With 512 there is no further gain,
// and the columns of a block no longer fit in the first-level cache. WebAssembly has a stack of only 64 KiB, so its
// blocks are a quarter as long.
#ifdef __wasm__
#define CAROM_BLOCK 64
#else
#define CAROM_BLOCK 256
#endif

// The upper triangle of W by rows: 3 columns in 2D, 6 in 3D.
#define CAROM_W_COLUMNS 6

// The largest number of coefficients of a law that the vectorised code reads.
#define CAROM_LANE_PARAMS CAROM_MAX_EACH

typedef struct carom_block {
    size_t n;
    const double *W[CAROM_W_COLUMNS];
    const double *v[3];
    const double *p[CAROM_LANE_PARAMS]; // coefficients of the law, in the order of its row in laws_lanes.def
    const double *cone;                 // friction coefficient of the cone by which results are judged
    carom_accuracy accuracy;            // accuracy by which the law is judged
    double *P[3];
    double *after[3];
    double *dE;
    uint64_t *mode;   // a carom_mode for each item, or CAROM_EXTRAORDINARY
    uint64_t *broken; // CAROM_VIOLATION_* bits
    void *memory;     // memory of the path followers (batch/space_paths.h), or NULL
} carom_block;

struct carom_lane_series;
typedef void carom_lanes_fn(const carom_block *block);

typedef enum carom_lanes {
#define CAROM_LANES_PLANE(id, ...) CAROM_LANES_##id,
#define CAROM_LANES_SPACE(id, ...) CAROM_LANES_##id,
#define CAROM_LANES_WALK(id, ...)  CAROM_LANES_##id,
#include "batch/laws_lanes.def"
    CAROM_LANES_COUNT
} carom_lanes;

// The functions of the same source, compiled for one instruction set.
typedef struct carom_level {
    const char *name;
    carom_lanes_fn *solve[CAROM_LANES_COUNT]; // fills P and mode
    carom_lanes_fn *judge[2];                 // for 2D and for 3D: fills after, dE and the violations
    // Converts words to bytes. Returns how many are CAROM_EXTRAORDINARY.
    size_t (*narrow)(size_t n, const uint64_t *words, uint8_t *bytes);
    // Compute the terms of the series and their sums at tau, for the path followers of batch/space_paths.h. One version
    // is for few path followers and one for many.
    void (*expand[2])(struct carom_lane_series *series);
    void (*sum[2])(struct carom_lane_series *series);
} carom_level;

// Return the functions of one level; NULL if the build does not have them.
const carom_level *carom_level_baseline(void);
const carom_level *carom_level_v3(void);
const carom_level *carom_level_v4(void);

// The levels, the baseline first; an entry is NULL if this build or this machine does not have the level.
#define CAROM_LEVEL_COUNT 3
const carom_level *carom_level_at(int index);

// Performs carom_collide_batch_part at a chosen level.
carom_status carom_batch_at(const carom_level *level, const carom_law *law, size_t n, const carom_batch_in *in,
                            const carom_batch_out *out, size_t part, size_t parts);

#endif
