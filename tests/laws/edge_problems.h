// Problems in which something is met exactly, or up to a few units of rounding: sticking on the edge of the cone, a slip that ends
// at rest, W of every rank and next to it, friction where two terms balance, the ends of the scales and of the coefficients.
#ifndef CAROM_TESTS_EDGE_PROBLEMS_H
#define CAROM_TESTS_EDGE_PROBLEMS_H

#include "support/laws.h"

// Problem i of those for this law (NULL: for any). Some are invalid: the caller must expect a refusal.
void edge_problem(const carom_law *law, int dim, uint64_t i, carom_contact *c, carom_params *p);

#endif
