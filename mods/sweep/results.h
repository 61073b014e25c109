// Manages the results of a study. While it runs, its file is replaced again and again by a newer one, each complete. So
// a crash leaves the last one, and there is nothing to repair. Columns are first written to files of their own, the
// pieces, in the folder <file>.parts, and merged when the study is done.
#ifndef CAROM_SWEEP_RESULTS_H
#define CAROM_SWEEP_RESULTS_H

#include "mods/sweep/blocks.h"
#include "mods/sweep/summary.h"
#include "support/hdf5/hdf.h"

typedef struct carom_results {
    const carom_study *study;
    const char *text, *name; // the sweep file, which is stored in the results; the name of the file of results
    carom_summary_shape shape;
    uint64_t *summary;
    double *pivot; // laws x variables
    carom_block_set done;
    bool whole;             // the file has all columns
    carom_hdf_error damage; // a piece that cannot be merged, and why; empty if there is none
} carom_results;

// Creates empty results. Returns false if there is not enough memory; free them in any case.
bool carom_results_new(carom_results *results, const carom_study *study, const char *text, const char *name);
void carom_results_free(carom_results *results);

bool carom_results_complete(const carom_results *results);
uint64_t carom_results_samples(const carom_results *results); // that are done

// Returns the sweep file in a file of results, in new memory, or NULL. Rejects files of other versions.
char *carom_results_text(const char *name, carom_hdf_error *error);

// Reads the file.
bool carom_results_read(carom_results *results, carom_hdf_error *error);

// Replaces the file, with the columns if the study is done and keeps them. Returns false and sets errno on failure.
bool carom_results_write(carom_results *results);

// Returns the size of the file, bytes.
double carom_results_bytes(const carom_study *study);

// The name of a file in the folder of pieces: a piece, the lock, or the folder itself if `file` is empty.
typedef struct carom_parts_name {
    char text[4096];
} carom_parts_name;

// Returns the name, cut if it is too long for any file.
carom_parts_name carom_parts(const char *name, const char *file);

// Return the index of the first column of a law's outputs, and of its codes: status, mode, violations. Inputs are first.
int carom_columns_of_law(const carom_study *study, int law);
int carom_columns_of_codes(const carom_study *study, int law);

// A part of the columns in memory, at most this many blocks.
enum { CAROM_PIECE_BLOCKS = 64 };
typedef struct carom_piece {
    const carom_study *study;
    uint64_t first; // block
    size_t n, room; // samples
    unsigned char *bytes;
} carom_piece;

// Returns false if there is not enough memory; free it in any case.
bool carom_piece_new(carom_piece *piece, const carom_study *study);
void carom_piece_free(carom_piece *piece);

// Copy n numbers of the inputs or of a law behind the first n samples of the piece.
void carom_piece_inputs(carom_piece *piece, size_t n, double *const x[]);
void carom_piece_law(carom_piece *piece, int law, const carom_block_answers *answers);

// Writes the piece. Returns false and sets errno on failure.
bool carom_piece_write(const carom_piece *piece, const char *name);

// Reads n numbers or codes of a column from sample `first`: missing ones are NaN or 255.
bool carom_columns_read(const carom_results *results, int column, uint64_t first, size_t n, void *to,
                        carom_hdf_error *error);

struct carom_store;
// Writes all columns, from the pieces. Returns false if a piece is damaged or missing, or if memory runs out.
bool carom_columns_merge(carom_results *results, struct carom_store *store);

#endif
