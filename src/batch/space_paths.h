// Solves Routh's law in 3D for a block of items. Path followers advance together, one item each, and share the work on
// their power series.
//
// A path follower follows the path of walk/walk.h piece by piece, as carom_collide does. It handles the simple cases,
// in which v_n only rises and the slip is not next to a repelling direction. It needs two kinds of series (walk/piece.h
// contains the mathematics):
//
//   taylor     one step from the present point; Newton's method finds the events on it
//   to a root  all of the remaining slip, around the invariant direction ahead. Only its end is needed:
//              the integrals are then sums of c_n/(n + k), without a power, exponential or logarithm
//
// A path follower depends only on its own item. The results therefore do not depend on the other items, the level or
// the threads. Other items are left to carom_collide.
#ifndef CAROM_SRC_SPACE_PATHS_H
#define CAROM_SRC_SPACE_PATHS_H

#include "batch/block.h"

// The memory that many path followers need, starting at a multiple of CAROM_WALK_ALIGN.
#define CAROM_WALK_ALIGN 64
size_t carom_walk_memory(void);

// Fills P and mode of a block in 3D, with CAROM_EXTRAORDINARY for items that carom_collide must solve. Many path
// followers run if block->memory is given, otherwise few. The results have the same bits.
void carom_walk_block(const carom_level *level, const carom_block *block, carom_restitution restitution);

#endif
