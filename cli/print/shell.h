// The library's refusals in the words of the shell.
#ifndef CAROM_CLI_SHELL_H
#define CAROM_CLI_SHELL_H

#include "carom/carom.h"
#include "mods/scenario/read_error.h"

// Fills the complaint with the refusal's code and sentence; always false, as carom_refuse.
bool carom_complain(carom_error *complaint, const carom_error *refusal);

// The same from a status and what it is about; any pointer but the first may be NULL.
bool carom_complain_of(carom_error *complaint, carom_status status, const carom_law *law, const carom_contact *contact,
                       const carom_params *params, const carom_result *outcome);

// Adds the way out of a reader's refusal to its sentence, once; always false.
bool carom_in_shell(carom_error *refusal);

// Reports the error of a module about a file, the name parted from the sentence by `between`.
void carom_say_error(const char *name, const char *between, const carom_error *why);

#endif
