// Writes the result of a problem as JSON, in the format of the golden files.
#ifndef CAROM_SCENARIO_WRITE_H
#define CAROM_SCENARIO_WRITE_H

#include <stdio.h>

#include "mods/scenario/problem.h"

// The result of a problem: an outcome, or an error.
typedef struct carom_answer {
    carom_status status;
    carom_result outcome;       // of one contact
    carom_system_result system; // of a system; its arrays are in `memory`
    void *memory;
    carom_error refusal; // explains why there is no outcome
} carom_answer;

// Returns {"id","status","P","v_after","dE","mode","violations", ...}, and frees the memory of the answer. An error is
// {"id","status":"bad-input","code","message"}.
json_t *carom_answer_json(const carom_problem *problem, const carom_answer *answer);
json_t *carom_refusal_json(json_t *id, const carom_error *refusal);

// Returns true if the bodies separate without an impact and their normal seems reversed. The result then has
// "note":"normal-reversed".
bool carom_answer_looks_reversed(const carom_problem *problem, const carom_answer *answer);

// Explains why bodies separate that should hit: a normal that seems reversed, or the sign convention. Returns the text.
const char *carom_parting_hint(const carom_problem *problem, char *text, size_t size);

// Returns |P_t| / P_n that stops the slip, for a law whose friction is relative to it (impulse-ratio): "critical"; else
// NaN.
double carom_answer_critical(const carom_problem *problem);

// Returns true if the law has a result (class FINE).
bool carom_answer_stands(const carom_answer *answer);

#endif
