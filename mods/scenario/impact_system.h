// Reads the system of an impact problem from JSON.
#ifndef CAROM_SCENARIO_IMPACT_SYSTEM_H
#define CAROM_SCENARIO_IMPACT_SYSTEM_H

#include "mods/scenario/impact_problem.h"
#include "mods/scenario/json_position.h"

// Reads W and v, {"M","normal","tangent","u","J"}, or a chain or mechanism as in scenario files.
bool carom_impact_read_system(carom_impact_problem *problem, const json_t *object, carom_source source,
                              carom_error *refusal);

#endif
