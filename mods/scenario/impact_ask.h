// Solves a problem of several contacts with one method.
#ifndef CAROM_SCENARIO_IMPACT_ASK_H
#define CAROM_SCENARIO_IMPACT_ASK_H

#include "mods/scenario/impact_write.h"

// Solves the problem; carom_impact_answer_free frees the memory of the answer. Returns false and explains it in the
// answer's refusal if the problem does not suit the method. If there is no outcome, the caller turns the status into a
// message.
bool carom_impact_solve(carom_impact_problem *problem, const carom_law *method, carom_impact_answer *answer);
void carom_impact_answer_free(carom_impact_answer *answer);

// Sets the striking contact to the one that approaches fastest, unless params.c is given.
void carom_impact_find_striking(carom_impact_problem *problem);

// Describes carom_system_result.step: the step at which the published procedure of hm-list cannot continue.
const char *carom_impact_step(int step);

#endif
