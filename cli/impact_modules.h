// What `carom impact` can do only with a module; without it, it says which one is missing.
#ifndef CAROM_CLI_IMPACT_MODULES_H
#define CAROM_CLI_IMPACT_MODULES_H

#include "cli/impact_answer.h"

// glocker with cones in space (siconos). Fills the outcome; its arrays lie in the answer's memory.
carom_status carom_impact_in_space(const carom_impact_problem *problem, carom_impact_answer *answer);

// Reads an FCLIB file as a problem for glocker without restitution (store); writes the problem glocker solves, with its
// solution unless P is NULL. False and a refusal if it cannot be done.
bool carom_impact_read_fclib(carom_impact_problem *problem, const char *path, carom_refusal *refusal);
bool carom_impact_write_fclib(const carom_impact_problem *problem, const char *path, const double *P,
                              carom_refusal *refusal);

#endif
