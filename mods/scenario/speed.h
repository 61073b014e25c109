// Reads coefficients that depend on the speed of the impact: e_of and mu_of, the name of a form and its numbers
// (carom_speed_form in carom/carom.h). `given` is the CAROM_PARAM_BIT set of coefficients stated as numbers.
#ifndef CAROM_SCENARIO_SPEED_H
#define CAROM_SCENARIO_SPEED_H

#include <stdbool.h>

#include "mods/scenario/read_error.h"
#include "mods/scenario/value.h"

// Return true if this is one of the two names, and if it is one of them or a parameter.
bool carom_is_of_speed(const char *name);
bool carom_is_param(const carom_modules *modules, const char *name);

// Read "fifth 0.2" or {"fifth": 0.2}; the form's name alone, "fifth", has default numbers. The form replaces a number.
bool carom_of_speed_text(carom_params *params, uint64_t *given, const char *name, const char *text,
                         carom_error *refusal);
bool carom_of_speed_json(carom_params *params, uint64_t *given, const char *name, const json_t *value,
                         carom_error *refusal);

// Removes a form if a number is given for the coefficient.
void carom_of_speed_drop(carom_params *params, uint64_t given);

// Applies the numbers and forms of the options again, so that they override values read later.
void carom_of_speed_again(carom_params *params, const carom_params *options, uint64_t given);

// Rejects a number and a form for the same coefficient in one object.
bool carom_of_speed_clash(const json_t *params, carom_error *refusal);

// Returns the name of a form whose coefficient the law does not read; NULL if there is none.
const char *carom_of_speed_unread(uint64_t reads, const carom_params *params);

// Writes the text after a parameter: "   by speed: fifth 0.2". Returns NULL if it is a number.
const char *carom_of_speed_words(const carom_params *params, int param, char *text, size_t size);

#endif
