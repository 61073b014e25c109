// Reads and solves several contacts of a file, for the library interface.
#ifndef CAROM_SCENARIO_SYSTEM_REPORT_H
#define CAROM_SCENARIO_SYSTEM_REPORT_H

#include "mods/scenario/impact_problem.h"
#include "mods/scenario/json_position.h"

// Reads a document of several contacts, with parameters that suit every law, and finds the striking contact.
bool carom_scenario_read_system(carom_impact_problem *problem, const json_t *document, carom_source source,
                                carom_error *refusal);

// Solves it with a law, or with that of the file if `law` is NULL. `params` has one set per contact, or is NULL. The
// report may be NULL.
carom_report *carom_scenario_report_system(const carom_impact_problem *problem, const carom_law *law,
                                           const carom_params *params, carom_status *status, carom_error *refusal);

#endif
