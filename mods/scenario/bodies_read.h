// Reads a scenario: it gives a problem its W and v.
#ifndef CAROM_SCENARIO_BODIES_READ_H
#define CAROM_SCENARIO_BODIES_READ_H

#include "mods/scenario/json_position.h"
#include "mods/scenario/problem.h"

// Does this document tell a scenario, not a W and a v?
bool carom_bodies_given(const json_t *document);

// Reads a document of either form into a problem.
bool carom_problem_read(carom_problem *problem, const json_t *document, carom_source source, carom_error *refusal);

// Reads a scenario into the problem: its id, law, parameters, W, v, and problem->bodies. `source` is the text the
// document was read from. Names are borrowed from the document. carom_problem_free lets go of the rest.
bool carom_bodies_read(carom_problem *problem, const json_t *document, carom_source source, carom_error *refusal);

#endif
