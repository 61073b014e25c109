// Bodies for a wanted W, for `carom translate`.
#ifndef CAROM_CLI_TRANSLATE_BODIES_H
#define CAROM_CLI_TRANSLATE_BODIES_H

#include "cli/args/args.h"

// Is this one of its targets: bodies, two-bodies, rods?
bool carom_translate_is_bodies(const char *to);

// Writes the scenario on stdout; W and v are words of the command line, v NULL if it was not given. Returns the exit code.
int carom_translate_bodies(const char *to, const char *W, const char *v, const carom_operands *operands);

#endif
