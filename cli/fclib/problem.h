// FCLIB files. A build without HDF5 refuses them.
#ifndef CAROM_FCLIB_PROBLEM_H
#define CAROM_FCLIB_PROBLEM_H

#include "mods/scenario/impact_problem.h"

// Reads an FCLIB file as a problem for glocker without restitution; writes the problem glocker solves, with its
// solution unless P is NULL. False and a refusal if it cannot be done.
bool carom_impact_read_fclib(carom_impact_problem *problem, const char *path, carom_error *refusal);
bool carom_impact_write_fclib(const carom_impact_problem *problem, const char *path, const double *P,
                              carom_error *refusal);

#endif
