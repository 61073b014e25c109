// The library's refusals in the words of the shell.
#ifndef CAROM_CLI_SHELL_H
#define CAROM_CLI_SHELL_H

#include "carom/refusal.h"
#include "mods/scenario/refusal.h"

// Fills the complaint with the refusal's code and sentence; always false, as carom_refuse.
bool carom_complain(carom_misreading *complaint, const carom_refusal *refusal);

// The same from a status and what it is about; any pointer but the first may be NULL.
bool carom_complain_of(carom_misreading *complaint, carom_status status, const carom_law *law,
                       const carom_contact *contact, const carom_params *params, const carom_outcome *outcome);

// Adds the way out of a reader's refusal to its sentence, once; always false.
bool carom_in_shell(carom_misreading *refusal);

// Reports the error of a module about a file, the name parted from the sentence by `between`.
void carom_say_error(const char *name, const char *between, const carom_scenario_error *why);

#endif
