// Reads and solves a problem as a system of contacts.
#ifndef CAROM_SCENARIO_SYSTEM_H
#define CAROM_SCENARIO_SYSTEM_H

#include "mods/scenario/json_position.h"
#include "mods/scenario/write.h"

// Returns true if a problem of the document is a system: it has several contacts, or its law or that of the command
// line solves only systems.
bool carom_problem_wants_system(const carom_problem *problem, const json_t *document);

// Reads "all", "delassus" or a law for systems.
bool carom_system_law(carom_problem *problem, const char *name, carom_error *refusal);

// Returns the first law of this name in the modules that supports this problem's dimension, solver and number of
// contacts; `law` if there is none.
const carom_law *carom_system_taking(const carom_problem *problem, const carom_law *law);

// Reads id, law, params, and W with v, a system, bodies, a chain or a mechanism. The keys are already checked. `source`
// is the text of the object. Values that are not stated are unchanged.
bool carom_system_read(carom_problem *problem, const json_t *object, carom_source source, carom_error *refusal);

// Makes a system of the one contact of a problem.
bool carom_system_of_one(carom_problem *problem, carom_error *refusal);

// Reads gaps between the bodies, one for each contact, from a list "0,1e-3", as in params.gap.
bool carom_system_gaps(carom_problem *problem, const char *text, carom_error *refusal);

// Sets coefficients and settings of the command line: "mu=0.1,e=0.5", "mu=[0.3,0.2]". The coefficients `later`, which
// options give, and those of the object `line` (NULL: none) are kept.
bool carom_system_set(carom_problem *problem, const char *words, uint64_t later, const json_t *line,
                      carom_error *refusal);

// Converts the stated parameters to those of one law. Coefficients of one family replace each other, so that `e` of the
// command line sets e_n of glocker. A coefficient that the law does not read is rejected if it was stated for this law,
// in the file or on the command line. A coefficient that the file states for another law, or for all, is ignored
// (problem->passed).
bool carom_system_settle(carom_problem *problem, const carom_law *law, carom_error *refusal);

// Solves the problem by its law; carom_answer_free frees the memory of the answer. Returns false and explains it in the
// refusal of the answer if the problem does not suit the law. If there is no outcome, the caller turns the status into a
// message.
bool carom_system_answer(carom_problem *problem, carom_answer *answer);
void carom_answer_free(carom_answer *answer);

// Returns the bodies of the system if all of its contacts are theirs; NULL if W and v were given, or for two bodies.
const carom_bodies *carom_system_bodies(const carom_problem *problem);

// Returns true if the bodies separate at every contact (v_n > 0), so that no law computes an impulse.
bool carom_system_separates(const carom_system *system);

// Rejects a problem because of its size.
bool carom_too_large(size_t bytes, carom_error *refusal);

// Draws gap_samples sets of gaps and counts how often each outcome occurs. counts has one number per outcome, and a
// last one for other outcomes. Gaps are drawn contact by contact from x <- (1103515245 x + 12345) mod 2^31, x0 = 12345,
// gap = x / 2^31. Sustained contacts have no gap and use no random number. Returns false if there is not enough memory.
bool carom_system_gap_counts(const carom_problem *problem, const carom_system_result *outcome, int *counts);

// Returns W and v as JSON, and the effect of the stated impulse on the speeds.
json_t *carom_system_json(const carom_problem *problem);

#endif
