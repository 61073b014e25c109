// Reads a sweep file: a scenario, which of its numbers vary and how, the laws, and the outputs. See docs/sweep.md.
#ifndef CAROM_SWEEP_FILE_H
#define CAROM_SWEEP_FILE_H

#include "mods/scenario/body_spec.h"
#include "mods/scenario/problem.h"
#include "mods/scenario/varied.h"
#include "mods/sweep/study.h"

// The destination of a varied input.
typedef struct carom_sweep_target {
    enum { CAROM_TARGET_PARAM, CAROM_TARGET_W, CAROM_TARGET_V, CAROM_TARGET_LEAF } kind;
    int row, column; // of W; row of v
    json_t *leaf;    // a number of the scenario, not owned
    double *slot;    // its place in two bodies; NULL if it has no effect on them
    // The condition on its values; NONE if it cannot vary, such as an index.
    enum { CAROM_LEAF_ANY, CAROM_LEAF_AT_LEAST_0, CAROM_LEAF_POSITIVE, CAROM_LEAF_NONE } takes;
} carom_sweep_target;

typedef struct carom_sweep_file {
    json_t *document; // owns the scenario below
    json_t *scenario;
    carom_source source; // of the document, while it is read
    char *text;          // the document as stored in the results
    carom_problem base;  // the scenario with nothing varied
    carom_sweep_target target[CAROM_SWEEP_INPUTS];
    carom_pair_spec spec;   // for two bodies: their numbers, with those of a sample in their slots
    carom_bodies made;      // the bodies of a sample
    bool varies;            // a number of the scenario varies, so every sample has its own contact
    carom_varied *question; // for several contacts: the problem of each method
    int questions;
    carom_study study; // its context is this file, which must not move
} carom_sweep_file;

// Reads the text of a sweep file. `samples` overrides the number in the file unless it is 0. On failure returns false
// and fills in `refusal`; free it in any case.
bool carom_sweep_file_parse(carom_sweep_file *file, const char *text, size_t length, uint64_t samples,
                            carom_modules *modules, carom_error *refusal);
void carom_sweep_file_free(carom_sweep_file *file);

// Returns the scenario with the inputs of one sample and one law, as a new document.
json_t *carom_sweep_file_replay(carom_sweep_file *file, uint64_t sample, int law);

// Report an error about the member `key` of a sweep file, or about a place unless the error already has one. Always
// return false.
bool carom_sweep_refuse(carom_error *refusal, const char *key, const char *format, ...) CAROM_PRINTF(3, 4);
bool carom_sweep_refuse_at(const carom_sweep_file *file, const carom_json_place *place, carom_error *refusal);

// Read parts of the file. Each fills in `refusal` on failure.
bool carom_sweep_read_inputs(carom_sweep_file *file, carom_error *refusal);
bool carom_sweep_read_laws(carom_sweep_file *file, carom_error *refusal);
bool carom_sweep_read_outputs(carom_sweep_file *file, carom_error *refusal);
// An entry of "laws": a name, or {"law": name, "params": {...}, "name": name in the results}.
typedef struct carom_sweep_entry {
    const char *law, *name;
    json_t *params; // NULL if there are none
} carom_sweep_entry;

// Return the number of entries, 0 with an error if there are none or too many; and read one. Without "laws" the only entry
// is the law of the scenario.
size_t carom_sweep_entries(const carom_sweep_file *file, carom_error *refusal);
bool carom_sweep_read_entry(const carom_sweep_file *file, size_t k, carom_sweep_entry *entry, carom_error *refusal);

// Adds the place of an entry to an error about it. Always returns false.
bool carom_sweep_refuse_entry(const carom_sweep_file *file, size_t k, carom_error *refusal);

// Adds one row of the study for each contact: "glocker[0]", "glocker[1]", ...
bool carom_sweep_add_method(carom_sweep_file *file, int question, const char *name, carom_error *refusal);
void carom_sweep_make(void *context, size_t n, double *const x[], carom_contacts *contacts);

// Return whether the scenario has several contacts, read the first problem, and solve n samples of one problem.
bool carom_sweep_of_system(const carom_sweep_file *file);
bool carom_sweep_read_system(carom_sweep_file *file, carom_error *refusal);
void carom_sweep_system(void *context, int question, size_t n, double *const x[], carom_solved *block);
json_t *carom_sweep_system_replay(carom_sweep_file *file, const double *x, int question);

// Returns true if the scenario has two bodies.
bool carom_sweep_of_pair(const carom_sweep_file *file);

// Reads numbers of a JSON array, at most `most`. Returns their count, -1 if one is not a number.
int carom_sweep_numbers(const json_t *array, double *numbers, int most);

#endif
