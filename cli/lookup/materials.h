// Reads published coefficients of pairs of bodies from python/carom/materials.json, which is embedded in the program.
#ifndef CAROM_CLI_MATERIALS_H
#define CAROM_CLI_MATERIALS_H

#include <jansson.h>
#include <stdbool.h>

// The text of the file, ended by a zero byte.
extern const unsigned char carom_materials_data[];

// Returns the rows as an array of objects. The caller releases it.
json_t *carom_materials(void);

// Returns true if the name or the bodies of a row contain the word, ignoring case.
bool carom_material_has(const json_t *row, const char *word);

// Return a text or a number of a row. A number is NaN if the source does not state it.
const char *carom_material_text(const json_t *row, const char *key);
double carom_material_number(const json_t *row, const char *key);

#endif
