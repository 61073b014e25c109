// A batch block by block: which lanes answer it, its columns into a block, and answers back into columns.
#ifndef CAROM_SRC_BLOCKS_H
#define CAROM_SRC_BLOCKS_H

#include <stdbool.h>

#include "batch/block.h"

// Room for the columns of one block that are not contiguous, or not asked for. 10 KiB of numbers: blocks are full where
// the columns are contiguous, and shorter where many of them must be copied.
#define CAROM_SCRATCH_ROOM 1280
typedef struct carom_scratch {
    size_t used, block; // numbers taken; items in a block
    uint64_t mode[CAROM_BLOCK], broken[CAROM_BLOCK];
    uint8_t bytes[CAROM_BLOCK];
    double room[CAROM_SCRATCH_ROOM];
} carom_scratch;

typedef struct carom_job {
    const carom_level *level;
    const carom_law *law;
    const carom_batch_in *in;
    const carom_batch_out *out;
    int lanes;  // its row, and function in the level
    int params; // of the row, and which
    const carom_param *which;
    carom_column W[CAROM_W_COLUMNS];           // upper triangle, row by row
    carom_column param[CAROM_LANE_PARAMS];     // in the order of the row
    const double *standard[CAROM_LANE_PARAMS]; // what one that is left out stands for; NULL: none is
    carom_column rest_speed;
    carom_accuracy accuracy;
    bool by_speed; // some coefficient of these items depends on speed
    bool judged;   // v, dE or broken is asked for
    void *memory;  // for walkers, or NULL
} carom_job;

carom_job carom_job_begin(const carom_level *level, const carom_law *law, const carom_batch_in *in,
                          const carom_batch_out *out);

// Does a coefficient of the items first .. end - 1 depend on speed?
bool carom_any_by_speed(const carom_batch_in *in, size_t first, size_t end);

// How many items a block has room for.
size_t carom_block_size(const carom_job *j);

carom_block carom_load_block(const carom_job *j, size_t first, size_t n, carom_scratch *r);
// Returns how many are CAROM_EXTRAORDINARY.
size_t carom_store_block(const carom_job *j, const carom_block *b, size_t first, carom_scratch *r);

// A column's items from `first` on, in place if they are contiguous; and room for answers, with their way back.
const double *carom_load(carom_column column, size_t first, size_t n, carom_scratch *r);
double *carom_place(carom_column_out column, size_t first, carom_scratch *r);
void carom_store_column(carom_column_out column, const double *from, size_t first, size_t n);
size_t carom_store_words(const carom_job *j, carom_byte_column_out column, const uint64_t *words, size_t first,
                         size_t n, uint8_t *room);

// The dimensions in which a law runs in lanes, and the bytes of memory with which a batch of it runs at full speed.
unsigned carom_batch_lanes(const carom_law *law);
size_t carom_batch_memory(const carom_law *law, int dim);

#endif
