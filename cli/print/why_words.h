// Explains properties of an impact that do not depend on the law: its class, Newton's and Poisson's restitution, its
// energy loss, its forces.
#ifndef CAROM_CLI_WHY_WORDS_H
#define CAROM_CLI_WHY_WORDS_H

#include <stdio.h>

#include "carom/explain.h"
#include "mods/scenario/problem.h"

void carom_why_words(FILE *file, const carom_problem *problem);

// Prints the forces. b is the acceleration of the contact without them.
void carom_forces_words(FILE *file, const carom_problem *problem, const double b[3],
                        const carom_contact_forces *forces);

#endif
