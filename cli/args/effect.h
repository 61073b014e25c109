// Rejects options that would have no effect. Each verb lists them in a table, from which a test makes command lines.
#ifndef CAROM_CLI_EFFECT_H
#define CAROM_CLI_EFFECT_H

#include "cli/args/usage.h"

// Returns false and prints the reason if an option was given that has no effect beside the other options (`kind` is NULL,
// called by carom_args_read), or for this kind of problem.
bool carom_effect_check(const carom_usage *usage, const char *kind);

// Prints the rows of the table, for tests.
void carom_effect_print(const carom_usage *usage);

#endif
