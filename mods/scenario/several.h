// Several contacts of a file, for programs: reading and solving.
#ifndef CAROM_SCENARIO_SEVERAL_H
#define CAROM_SCENARIO_SEVERAL_H

#include "mods/scenario/impact_problem.h"
#include "mods/scenario/json_position.h"

// Reads a document of several contacts, with parameters that suit every law and the contact that strikes.
bool carom_several_read(carom_impact_problem *problem, const json_t *document, carom_source source,
                        carom_error *refusal);

// Solves it by a law, or by that of the file if `law` is NULL; with `params`, one set a contact, unless it is NULL. The report
// may be NULL.
carom_report *carom_several_report(const carom_impact_problem *problem, const carom_law *law,
                                   const carom_params *params, carom_status *status, carom_error *refusal);

#endif
