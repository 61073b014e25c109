// Answers as JSON.
#ifndef CAROM_CLI_JSON_H
#define CAROM_CLI_JSON_H

#include "mods/scenario/json.h"

// A value on stdout, with a newline; lets go of it.
void carom_json_answer(json_t *value);

#endif
