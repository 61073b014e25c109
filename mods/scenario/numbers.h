// Reads short lists of numbers from text or JSON.
#ifndef CAROM_SCENARIO_NUMBERS_H
#define CAROM_SCENARIO_NUMBERS_H

#include <stdbool.h>

#include "mods/scenario/read_error.h"
#include "mods/scenario/value.h"

typedef struct carom_numbers {
    double at[3];
    int count; // of more than 3 only the first three are kept
} carom_numbers;

// Reads the list up to a ';' or the end, separated by blanks or commas, and moves *text after it. `what` names it in an
// error.
bool carom_numbers_text(carom_numbers *list, const char **text, const char *what, carom_error *refusal);

// Reads an array of numbers, or one number. The string "inf" is infinity.
bool carom_numbers_json(carom_numbers *list, const json_t *value, const char *what, carom_error *refusal);

#endif
