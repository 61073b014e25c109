// Bodies for a wanted W, for `carom translate`.
#ifndef CAROM_CLI_TRANSLATE_BODIES_H
#define CAROM_CLI_TRANSLATE_BODIES_H

#include "cli/args/args.h"

// Writes the scenario on stdout; W and v are words of the command line, v NULL if it was not given. Returns the exit code,
// or -1 if `to` is none of its targets: bodies, two-bodies, rods.
int carom_translate_bodies(const char *to, const char *W, const char *v, const carom_operands *operands);

#endif
