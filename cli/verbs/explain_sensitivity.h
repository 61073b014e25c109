// `carom explain --sensitivity`: how the velocity after changes with the mass matrix.
#ifndef CAROM_CLI_EXPLAIN_SENSITIVITY_H
#define CAROM_CLI_EXPLAIN_SENSITIVITY_H

#include "mods/scenario/problem.h"

// Of the law that was asked for. Returns the exit code.
int carom_explain_sensitivity(carom_problem *problem, bool json);

#endif
