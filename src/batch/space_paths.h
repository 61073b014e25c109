// Routh's law in space for a block of items: walkers in step, one item each, who share the work on their power series.
//
// A walker follows the path of walk/walk.h piece by piece, as carom_collide does, where that is simple: v_n only rises,
// and the slip is not next to a direction that repels it. It needs two kinds of series (walk/piece.h has the mathematics):
//
//   taylor     a step from where it is; events on it are found by Newton
//   to a root  the whole rest of the slip, around the invariant direction ahead. Only its end is asked for:
//              the integrals are then sums of c_n/(n + k), without a power, exponential or logarithm
//
// What a walker does depends on its own item alone, so the answers do not depend on who walks beside it, on the level
// or on the threads. Other items are left to carom_collide.
#ifndef CAROM_SRC_WALKERS_H
#define CAROM_SRC_WALKERS_H

#include "batch/block.h"

// How much memory the many need, from an address that is a multiple of CAROM_WALK_ALIGN on.
#define CAROM_WALK_ALIGN 64
size_t carom_walk_memory(void);

// Fills P and mode for a block in space; CAROM_EXTRAORDINARY where carom_collide must. Many walk in
// block->memory, few without it, and to the same bits.
void carom_walk_block(const carom_level *level, const carom_block *block, carom_restitution restitution);

#endif
