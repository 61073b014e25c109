// The file of a study: its layout, the state that a crash cannot spoil, and the summaries as people read them.
#ifndef CAROM_SWEEP_RESULTS_H
#define CAROM_SWEEP_RESULTS_H

#include "mods/sweep/layout.h"

// Which blocks are committed: all below `prefix`, and those of the window behind it. The window bounds how far ahead
// of the slowest block others may run; 262144 blocks are 5.4e8 samples.
enum { CAROM_WINDOW = 262144, CAROM_WINDOW_WORDS = CAROM_WINDOW / 64 };

// What a commit writes; a summary follows it in memory and in the file.
typedef struct carom_sweep_state {
    uint64_t prefix;
    uint64_t window[CAROM_WINDOW_WORDS]; // bit b % CAROM_WINDOW for block b
} carom_sweep_state;

enum { CAROM_PROGRESS_WORDS = sizeof(carom_sweep_state) / sizeof(uint64_t) };

typedef struct carom_results {
    const carom_study *study;
    carom_summary_shape shape;
    carom_store store;
    carom_layout layout;
    uint64_t *state; // carom_sweep_state, then the summary
    size_t state_words;
    uint64_t sequence; // of the last commit
    uint64_t key;      // of the study's text: a state belongs to it, or is not believed
} carom_results;

// Plans the file; false if memory ends. `text` is the sweep file, kept in the results.
bool carom_results_plan(carom_results *results, const carom_study *study, const char *text);
void carom_results_free(carom_results *results);

// A new file, or an old one with its last committed state. *taken: the name was free, and then another run had it.
bool carom_results_create(carom_results *results, const char *name, bool *taken, carom_hdf_error *error);
bool carom_results_open(carom_results *results, const char *name, bool writable, carom_hdf_error *error);

carom_sweep_state *carom_results_progress(carom_results *results);
uint64_t *carom_results_summary(carom_results *results);
bool carom_progress_has(const carom_sweep_state *progress, uint64_t block);
void carom_progress_set(carom_sweep_state *progress, uint64_t block);
uint64_t carom_progress_blocks(const carom_sweep_state *progress);

// Are the columns of every committed block what was written? False: the error names the block, or what failed.
bool carom_results_verify(carom_results *results, carom_hdf_error *error);

// Columns of a block: its inputs, one law's outputs, modes and statuses, and in the end the checksum of them all, which
// `sum` gathers from 0 on in this order. Nothing to do unless they are kept.
bool carom_results_inputs(const carom_results *results, uint64_t first, size_t n, double *const x[], uint64_t *sum);
bool carom_results_law(const carom_results *results, int law, const carom_block_answers *block, uint64_t *sum);
bool carom_results_sum(const carom_results *results, uint64_t block, uint64_t sum);

// Data to disk, then the state that says it is there. errno is set if it fails.
bool carom_results_commit(carom_results *results);

// Writes the summaries as datasets. Called when a run ends; when the study is done both slots get their last form, so
// that the file does not tell how often it was interrupted.
bool carom_results_render(carom_results *results, const double *pivot);
bool carom_results_seal(carom_results *results);

#endif
