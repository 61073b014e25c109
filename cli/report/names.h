// Names inputs and outputs of a sweep in the words of crash reconstruction.
#ifndef CAROM_REPORT_NAMES_H
#define CAROM_REPORT_NAMES_H

#include "mods/scenario/value.h"

// Formats the path of an input as text, such as "bodies[0].velocity.size.kmh" as the name of the body and "velocity".
// Returns the text.
const char *carom_name_input(const char *path, const json_t *scenario, char *text, size_t size);

// Returns the unit of the numbers at this path: that of its last key, or of the key before an index or "size".
const char *carom_name_input_unit(const char *path);

// Formats the name of an output as text, such as "delta_v_a" as the name of the body and "delta-v". `body` may be NULL.
// Returns the text.
const char *carom_name_output(const char *name, const char *body, char *text, size_t size);

#endif
