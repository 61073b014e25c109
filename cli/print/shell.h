// Rewrites the library's errors in terms of the command line.
#ifndef CAROM_CLI_SHELL_H
#define CAROM_CLI_SHELL_H

#include "carom/carom.h"
#include "mods/scenario/read_error.h"

// Fills the complaint with the code and sentence of the error. Always returns false, like carom_refuse.
bool carom_complain(carom_error *complaint, const carom_error *refusal);

// Does the same for a status of the library and the inputs that caused it. Any pointer except the first may be NULL.
bool carom_complain_of(carom_error *complaint, carom_status status, const carom_law *law, const carom_contact *contact,
                       const carom_params *params, const carom_result *outcome);

// Adds the hint of an error, in terms of the command line, unless the message has it already. Always returns false.
bool carom_in_shell(carom_error *refusal);

// Prints a module's error about a file, with `between` between the name and the sentence.
void carom_say_error(const char *name, const char *between, const carom_error *why);

#endif
