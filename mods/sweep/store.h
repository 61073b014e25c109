// Writes an HDF5 file of datasets with checksums. It has a temporary name until it is complete on disk, so a file with
// its own name is always whole. Failures are remembered, and carom_store_end reports them.
#ifndef CAROM_SWEEP_STORE_H
#define CAROM_SWEEP_STORE_H

#include "support/atomic_file/atomic_file.h"
#include "support/hdf5/hdf.h"

typedef struct carom_store {
    carom_file_place place;
    int64_t file; // handle of HDF5
    carom_hdf_reports reports;
    bool fine;  // nothing has failed yet
    int reason; // errno of the first failure
} carom_store;

// Begins a file that will have at least this many bytes, so that a full disk is noticed here. End it in any case.
void carom_store_begin(carom_store *store, const char *name, uint64_t bytes);

// Creates a group.
void carom_store_group(carom_store *store, const char *path);

// Creates a dataset. If `data` is NULL, all its rows must be written later. `unit` and `meaning` may be NULL.
void carom_store_put(carom_store *store, const char *path, const carom_hdf_shape *shape, const char *unit,
                     const char *meaning, const void *data);

// Writes some rows of a dataset.
void carom_store_rows(carom_store *store, const char *path, const carom_hdf_shape *shape, uint64_t first, uint64_t rows,
                      const void *data);

// Adds an attribute to the root, a group or a dataset.
void carom_store_note(carom_store *store, const char *path, const char *name, const char *text);

// Remembers a failure that the caller found, by its errno.
void carom_store_fail(carom_store *store, int reason);

// Gives the file its name if nothing failed, replacing an older one. Otherwise returns false and sets errno, and no file
// is left.
bool carom_store_end(carom_store *store);

#endif
