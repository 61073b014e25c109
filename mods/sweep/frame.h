// What of a file of results never changes once it is laid out: HDF5's own structures, the names, the study. A block before
// HDF5's first byte tells where the rest lies, and holds a checksum of all but the rest, which is looked at before HDF5 reads
// any of it: a damaged structure could make it crash.
#ifndef CAROM_SWEEP_FRAME_H
#define CAROM_SWEEP_FRAME_H

#include "mods/sweep/store.h"

// Room for the block: a power of two, as HDF5 wants it.
uint64_t carom_frame_room(const carom_store_item *items, size_t count);

// Writes the block of a file that is laid out, whose items have their addresses. False: errno is set.
bool carom_frame_seal(int file, const carom_store_item *items, size_t count);

typedef enum carom_frame_state {
    CAROM_FRAME_WHOLE,
    CAROM_FRAME_NONE, // no such block: no file of ours, or of an older version
    CAROM_FRAME_BROKEN
} carom_frame_state;
carom_frame_state carom_frame_look(const char *name);

#endif
