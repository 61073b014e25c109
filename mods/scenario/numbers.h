// Short lists of numbers, from words or JSON.
#ifndef CAROM_SCENARIO_NUMBERS_H
#define CAROM_SCENARIO_NUMBERS_H

#include <stdbool.h>

#include "mods/scenario/read_error.h"
#include "mods/scenario/value.h"

typedef struct carom_numbers {
    double at[3];
    int count; // may pass 3: then only the first three are kept
} carom_numbers;

// The list up to a ';' or the end, apart by blanks or commas; *text moves behind it. `what` names it in a refusal.
bool carom_numbers_text(carom_numbers *list, const char **text, const char *what, carom_error *refusal);

// An array of numbers, or one bare number. The string "inf" is infinity.
bool carom_numbers_json(carom_numbers *list, const json_t *value, const char *what, carom_error *refusal);

#endif
