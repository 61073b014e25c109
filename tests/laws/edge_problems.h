// Generates problems at limits, exactly or within a few units of rounding. Examples are sticking on the edge of the
// cone, a slip that ends at rest, and W of every rank or close to it. In other problems, friction balances two terms,
// or scales and coefficients have extreme values.
#ifndef CAROM_TESTS_EDGE_PROBLEMS_H
#define CAROM_TESTS_EDGE_PROBLEMS_H

#include "support/laws.h"

// Makes problem i for this law, or for any law if `law` is NULL. Some problems are invalid, so the caller must expect
// that they are rejected.
void edge_problem(const carom_law *law, int dim, uint64_t i, carom_contact *c, carom_params *p);

#endif
