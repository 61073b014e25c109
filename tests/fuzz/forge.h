// Makes invalid HDF5 files: a table of datasets, each valid or modified in one of the ways that an attacker would use.
#ifndef CAROM_TESTS_FUZZ_FORGE_H
#define CAROM_TESTS_FUZZ_FORGE_H

#include <hdf5.h>

#include "fuzz.h"

typedef struct forge_item {
    const char *path;
    bool real; // data of type double, otherwise int
    int rank;
    hsize_t dims[2];
    const void *data;
} forge_item;

// Returns the file in new memory; nothing is written to disk. The bytes determine the changes.
uint8_t *forge_file(fuzz_bytes *b, const forge_item *items, int count, size_t *size);

#endif
