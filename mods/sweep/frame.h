// What of a file of results never changes once it is laid out: HDF5's own structures, the names, the study. A block before
// HDF5's first byte tells where the rest lies, and holds a checksum of all but the rest, which is looked at before HDF5 reads
// any of it: a damaged structure could make it crash.
#ifndef CAROM_SWEEP_FRAME_H
#define CAROM_SWEEP_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A part of the file that changes.
typedef struct carom_frame_piece {
    uint64_t from, bytes;
} carom_frame_piece;

// Room for the block of so many: a power of two, as HDF5 wants it.
uint64_t carom_frame_room(size_t pieces);

// Writes the block of a file that is laid out; sorts the pieces. False: errno is set.
bool carom_frame_seal(int file, carom_frame_piece *pieces, size_t count);

typedef enum carom_frame_state {
    CAROM_FRAME_WHOLE,
    CAROM_FRAME_NONE, // no such block: no file of ours, or of an older version
    CAROM_FRAME_BROKEN,
    CAROM_FRAME_UNREAD // memory ended, or the disk; errno is set
} carom_frame_state;
carom_frame_state carom_frame_look(const char *name);

#endif
