// Reads a scenario: it gives a problem its W and v.
#ifndef CAROM_SCENARIO_READ_H
#define CAROM_SCENARIO_READ_H

#include "mods/scenario/place.h"
#include "mods/scenario/problem.h"

// Does this document tell a scenario, not a W and a v?
bool carom_scenario_is(const json_t *document);

// Reads a scenario into the problem: its id, law, parameters, W, v, and problem->scenario. `source` is the text the
// document was read from. Names are borrowed from the document. carom_problem_free lets go of the rest.
bool carom_scenario_read(carom_problem *problem, const json_t *document, carom_source source, carom_refusal *refusal);

#endif
