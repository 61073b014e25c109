// Describes the contents of the golden files, how each case is passed to the command, and which fields are compared.
#ifndef CAROM_TESTS_GOLDEN_CASES_H
#define CAROM_TESTS_GOLDEN_CASES_H

#include "support/golden.h"

// One contact (`carom solve`): P, v', dE, status, mode, what is broken, the impulse at greatest compression.
golden_case compare_one(const json_t *golden, const json_t *answer);

// A law of engines: the same, and what the law tells beside it where the answer has it (how many solutions, lift, critical).
golden_case compare_engine_law(const json_t *golden, const json_t *answer);

// A contact device (`carom solve`): P, v' and dE. The test of the devices themselves compares forces and durations too;
// a head-on case has one component and is answered in the plane.
golden_case compare_device(const json_t *golden, const json_t *answer);

// Several contacts (`carom impact`): every key that the case expects.
golden_case compare_many(const json_t *golden, const json_t *answer);

// The sweeps of chain_three_link.json: the problem of entry i of a case, and its answer against the arrays of `expect`.
enum { CHAIN_POINTS = 361 };
json_t *chain_problem(const json_t *golden, int i);
golden_case compare_chain(const json_t *golden, const json_t *expect, int i, const json_t *answer);
json_t *chain_spot_problem(const json_t *spot);
golden_case compare_spot(const json_t *spot, const json_t *answer);

#endif
