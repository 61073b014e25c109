// Writes JSON with the shortest digits that read back as the same double.
#ifndef CAROM_SCENARIO_JSON_H
#define CAROM_SCENARIO_JSON_H

#include <stddef.h>
#include <stdio.h>

#include "mods/scenario/value.h"

// Writes 0.6 as "0.6", not "0.59999999999999998". Infinity is "inf", quoted, and NaN is null, since JSON has neither.
const char *carom_json_number(double value, char text[32]);

// Prints one value on one line, with keys in the order in which they were set.
void carom_json_print(FILE *file, const json_t *value);

// Returns the same in newly allocated memory, ended by a zero byte; NULL if there is not enough.
char *carom_json_text(const json_t *value);

// Returns the first `count` numbers as an array; null if they are NaN.
json_t *carom_json_numbers(const double *values, size_t count);
json_t *carom_json_real(double value);

// Allocates zeroed memory with Jansson's allocator, so that both fail in the same way if memory is short. Returns NULL
// if there is not enough.
void *carom_json_room(size_t count, size_t size);
void carom_json_leave(void *room);

// Returns a string with ? for bytes that are not UTF-8.
json_t *carom_json_words(const char *text);

#endif
