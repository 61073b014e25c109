// What came of a motion: tables, and JSON.
#ifndef CAROM_CLI_DROP_WRITE_H
#define CAROM_CLI_DROP_WRITE_H

#include "carom/scenario.h"
#include "mods/scenario/value.h"

// A file and the motion by each of its laws.
typedef struct carom_drop_runs {
    const carom_drop *drop;
    int count;
    carom_motion_result *result; // one a law
    void **memory;               // of each
} carom_drop_runs;

// Follows every law of the file. Ends the command where memory ends; carom_drop_forget frees the results, not the file.
carom_drop_runs carom_drop_follow(const carom_drop *drop);
void carom_drop_forget(carom_drop_runs *runs);

// The times of states that are wanted: one, or so many a second up to the end of each motion.
typedef struct carom_drop_times {
    double at;  // NaN: see fps
    double fps; // NaN: none
} carom_drop_times;

// Events of one law, or a row for each of several; as CSV every hit of all of them.
void carom_drop_print(const carom_drop_runs *runs);

// States at the times wanted.
void carom_drop_print_states(const carom_drop_runs *runs, carom_drop_times times);

// The same as JSON; with states at the times wanted, if any, instead of events.
json_t *carom_drop_json(const carom_drop_runs *runs, carom_drop_times times);

// "routh, poisson, e = 0.5, μ = 0.3": the law and its coefficients. Returns the text.
const char *carom_drop_law_words(const carom_drop *drop, int law, char *text, size_t size);

#endif
