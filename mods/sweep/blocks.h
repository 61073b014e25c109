// Stores which blocks of a study are done, as runs of consecutive blocks in ascending order.
#ifndef CAROM_SWEEP_BLOCKS_H
#define CAROM_SWEEP_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Consecutive blocks.
typedef struct carom_blocks {
    uint64_t first, count;
} carom_blocks;

typedef struct carom_block_set {
    carom_blocks *run;
    size_t runs, room;
    uint64_t total;  // number of blocks
    bool runs_apart; // runs that touch are not joined
} carom_block_set;

// Adds blocks, of which none may be in the set. Returns false if memory runs out.
bool carom_block_set_add(carom_block_set *set, carom_blocks blocks);

// Returns the first blocks from `from` up to `end` that are not in the set, at most `most`; count 0 if there are none.
carom_blocks carom_block_set_missing(const carom_block_set *set, uint64_t from, uint64_t end, uint64_t most);

#endif
