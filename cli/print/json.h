// Prints answers as JSON.
#ifndef CAROM_CLI_JSON_H
#define CAROM_CLI_JSON_H

#include "mods/scenario/json.h"

// Prints a value and a newline on stdout, and releases it.
void carom_json_answer(json_t *value);

#endif
