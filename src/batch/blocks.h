// Processes a batch block by block: chooses the vectorised code, copies columns into a block, and copies results back.
#ifndef CAROM_SRC_BLOCKS_H
#define CAROM_SRC_BLOCKS_H

#include <stdbool.h>

#include "batch/block.h"

// Scratch memory for the columns of one block that are not contiguous or not requested. With 10 KiB of numbers, blocks
// are full if the columns are contiguous, and shorter if many of them must be copied.
#define CAROM_SCRATCH_ROOM 1280
typedef struct carom_scratch {
    size_t used, block; // numbers in use; items in a block
    uint64_t mode[CAROM_BLOCK], broken[CAROM_BLOCK];
    uint8_t bytes[CAROM_BLOCK];
    double room[CAROM_SCRATCH_ROOM];
} carom_scratch;

typedef struct carom_job {
    const carom_level *level;
    const carom_law *law;
    const carom_batch_in *in;
    const carom_batch_out *out;
    int lanes;  // index of its row in laws_lanes.def, and of its functions in a level
    int params; // number of coefficients of the row
    const carom_param *which;
    carom_column W[CAROM_W_COLUMNS];           // upper triangle, row by row
    carom_column param[CAROM_LANE_PARAMS];     // in the order of the row
    const double *standard[CAROM_LANE_PARAMS]; // values of omitted coefficients; NULL if none is omitted
    carom_column rest_speed;
    carom_accuracy accuracy;
    bool by_speed; // some coefficient of these items depends on speed
    bool judged;   // v, dE or the violations are requested
    void *memory;  // memory of the path followers, or NULL
} carom_job;

carom_job carom_job_begin(const carom_level *level, const carom_law *law, const carom_batch_in *in,
                          const carom_batch_out *out);

// Returns whether a coefficient of the items first .. end - 1 depends on speed.
bool carom_any_by_speed(const carom_batch_in *in, size_t first, size_t end);

// Returns how many items fit in a block.
size_t carom_block_size(const carom_job *j);

carom_block carom_load_block(const carom_job *j, size_t first, size_t n, carom_scratch *r);
// Copies the results of a block. Returns how many are CAROM_EXTRAORDINARY.
size_t carom_store_block(const carom_job *j, const carom_block *b, size_t first, carom_scratch *r);

// Return the dimensions in which a law is vectorised, and the number of bytes of memory that its batches need to run at
// full speed.
unsigned carom_batch_lanes(const carom_law *law);
size_t carom_batch_memory(const carom_law *law, int dim);

#endif
