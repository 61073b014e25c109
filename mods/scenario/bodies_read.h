// Reads a scenario and computes W and v of the problem.
#ifndef CAROM_SCENARIO_BODIES_READ_H
#define CAROM_SCENARIO_BODIES_READ_H

#include "mods/scenario/json_position.h"
#include "mods/scenario/problem.h"

// Returns true if this document is a scenario, not a W and a v.
bool carom_bodies_given(const json_t *document);

// Reads a document of either form into a problem.
bool carom_problem_read(carom_problem *problem, const json_t *document, carom_source source, carom_error *refusal);

// Reads a scenario into the problem: its id, law, parameters, W, v, and problem->bodies. `source` is the text of the
// document. Names refer to the document. carom_problem_free frees the rest.
bool carom_bodies_read(carom_problem *problem, const json_t *document, carom_source source, carom_error *refusal);

#endif
