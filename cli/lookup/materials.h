// Published coefficients of pairs of bodies: python/carom/materials.json, compiled in.
#ifndef CAROM_CLI_MATERIALS_H
#define CAROM_CLI_MATERIALS_H

#include <jansson.h>
#include <stdbool.h>

// The text of the file, closed by a zero.
extern const unsigned char carom_materials_data[];

// The rows as an array of objects, to let go of.
json_t *carom_materials(void);

// Do the name or the bodies of a row contain the word, in capitals or not?
bool carom_material_has(const json_t *row, const char *word);

// A text or a number of a row; a number is NaN if the source does not state it.
const char *carom_material_text(const json_t *row, const char *key);
double carom_material_number(const json_t *row, const char *key);

#endif
