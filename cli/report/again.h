// Declares the parts of --verify that call verbs.
#ifndef CAROM_REPORT_AGAIN_H
#define CAROM_REPORT_AGAIN_H

#include "mods/scenario/value.h"

int carom_verb_solve(int argc, char **argv);
int carom_verb_reconstruct(int argc, char **argv);

// Runs the sweep in the page's data again, and writes its page. Refuses a sweep that would take longer than `seconds`.
// Returns the exit code.
int carom_again_sweep(const json_t *data, int argc, char **argv, const char *out, double seconds);

#endif
