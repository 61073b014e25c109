// `carom history --instant`: what an eigen-spring's contact point may do at one instant.
#ifndef CAROM_CLI_HISTORY_INSTANT_H
#define CAROM_CLI_HISTORY_INSTANT_H

#include "mods/scenario/problem.h"

// `stretch` is the words of the option: how far A is from where the device is relaxed. Returns the exit code.
int carom_history_instant(carom_problem *problem, const char *stretch, bool json);

#endif
