// Reads a problem of several contacts.
#ifndef CAROM_SCENARIO_IMPACT_READ_H
#define CAROM_SCENARIO_IMPACT_READ_H

#include "mods/scenario/impact_problem.h"
#include "mods/scenario/json_position.h"
#include "mods/scenario/problem.h"

bool carom_impact_method(carom_impact_problem *problem, const char *name, carom_error *refusal);

// Returns the first method of this name in the modules that supports this problem's dimension, solver and number of
// contacts; `method` if there is none.
const carom_law *carom_impact_taking(const carom_impact_problem *problem, const carom_law *method);

// Reads id, law or method, params, and W with v, or a system, or a chain or mechanism. `source` is the text of the
// object. Values that are not stated are unchanged. Unknown keys are rejected.
bool carom_impact_read(carom_impact_problem *problem, const json_t *object, carom_source source, carom_error *refusal);

// Does the same for an object whose keys are already checked: one of many problems that differ by their numbers.
bool carom_impact_json(carom_impact_problem *problem, const json_t *object, carom_source source, carom_error *refusal);

// Reads gaps between the bodies, one for each contact, from a list "0,1e-3", as in params.gap.
bool carom_impact_gaps(carom_impact_problem *problem, const char *text, carom_error *refusal);

// Converts the stated parameters to those of one method. Coefficients of one family replace each other, so that `e` of
// the command line sets e_n of glocker. A coefficient that the method does not read is rejected if it was stated for
// this method, in the file or on the command line. A coefficient that the file states for another method, or for all,
// is ignored (problem->passed).
bool carom_impact_settle(carom_impact_problem *problem, const carom_law *method, carom_error *refusal);

// Returns a new problem with these coefficients over its own: "mu=0.1,e=0.5", "mu=[0.3,0.2]". Returns NULL and fills in
// `refusal` if the words are invalid. The problem records which coefficients these are.
json_t *carom_impact_over(carom_impact_problem *problem, const json_t *document, const char *words,
                          carom_error *refusal);

// Applies the coefficients of `options` at all contacts; if `fill`, only those that the problem does not state. Rejects
// options that have a W or v.
bool carom_impact_options(carom_impact_problem *problem, const carom_problem *options, bool fill, carom_error *refusal);

#endif
