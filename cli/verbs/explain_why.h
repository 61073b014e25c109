// What `explain` says of an impact whatever the law: its class, Newton beside Poisson, its loss, its forces.
#ifndef CAROM_CLI_EXPLAIN_WHY_H
#define CAROM_CLI_EXPLAIN_WHY_H

#include "cli/words/json.h"
#include "mods/scenario/problem.h"

void carom_why_print(const carom_problem *problem);

// The forces of the closed contact, b its acceleration without them. Returns the exit code; refusals are said.
int carom_why_forces(const carom_problem *problem, const double b[3], json_t *object);

#endif
