// Protects the parts of a results file that never change after its creation: the structures of HDF5, the names, and the
// study. A block before the first byte of HDF5 lists the changing parts and holds a checksum of the others. It is
// checked before HDF5 reads the file, because a damaged structure could make HDF5 crash.
#ifndef CAROM_SWEEP_FRAME_H
#define CAROM_SWEEP_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A part of the file that changes.
typedef struct carom_frame_piece {
    uint64_t from, bytes;
} carom_frame_piece;

// Returns the size of the block for this many pieces: a power of two, as HDF5 requires.
uint64_t carom_frame_room(size_t pieces);

// Writes the block of a file that is laid out, and sorts the pieces. Returns false and sets errno on failure.
bool carom_frame_seal(int file, carom_frame_piece *pieces, size_t count);

typedef enum carom_frame_state {
    CAROM_FRAME_WHOLE,
    CAROM_FRAME_NONE, // no such block: not a file of results
    CAROM_FRAME_BROKEN,
    CAROM_FRAME_UNREAD // not enough memory, or a read error; errno is set
} carom_frame_state;
carom_frame_state carom_frame_look(const char *name);

#endif
