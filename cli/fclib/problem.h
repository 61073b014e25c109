// Reads and writes FCLIB files as problems. A build without HDF5 rejects them.
#ifndef CAROM_FCLIB_PROBLEM_H
#define CAROM_FCLIB_PROBLEM_H

#include "mods/scenario/impact_problem.h"

// Read an FCLIB file as a problem for glocker without restitution, and write the problem that glocker solves. The
// solution is written too unless P is NULL. On failure both return false and fill in `refusal`.
bool carom_impact_read_fclib(carom_impact_problem *problem, const char *path, carom_error *refusal);
bool carom_impact_write_fclib(const carom_impact_problem *problem, const char *path, const double *P,
                              carom_error *refusal);

#endif
