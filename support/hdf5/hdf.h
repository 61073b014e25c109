// Reading HDF5 files that anybody may have made. One way in: a dataset or attribute is handed over only if its class,
// type, rank, extent and size are what was asked for and its bytes lie plainly inside this very file. So refused are
// strings of variable length, compressed, chunked, external and virtual datasets, and links into other files: what
// HDF5 does with those depends on sizes that the file states, or on other files.
// HDF5 says nothing on stderr meanwhile; its last word comes back as the error.
#ifndef CAROM_HDF_HDF_H
#define CAROM_HDF_HDF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What went wrong, in a sentence without the file's name.
typedef struct carom_hdf_error {
    char text[256];
} carom_hdf_error;

// Always false, so that a reader can return it.
bool carom_hdf_fail(carom_hdf_error *error, const char *what, const char *why);

// How the process has HDF5 report errors: a function of either of its two kinds, and what that is called with.
typedef struct carom_hdf_reports {
    bool known; // else HDF5 would not say, and nothing was changed
    int (*of_stack)(int64_t, void *);
    int (*of_default)(void *); // the older kind, where of_stack is not in use
    bool older;
    void *data;
} carom_hdf_reports;

// HDF5 reports nothing until its reports are restored.
carom_hdf_reports carom_hdf_silence(void);
void carom_hdf_restore(const carom_hdf_reports *before);

typedef struct carom_hdf {
    int64_t file;              // HDF5's handle; -1: closed
    uint64_t bytes;            // of the file
    carom_hdf_reports reports; // before it was opened
} carom_hdf;

// Opens a file for reading; refuses what is no regular file (a pipe would never answer) and no HDF5 file. Close it in
// any case.
bool carom_hdf_open(carom_hdf *hdf, const char *name, carom_hdf_error *error);
void carom_hdf_close(carom_hdf *hdf);

// Is there anything at this path? Every step is looked at, none followed out of the file.
bool carom_hdf_has(const carom_hdf *hdf, const char *path);

// How many numbers a dataset of one dimension holds, by what the file states; 0 if it is none, or empty.
uint64_t carom_hdf_length(const carom_hdf *hdf, const char *path);

typedef enum carom_hdf_kind { CAROM_HDF_INTEGER, CAROM_HDF_REAL, CAROM_HDF_TEXT } carom_hdf_kind;

// What a dataset must be.
typedef struct carom_hdf_shape {
    carom_hdf_kind kind;
    int rank; // 0 .. 2
    uint64_t dims[2];
    size_t width; // bytes of an element in the file; 0: any that the kind has
} carom_hdf_shape;

// Reads all of it: as int, as double, or as bytes of text. `room` is what `out` holds, in bytes; more is never written.
bool carom_hdf_read(const carom_hdf *hdf, const char *path, const carom_hdf_shape *shape, void *out, size_t room,
                    carom_hdf_error *error);

// Where its bytes lie in the file: all of them in one piece, behind another, before the file's end. Numbers must be
// little-endian.
bool carom_hdf_address(const carom_hdf *hdf, const char *path, const carom_hdf_shape *shape, uint64_t *address,
                       carom_hdf_error *error);

// A single text of fixed length, at most `most` bytes, in new memory and closed by a zero; NULL if there is none.
char *carom_hdf_text(const carom_hdf *hdf, const char *path, size_t most, carom_hdf_error *error);

// The same of an attribute of the root. errno is ENOMEM where memory ended, else 0.
char *carom_hdf_note(const carom_hdf *hdf, const char *name, size_t most, carom_hdf_error *error);

#endif
