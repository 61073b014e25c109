// What came of a problem, as JSON in the shape of the golden files.
#ifndef CAROM_SCENARIO_WRITE_H
#define CAROM_SCENARIO_WRITE_H

#include <stdio.h>

#include "mods/scenario/problem.h"

// A problem and what came of it: an outcome, or a refusal before or by the law.
typedef struct carom_answer {
    carom_status status;
    carom_result outcome;
    carom_error refusal; // its sentence is filled whenever there is no outcome
} carom_answer;

// {"id","status","P","v_after","dE","mode","violations", ...}; a refusal is {"id","status":"bad-input","code","message"}.
json_t *carom_answer_json(const carom_problem *problem, const carom_answer *answer);
json_t *carom_refusal_json(json_t *id, const carom_error *refusal);

// Nothing happens, as the bodies part, and it looks as if their normal were reversed: "note":"normal-reversed".
bool carom_answer_looks_reversed(const carom_problem *problem, const carom_answer *answer);

// What the reason may be that bodies part which should hit: a normal that looks reversed, or the convention. Returns the
// text.
const char *carom_parting_hint(const carom_problem *problem, char *text, size_t size);

// |P_t| / P_n that stops the slip, of a law that measures its friction by it (impulse-ratio): "critical"; else NaN.
double carom_answer_critical(const carom_problem *problem);

// The coefficients with which law accessible answers an impulse, as {"e","f","phi"} and as a sentence; null, and nothing,
// if it has none.
json_t *carom_location_json(const carom_contact *contact, double mu, const double P[3]);
void carom_location_print(FILE *file, const carom_contact *contact, double mu, const double P[3]);

// The law's answer stands (class FINE).
bool carom_answer_stands(const carom_answer *answer);

#endif
