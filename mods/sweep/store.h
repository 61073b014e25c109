// An HDF5 file that survives. HDF5 lays it out once: every dataset contiguous, unfiltered, filled and flushed to disk,
// under another name until it is whole. From then on the file's structure never changes: numbers are written at the
// datasets' known addresses, by any process, and nothing of the file lives in a memory that a crash could lose.
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
    size_t width;     // of TEXT: bytes a string
    const void *data; // its contents if they never change, else NULL
    const char *unit; // attributes; NULL: none
    const char *meaning;
    uint64_t address; // in the file; set by carom_store_open
} carom_store_item;

// An attribute of the root or of a group.
typedef struct carom_store_note {
    const char *path, *name, *text;
    bool checked; // of fixed length, so that it can be read again; the others, which h5py likes better, are for people
} carom_store_note;

typedef struct carom_store {
    int file; // descriptor; -1: closed
    bool writable;
} carom_store;

// Bytes the items take up; UINT64_MAX where no file can hold them.
uint64_t carom_store_bytes(const carom_store_item *items, size_t count);

// Lays out the file and gives it its name when all of it is on disk. Nothing of that name may exist, and what appears
// meanwhile stays: *taken then says that another was first.
bool carom_store_create(const char *name, const carom_store_item *items, size_t count, const carom_store_note *notes,
                        size_t note_count, bool *taken, carom_hdf_error *error);

// Opens a laid-out file and finds the items' addresses; refuses one that lacks an item or has it in another shape, or
// whose checked notes say something else.
bool carom_store_open(carom_store *store, const char *name, bool writable, carom_store_item *items, size_t count,
                      const carom_store_note *notes, size_t note_count, carom_hdf_error *error);
void carom_store_close(carom_store *store);

// Only one run may write: false if another holds the file.
bool carom_store_lock(const carom_store *store, carom_hdf_error *error);

// Bytes of an item from `offset` on. False: errno is set.
bool carom_store_write(const carom_store *store, const carom_store_item *item, uint64_t offset, const void *bytes,
                       size_t count);
bool carom_store_read(const carom_store *store, const carom_store_item *item, uint64_t offset, void *bytes,
                      size_t count);

// What is written so far is on the disk.
bool carom_store_sync(const carom_store *store);

// A text dataset, in new memory; NULL if there is none, or it has more than some megabytes.
char *carom_store_text(const char *name, const char *path, carom_hdf_error *error);

#endif
