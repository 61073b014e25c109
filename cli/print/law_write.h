// Writes a law's table row as JSON, and parts of it as text.
#ifndef CAROM_CLI_LAW_WRITE_H
#define CAROM_CLI_LAW_WRITE_H

#include "mods/scenario/problem.h"

// Returns the range of a parameter in this law, which may be narrower than its general range.
void carom_law_range(const carom_law *law, int param, double range[2]);

// Writes a range: "[0, 1]"; "(0, 1]" from DBL_MIN; "(-inf, inf)" for any finite number.
void carom_range_text(const double range[2], char *text, size_t size);

// Writes the default value of a parameter: "mu", "poisson", "0".
void carom_law_standard(const carom_coefficient *row, char *text, size_t size);

// Return the guarantees that always hold, and the conditional ones as text. They are for one contact, or for systems if
// the law solves only them.
unsigned carom_law_always(const carom_law *law);
const char *carom_law_conditions(const carom_law *law);

// Returns
// {"name","module","built","dims","closed","path","engines","coefficients","guarantees","also","summary","citation"}.
json_t *carom_law_json(const carom_law *law);

#endif
