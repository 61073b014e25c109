// Describes the result of a motion in a document.
#ifndef CAROM_CLI_DROP_WRITE_H
#define CAROM_CLI_DROP_WRITE_H

#include "carom/scenario.h"
#include "cli/document/document.h"

// Holds a file and the motion of each of its laws.
typedef struct carom_drop_runs {
    const carom_drop *drop;
    int count;
    carom_motion_result *result; // one per law
    void **memory;               // memory of each result
} carom_drop_runs;

// Computes the motion of every law of the file. Ends the command if there is not enough memory. carom_drop_forget frees
// the results but not the file.
carom_drop_runs carom_drop_follow(const carom_drop *drop);
void carom_drop_forget(carom_drop_runs *runs);

// The times at which states are printed: one time, or a number per second up to the end of each motion.
typedef struct carom_drop_times {
    double at;  // NaN if fps is used
    double fps; // NaN if not given
} carom_drop_times;

// Describes the events of one law, or a row for each of several laws. CSV has every hit of all laws. If times are given,
// describes the states at these times instead.
carom_document *carom_drop_describe(const carom_drop_runs *runs, carom_drop_times times);

// Writes the law and its coefficients, such as "routh, poisson, e = 0.5, μ = 0.3". Returns the text.
const char *carom_drop_law_words(const carom_drop *drop, int law, char *text, size_t size);

#endif
