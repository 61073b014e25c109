// Manages the file of a study: its layout, a state that survives crashes, and the summaries.
#ifndef CAROM_SWEEP_RESULTS_H
#define CAROM_SWEEP_RESULTS_H

#include "mods/sweep/layout.h"

// Committed blocks: all below `prefix`, and those of the window after it. The window limits how far other blocks may be
// ahead of the slowest one; 262144 blocks are 5.4e8 samples.
enum { CAROM_WINDOW = 262144, CAROM_WINDOW_WORDS = CAROM_WINDOW / 64 };

// The data of a commit; a summary follows it in memory and in the file.
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
    uint64_t sequence; // number of the last commit
    uint64_t key;      // of the study's text: a state with another key is ignored
} carom_results;

// Plans the file. Returns false if there is not enough memory. `text` is the sweep file, stored in the results.
bool carom_results_plan(carom_results *results, const carom_study *study, const char *text);
void carom_results_free(carom_results *results);

// Create a new file, or open an old one with its last committed state. *taken: the name was free, but another run has
// just created the file.
bool carom_results_create(carom_results *results, const char *name, bool *taken, carom_hdf_error *error);
bool carom_results_open(carom_results *results, const char *name, bool writable, carom_hdf_error *error);

carom_sweep_state *carom_results_progress(carom_results *results);
uint64_t *carom_results_summary(carom_results *results);
bool carom_progress_has(const carom_sweep_state *progress, uint64_t block);
void carom_progress_set(carom_sweep_state *progress, uint64_t block);
uint64_t carom_progress_blocks(const carom_sweep_state *progress);

// Checks the columns of every committed block. On failure returns false; the error names the block or the cause.
bool carom_results_verify(carom_results *results, carom_hdf_error *error);

// Write columns of a block: its inputs, one law's outputs, modes and statuses, and at the end the checksum of them all.
// `sum` starts at 0 and is updated in this order. They do nothing unless columns are kept.
bool carom_results_inputs(const carom_results *results, uint64_t first, size_t n, double *const x[], uint64_t *sum);
bool carom_results_law(const carom_results *results, int law, const carom_block_answers *block, uint64_t *sum);
bool carom_results_sum(const carom_results *results, uint64_t block, uint64_t sum);

// Writes data to disk, then the state that marks it as complete. Returns false and sets errno on failure.
bool carom_results_commit(carom_results *results);

// Writes the summaries as datasets, at the end of a run. If the study is done, both slots get their final form, so that
// the file does not depend on interruptions.
bool carom_results_render(carom_results *results, const double *pivot);
bool carom_results_seal(carom_results *results);

#endif
