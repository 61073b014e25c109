// What decides an impact whatever the law, in words: its class, Newton beside Poisson, its loss, its forces.
#ifndef CAROM_CLI_WHY_WORDS_H
#define CAROM_CLI_WHY_WORDS_H

#include <stdio.h>

#include "carom/explain.h"
#include "mods/scenario/problem.h"

void carom_why_words(FILE *file, const carom_problem *problem);

// b is the acceleration of the contact without the forces.
void carom_forces_words(FILE *file, const carom_problem *problem, const double b[3],
                        const carom_contact_forces *forces);

#endif
