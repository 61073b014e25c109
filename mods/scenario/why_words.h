// What decides an impact whatever the law, in words: its class, Newton beside Poisson, its loss, its forces.
#ifndef CAROM_SCENARIO_WHY_WORDS_H
#define CAROM_SCENARIO_WHY_WORDS_H

#include <stdio.h>

#include "carom/why.h"
#include "mods/scenario/problem.h"

// What the reason may be that bodies part which should hit: a normal that looks reversed, or the convention. Returns the
// text.
const char *carom_parting_hint(const carom_problem *problem, char *text, size_t size);

void carom_why_words(FILE *file, const carom_problem *problem);

// b is the acceleration of the contact without the forces.
void carom_forces_words(FILE *file, const carom_problem *problem, const double b[3],
                        const carom_contact_forces *forces);

#endif
