// Manages an HDF5 file that survives crashes. HDF5 lays it out once, under a temporary name: every dataset contiguous,
// unfiltered, filled and flushed to disk. After that the structure never changes: any process writes numbers at the
// known addresses of the datasets, and no part of the file is only in memory.
#ifndef CAROM_SWEEP_STORE_H
#define CAROM_SWEEP_STORE_H

#include "mods/sweep/checksum.h"
#include "support/hdf5/hdf.h"

typedef enum carom_store_type { CAROM_STORE_F64, CAROM_STORE_U64, CAROM_STORE_U8, CAROM_STORE_TEXT } carom_store_type;

// A dataset. Missing numbers are NaN in F64, 255 in U8, 0 in U64.
typedef struct carom_store_item {
    char path[192];
    carom_store_type type;
    int rank; // 0 .. 2
    uint64_t dims[2];
    size_t width;     // of TEXT: bytes per string
    const void *data; // its contents if they never change, else NULL
    const char *unit; // attributes; NULL if there are none
    const char *meaning;
    uint64_t address; // in the file; set by carom_store_open
} carom_store_item;

// An attribute of the root or of a group.
typedef struct carom_store_note {
    const char *path, *name, *text;
    bool checked; // has a fixed length, so that it can be read back; others have variable length, which h5py prefers
} carom_store_note;

typedef struct carom_store {
    int file; // descriptor; -1 if closed
    bool writable;
} carom_store;

// Returns the size of the items in bytes; UINT64_MAX if no file can hold them.
uint64_t carom_store_bytes(const carom_store_item *items, size_t count);

// Lays out the file and gives it its name when it is complete on disk. No file of that name may exist. If one appears
// meanwhile, it is kept, and *taken is set.
bool carom_store_create(const char *name, const carom_store_item *items, size_t count, const carom_store_note *notes,
                        size_t note_count, bool *taken, carom_hdf_error *error);

// Opens a laid-out file and finds the items' addresses. Rejects a file in which an item is missing or has another
// shape, or whose checked notes differ.
bool carom_store_open(carom_store *store, const char *name, bool writable, carom_store_item *items, size_t count,
                      const carom_store_note *notes, size_t note_count, carom_hdf_error *error);
void carom_store_close(carom_store *store);

// Locks the file for writing. Returns false if another run holds it.
bool carom_store_lock(const carom_store *store, carom_hdf_error *error);

// Write or read bytes of an item, starting at `offset`. They return false and set errno on failure.
bool carom_store_write(const carom_store *store, const carom_store_item *item, uint64_t offset, const void *bytes,
                       size_t count);
bool carom_store_read(const carom_store *store, const carom_store_item *item, uint64_t offset, void *bytes,
                      size_t count);

// Flushes everything written so far to disk.
bool carom_store_sync(const carom_store *store);

// Reads a text dataset into newly allocated memory. Returns NULL if there is none, or if it has more than a few
// megabytes.
char *carom_store_text(const char *name, const char *path, carom_hdf_error *error);

#endif
