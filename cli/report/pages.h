// Writes the report pages of verbs: HTML without scripts that browsers print on A4 and Letter paper.
#ifndef CAROM_REPORT_PAGES_H
#define CAROM_REPORT_PAGES_H

#include "cli/lookup/answer.h"
#include "cli/report/parts.h"

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

// Recomputes a page from the data in it and compares all bytes; only the date is taken from the page. The computation
// ends after `seconds` of processor time. Returns the exit code: 1 if the pages differ.
int carom_page_verify(const char *page, double seconds);

// Writes a page and prints an error on failure. Returns the exit code.
int carom_page_write(const char *out, bool (*write)(FILE *to, const void *what), const void *what);

#endif
