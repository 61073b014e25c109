// Generates problems at exact limits, or within a few units of rounding: sticking on the edge of the cone, a slip that
// ends at rest, W of every rank and close to it. Others have friction at which two terms balance, or values at the ends
// of scales and coefficients.
#ifndef CAROM_TESTS_EDGE_PROBLEMS_H
#define CAROM_TESTS_EDGE_PROBLEMS_H

#include "support/laws.h"

// Problem i of those for this law (NULL: for any). Some are invalid: the caller must expect a refusal.
void edge_problem(const carom_law *law, int dim, uint64_t i, carom_contact *c, carom_params *p);

#endif
