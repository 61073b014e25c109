// Asking a method about several contacts, and its answer as words.
#ifndef CAROM_CLI_IMPACT_ANSWER_H
#define CAROM_CLI_IMPACT_ANSWER_H

#include <stdio.h>

#include "mods/scenario/impact_ask.h"

// Asks the method; a refusal is worded for the shell. carom_impact_answer_free gives back the memory.
void carom_impact_ask(carom_impact_problem *problem, const carom_law *method, carom_impact_answer *answer);

int carom_impact_exit(const carom_impact_problem *problem, const carom_impact_answer *answer, bool strict);

#endif
