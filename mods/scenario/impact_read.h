// Reads a problem of several contacts.
#ifndef CAROM_SCENARIO_IMPACT_READ_H
#define CAROM_SCENARIO_IMPACT_READ_H

#include "mods/scenario/impact_problem.h"
#include "mods/scenario/json_position.h"
#include "mods/scenario/problem.h"

bool carom_impact_method(carom_impact_problem *problem, const char *name, carom_error *refusal);

// The method of the same name that takes this problem's dimension, solver and number of contacts: the first of the modules,
// or `method`, if none does.
const carom_law *carom_impact_taking(const carom_impact_problem *problem, const carom_law *method);

// Reads id, law or method, params, and W with v, or a system, or a chain or mechanism. `source` is the text the object
// was read from. The problem keeps what is not stated. Unknown keys are refused.
bool carom_impact_read(carom_impact_problem *problem, const json_t *object, carom_source source, carom_error *refusal);

// The same for an object whose keys are known: one problem of many that differ by their numbers.
bool carom_impact_json(carom_impact_problem *problem, const json_t *object, carom_source source, carom_error *refusal);

// Gaps between the bodies, one for each contact: a list "0,1e-3", as in params.gap.
bool carom_impact_gaps(carom_impact_problem *problem, const char *text, carom_error *refusal);

// Parameters of one method from those stated: coefficients of one family stand for each other, so that `e` of the
// command line reaches e_n of glocker. What the method has no use for is refused if it was stated for it: beside it in the
// file, or on the command line. What a file says for another method than the one chosen on the command line, or for all, is
// passed over (problem->passed).
bool carom_impact_settle(carom_impact_problem *problem, const carom_law *method, carom_error *refusal);

// A problem with these coefficients over its own: "mu=0.1,e=0.5", "mu=[0.3,0.2]". A new one; NULL, and a refusal, if the
// words make no sense. The problem notes which they are.
json_t *carom_impact_over(carom_impact_problem *problem, const json_t *document, const char *words,
                          carom_error *refusal);

// The coefficients of `options` over those of the problem, at all contacts; if `fill`, only those that the problem does not state.
// Refuses options with a W or v of their own.
bool carom_impact_options(carom_impact_problem *problem, const carom_problem *options, bool fill, carom_error *refusal);

#endif
