// HDF5 files with things wrong: a table of datasets, each as it must be or bent in one of the ways an enemy would try.
#ifndef CAROM_TESTS_FUZZ_FORGE_H
#define CAROM_TESTS_FUZZ_FORGE_H

#include <hdf5.h>

#include "fuzz.h"

typedef struct forge_item {
    const char *path;
    bool real; // numbers with a point, as doubles; else ints
    int rank;
    hsize_t dims[2];
    const void *data;
} forge_item;

// The file in new memory, made without touching a disk. What is bent is taken from the bytes.
uint8_t *forge_file(fuzz_bytes *b, const forge_item *items, int count, size_t *size);

#endif
