// A sweep file: a scenario, which of its numbers vary and how, the laws, and what to keep. docs/sweep.md tells it.
#ifndef CAROM_SWEEP_FILE_H
#define CAROM_SWEEP_FILE_H

#include "mods/scenario/body_spec.h"
#include "mods/scenario/problem.h"
#include "mods/scenario/varied.h"
#include "mods/sweep/study.h"

// Where a varied input goes.
typedef struct carom_sweep_target {
    enum { CAROM_TARGET_PARAM, CAROM_TARGET_W, CAROM_TARGET_V, CAROM_TARGET_LEAF } kind;
    int row, column; // of W; row of v
    json_t *leaf;    // a number of the scenario, borrowed
    double *slot;    // where two bodies keep it; NULL: it makes no difference to them
    // What the shape of a scenario demands of it; NONE: no number will do, as for an index.
    enum { CAROM_LEAF_ANY, CAROM_LEAF_AT_LEAST_0, CAROM_LEAF_POSITIVE, CAROM_LEAF_NONE } takes;
} carom_sweep_target;

typedef struct carom_sweep_file {
    json_t *document; // owns the scenario below
    json_t *scenario;
    carom_source source; // of the document, while it is read
    char *text;          // the document as the results keep it
    carom_problem base;  // the scenario with nothing varied
    carom_sweep_target target[CAROM_SWEEP_INPUTS];
    carom_pair_spec spec;   // of two bodies: their numbers, those of a sample in their slots
    carom_bodies made;      // and what they make, sample by sample
    bool varies;            // a leaf of the scenario does, so every sample makes its own contact
    carom_varied *question; // several contacts: the problem as each method is asked it
    int questions;
    carom_study study; // its context is this file, which must stay where it is
} carom_sweep_file;

// From the text of a sweep file. `samples`: 0, or instead of what the file says. False, and a refusal, if it makes no
// sense; to be freed all the same.
bool carom_sweep_file_parse(carom_sweep_file *file, const char *text, size_t length, uint64_t samples,
                            carom_modules *modules, carom_error *refusal);
void carom_sweep_file_free(carom_sweep_file *file);

// The scenario with the inputs of one sample, asked of one law, as a new document.
json_t *carom_sweep_file_replay(carom_sweep_file *file, uint64_t sample, int law);

// Refuse a sweep file for its member `key`, or for what stands at a place unless the error has a place already. Always false.
bool carom_sweep_refuse(carom_error *refusal, const char *key, const char *format, ...) CAROM_PRINTF(3, 4);
bool carom_sweep_refuse_at(const carom_sweep_file *file, const carom_json_place *place, carom_error *refusal);

// Parts of the reader. Each refuses with a sentence.
bool carom_sweep_read_inputs(carom_sweep_file *file, carom_error *refusal);
bool carom_sweep_read_laws(carom_sweep_file *file, carom_error *refusal);
bool carom_sweep_read_outputs(carom_sweep_file *file, carom_error *refusal);
bool carom_sweep_read_methods(carom_sweep_file *file, carom_error *refusal);
bool carom_sweep_is_name(const char *name);
void carom_sweep_make(void *context, size_t n, double *const x[], carom_contacts *contacts);

// Several contacts: does the scenario tell them, its first question, and n samples of one question.
bool carom_sweep_of_several(const carom_sweep_file *file);
bool carom_sweep_read_several(carom_sweep_file *file, carom_error *refusal);
void carom_sweep_many(void *context, int question, size_t n, double *const x[], carom_many_block *block);
json_t *carom_sweep_several_replay(carom_sweep_file *file, const double *x, int question);

// The scenario tells two bodies.
bool carom_sweep_of_pair(const carom_sweep_file *file);

// Numbers of a JSON array, `most` at the most. Returns how many, -1 if one is not a number.
int carom_sweep_numbers(const json_t *array, double *numbers, int most);

#endif
