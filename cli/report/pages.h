// Writes the report pages of verbs: HTML without scripts that browsers print on A4 and Letter paper.
#ifndef CAROM_REPORT_PAGES_H
#define CAROM_REPORT_PAGES_H

#include "cli/document/page.h"
#include "cli/lookup/answer.h"
#include "cli/motion/motion_picture.h"
#include "mods/scenario/units.h"

// Describes how a page was made, so that another person can repeat it.
typedef struct carom_origin {
    const char *verb;
    int argc;
    char **argv;             // the command, argv[0] is the verb
    const char *file;        // name of the file that was read; NULL if there is none
    const char *text;        // the text of this file; for a sweep, the text of the study
    size_t length;           // length of `text`
    unsigned long long seed; // seed of a sweep
    unsigned long long samples;
} carom_origin;

// Writes the page of one impact. Returns the exit code: CAROM_EXIT_NUMERICAL if the result does not balance.
int carom_page_solve(const char *out, const carom_problem *problem, const carom_answer *answer,
                     const carom_origin *origin);

// Holds a reconstruction: the velocities before the impact that were found.
typedef struct carom_reconstruction {
    const carom_problem *problem; // the problem with the velocities after the impact
    const carom_inverse *at;
    int count;
} carom_reconstruction;
int carom_page_reconstruct(const char *out, const carom_reconstruction *found, const carom_origin *origin);

// Solves a reconstructed impact forwards. Returns true if the velocities after it agree with the requested ones to a
// relative error of 1e-9.
bool carom_reconstructs(const carom_problem *after, const carom_answer *forward);

// Writes the page of a sweep; `results` is a carom_sweep_results. Returns the exit code.
struct carom_sweep_results;
int carom_page_sweep(const char *out, struct carom_sweep_results *results, const carom_units *units,
                     const carom_origin *origin);

// Writes a page that plays motions. Returns the exit code.
int carom_page_drop(const char *out, const carom_motion_picture *picture);

// Runs the sweep in the page's data again, and writes its page. Refuses a sweep that would take longer than `seconds`.
// Returns the exit code.
int carom_again_sweep(const json_t *data, int argc, char **argv, const char *out, double seconds);

// Recomputes a page from the data in it and compares all bytes; only the date is taken from the page. The computation
// ends after `seconds` of processor time. Returns the exit code: 1 if the pages differ.
int carom_page_verify(const char *page, double seconds);

// Adds the "about" of the file.
void carom_report_about(carom_document *document, const carom_origin *origin);

// Adds the inputs of a scenario as the file states them, with their notes. `varied` lists the paths of those that a sweep
// varies, such as "bodies[0].mass", and ends with NULL. It is NULL for a single impact.
void carom_report_inputs(carom_document *document, const json_t *scenario, const char *const *varied);

// Returns the unit of a plain number under this key of a file, or of the key itself, such as "kmh"; "" if it has none.
const char *carom_input_unit(const char *key);

// Adds the definitions of the terms, the version, the command, how to verify the page, and the embedded data.
void carom_report_origin(carom_document *document, const carom_origin *origin);

// Saves the page, frees the document, and prints an error on failure. Returns the exit code.
int carom_report_save(carom_document *document, const carom_page *page, const char *out);

#endif
