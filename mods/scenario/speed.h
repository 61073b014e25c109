// Coefficients that depend on the speed of the impact: e_of and mu_of, a form's name and its numbers (carom_speed_form in carom/carom.h).
// `given` is the CAROM_PARAM_BIT set of what was stated as a number.
#ifndef CAROM_SCENARIO_SPEED_H
#define CAROM_SCENARIO_SPEED_H

#include <stdbool.h>

#include "mods/scenario/read_error.h"
#include "mods/scenario/value.h"

// Is it one of the two names? And is it one of them, or a parameter's?
bool carom_is_of_speed(const char *name);
bool carom_is_param(const carom_modules *modules, const char *name);

// "fifth 0.2", or {"fifth": 0.2}; the form's name alone, "fifth", has its usual numbers. It takes the place of a number.
bool carom_of_speed_text(carom_params *params, uint64_t *given, const char *name, const char *text,
                         carom_error *refusal);
bool carom_of_speed_json(carom_params *params, uint64_t *given, const char *name, const json_t *value,
                         carom_error *refusal);

// A number given for the coefficient takes the place of a form.
void carom_of_speed_drop(carom_params *params, uint64_t given);

// What options state, a number or a form, over what was read since.
void carom_of_speed_again(carom_params *params, const carom_params *options, uint64_t given);

// Refuses a number and a form for one coefficient in one object.
bool carom_of_speed_clash(const json_t *params, carom_error *refusal);

// The name of what stands for a coefficient that the law does not read; NULL if none does.
const char *carom_of_speed_unread(uint64_t reads, const carom_params *params);

// What stands behind a parameter of this number: "   by speed: fifth 0.2"; NULL if it is a number.
const char *carom_of_speed_words(const carom_params *params, int param, char *text, size_t size);

#endif
