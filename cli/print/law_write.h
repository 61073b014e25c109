// A law's row as JSON, and parts of it as words.
#ifndef CAROM_CLI_LAW_WRITE_H
#define CAROM_CLI_LAW_WRITE_H

#include "mods/scenario/problem.h"

// The law's own range of a parameter, which may be tighter than the parameter's.
void carom_law_range(const carom_law *law, int param, double range[2]);
void carom_range_text(const double range[2], char *text, size_t size); // "[0, 1]"; "(-inf, inf)": any finite number

// What a parameter is where it is left out: "mu", "poisson", "0".
void carom_law_standard(const carom_coefficient *row, char *text, size_t size);

// The guarantees that always hold, and the conditional ones in words: for one contact, or for systems if the law solves only them.
unsigned carom_law_always(const carom_law *law);
const char *carom_law_conditions(const carom_law *law);

// {"name","module","built","dims","closed","path","engines","params","promises","also","summary","citation"}
json_t *carom_law_json(const carom_law *law);

#endif
