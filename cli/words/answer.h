// An outcome as JSON, in the shape of the golden files, and as an exit code.
#ifndef CAROM_CLI_ANSWER_H
#define CAROM_CLI_ANSWER_H

#include "mods/scenario/problem.h"

// A problem and what came of it: an outcome, or a refusal before or by the law.
typedef struct carom_answer {
    carom_status status;
    carom_outcome outcome;
    carom_misreading refusal; // its sentence is filled whenever there is no outcome
} carom_answer;

// Asks the law, if the problem is whole.
void carom_answer_problem(carom_problem *problem, carom_answer *answer);

// Takes over what a call returned, with a sentence where there is no outcome.
void carom_answer_take(const carom_problem *problem, carom_status status, carom_answer *answer);

// {"id","status","P","v_after","dE","mode","broken", ...}; a refusal is {"id","status":"bad-input","code","message"}.
json_t *carom_answer_json(const carom_problem *problem, const carom_answer *answer);
json_t *carom_refusal_json(json_t *id, const carom_misreading *refusal);

// The exit code an answer deserves; and the graver of two.
int carom_answer_exit(const carom_answer *answer, bool strict);
int carom_graver_exit(int a, int b);

// The law's answer stands (class FINE).
bool carom_answer_stands(const carom_answer *answer);

#endif
