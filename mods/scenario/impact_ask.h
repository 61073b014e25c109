// One method asked about a problem of several contacts.
#ifndef CAROM_SCENARIO_IMPACT_ASK_H
#define CAROM_SCENARIO_IMPACT_ASK_H

#include "mods/scenario/impact_write.h"

// Asks the method; carom_impact_answer_free gives back the memory of the answer. False, with a sentence in the answer's
// refusal, where the problem does not suit the method; a status without an outcome is left to the caller to word.
bool carom_impact_solve(carom_impact_problem *problem, const carom_law *method, carom_impact_answer *answer);
void carom_impact_answer_free(carom_impact_answer *answer);

// Without params.c the contact that approaches fastest is the one that strikes.
void carom_impact_find_striking(carom_impact_problem *problem);

// Where the printed procedure of hm-list has no way on: carom_system_result.step in words.
const char *carom_impact_step(int step);

#endif
