// Reads HDF5 files from untrusted sources. A dataset or attribute is read only if its class, type, rank, extent and
// size are as requested. Its bytes must be contiguous inside this file, or in chunks of the expected size with
// checksums. Rejected are strings of variable length, compressed, external and virtual datasets, and links to other
// files. How HDF5 handles these depends on sizes stated in the file or on other files. HDF5 prints nothing to stderr in
// the meantime. Its last message is returned as the error.
#ifndef CAROM_HDF_HDF_H
#define CAROM_HDF_HDF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The cause of a failure, in a sentence without the name of the file.
typedef struct carom_hdf_error {
    char text[256];
} carom_hdf_error;

// Stores the error. Always returns false, so that a reader can return this value.
bool carom_hdf_fail(carom_hdf_error *error, const char *what, const char *why);

// How the process reports errors of HDF5: a function of one of two kinds, and its argument.
typedef struct carom_hdf_reports {
    bool known; // false: HDF5 did not return the function, and nothing was changed
    int (*of_stack)(int64_t, void *);
    int (*of_default)(void *); // the older kind, if of_stack is not used
    bool older;
    void *data;
} carom_hdf_reports;

// Switches the error reports of HDF5 off, until carom_hdf_restore.
carom_hdf_reports carom_hdf_silence(void);
void carom_hdf_restore(const carom_hdf_reports *before);

typedef struct carom_hdf {
    int64_t file;              // handle of HDF5; -1: closed
    uint64_t bytes;            // size of the file
    carom_hdf_reports reports; // the reports before the file was opened
} carom_hdf;

// Opens a file for reading. Rejects a file that is not regular (a pipe would block) or not HDF5. Call carom_hdf_close
// in any case.
bool carom_hdf_open(carom_hdf *hdf, const char *name, carom_hdf_error *error);
void carom_hdf_close(carom_hdf *hdf);

// Returns true if the path exists. Checks every step of the path and follows no link out of the file.
bool carom_hdf_has(const carom_hdf *hdf, const char *path);

// Returns the number of rows of a dataset as stated in the file; 0 if it is empty or not a dataset of rank 1 or 2.
uint64_t carom_hdf_length(const carom_hdf *hdf, const char *path);

// The type of a dataset. WORD and BYTE have exactly 8 and 1 bytes and are unsigned; INTEGER and REAL have any size.
typedef enum carom_hdf_kind {
    CAROM_HDF_INTEGER,
    CAROM_HDF_REAL,
    CAROM_HDF_WORD,
    CAROM_HDF_BYTE,
    CAROM_HDF_TEXT
} carom_hdf_kind;

// The required shape of a dataset.
typedef struct carom_hdf_shape {
    carom_hdf_kind kind;
    int rank; // 0 .. 2
    uint64_t dims[2];
    size_t width; // bytes per element in the file; 0: any size of this kind
    bool checked; // stored in chunks of carom_hdf_chunk_rows rows with Fletcher32 checksums, not in one piece
} carom_hdf_shape;

// Returns the number of rows in a chunk of a dataset with checksums.
uint64_t carom_hdf_chunk_rows(const carom_hdf_shape *shape);

// Read the whole dataset, or some of its rows, as int, double, uint64_t, uint8_t or bytes of text. Never write more
// than `room` bytes to `out`.
bool carom_hdf_read(const carom_hdf *hdf, const char *path, const carom_hdf_shape *shape, void *out, size_t room,
                    carom_hdf_error *error);
bool carom_hdf_read_rows(const carom_hdf *hdf, const char *path, const carom_hdf_shape *shape, uint64_t first,
                         uint64_t rows, void *out, size_t room, carom_hdf_error *error);

// Returns a text of at most `most` bytes, which is a dataset of one string of fixed length with a checksum, in new
// memory and terminated by a zero; NULL if there is none.
char *carom_hdf_text(const carom_hdf *hdf, const char *path, size_t most, carom_hdf_error *error);

// Returns the same for an attribute of the root. errno is ENOMEM if memory is short, otherwise 0.
char *carom_hdf_note(const carom_hdf *hdf, const char *name, size_t most, carom_hdf_error *error);

#endif
