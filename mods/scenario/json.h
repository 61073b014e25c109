// JSON out, with the shortest digits that read back as the same double.
#ifndef CAROM_SCENARIO_JSON_H
#define CAROM_SCENARIO_JSON_H

#include <stddef.h>
#include <stdio.h>

#include "mods/scenario/value.h"

// 0.6 as "0.6", not "0.59999999999999998"; infinity as "inf", quoted, and NaN as null, for JSON has neither.
const char *carom_json_number(double value, char text[32]);

// One value on one line, keys in the order they were set.
void carom_json_print(FILE *file, const json_t *value);

// The same in new memory, closed by a zero; NULL if there is none.
char *carom_json_text(const json_t *value);

// The first `count` numbers as an array; null where they are NaN.
json_t *carom_json_numbers(const double *values, size_t count);
json_t *carom_json_real(double value);

// Memory for a while, all zeros, of whoever writes JSON: from where Jansson takes its own, so that who refuses to go on without
// the one does without the other too. NULL if there is none.
void *carom_json_room(size_t count, size_t size);
void carom_json_leave(void *room);

// A string, with ? for what is not UTF-8.
json_t *carom_json_words(const char *text);

#endif
