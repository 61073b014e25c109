// Parts of verbs that have a file of their own.
#ifndef CAROM_CLI_PARTS_H
#define CAROM_CLI_PARTS_H

#include "cli/args/args.h"

// carom translate --to bodies, two-bodies, rods: the scenario on stdout. W and v are words of the command line, v NULL if it
// was not given. Returns the exit code, or -1 if `to` is none of these.
int carom_translate_bodies(const char *to, const char *W, const char *v, const carom_operands *operands);

// carom explain --sensitivity and carom history --instant STRETCH. They return the exit code.
int carom_explain_sensitivity(carom_problem *problem, bool json);
int carom_history_instant(carom_problem *problem, const char *stretch, bool json);

#endif
