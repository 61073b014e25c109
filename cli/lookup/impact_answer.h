// Solves problems with several contacts and describes the result in words.
#ifndef CAROM_CLI_IMPACT_ANSWER_H
#define CAROM_CLI_IMPACT_ANSWER_H

#include <stdio.h>

#include "mods/scenario/impact_ask.h"

// Solves the problem with this method. Error messages are worded for the command line. Free the memory with
// carom_impact_answer_free.
void carom_impact_ask(carom_impact_problem *problem, const carom_law *method, carom_impact_answer *answer);

int carom_impact_exit(const carom_impact_problem *problem, const carom_impact_answer *answer, bool strict);

#endif
