// Describes the contents of the golden files, how each case is passed to the command, and which fields are compared.
#ifndef CAROM_TESTS_GOLDEN_CASES_H
#define CAROM_TESTS_GOLDEN_CASES_H

#include "support/golden.h"

// Compares a case of one contact (`carom solve`): P, v', dE, status, mode, violations, and the impulse at maximum
// compression.
golden_case compare_one(const json_t *golden, const json_t *answer);

// Compares a case of a law of a physics engine: the same fields, and three more if both the case and the answer contain
// them. These are the number of solutions, `lift` and `critical`.
golden_case compare_engine_law(const json_t *golden, const json_t *answer);

// Compares a case of a contact model (`carom solve`): P, v' and dE. tests/compliant compares forces and durations. A
// head-on case has one component and is solved in 2D.
golden_case compare_device(const json_t *golden, const json_t *answer);

// Compares a case of several contacts (`carom solve`): every key in the `expect` of the case.
golden_case compare_many(const json_t *golden, const json_t *answer);

// The sweeps of chain_three_link.json. chain_problem returns the problem of entry i of a case, and compare_chain
// compares its answer with the arrays of `expect`. The spot functions do the same for W and v of a single
// configuration.
enum { CHAIN_POINTS = 361 };
json_t *chain_problem(const json_t *golden, int i);
golden_case compare_chain(const json_t *golden, const json_t *expect, int i, const json_t *answer);
json_t *chain_spot_problem(const json_t *spot);
golden_case compare_spot(const json_t *spot, const json_t *answer);

#endif
