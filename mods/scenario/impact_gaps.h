// Determines the order of a sequence of impacts if it depends on small gaps between the bodies.
#ifndef CAROM_SCENARIO_IMPACT_GAPS_H
#define CAROM_SCENARIO_IMPACT_GAPS_H

#include "mods/scenario/impact_problem.h"

// Draws gap_samples sets of gaps and counts how often each outcome occurs. counts has one number per outcome, and a
// last one for other outcomes. Gaps are drawn contact by contact from x <- (1103515245 x + 12345) mod 2^31, x0 = 12345,
// gap = x / 2^31. Sustained contacts have no gap and use no random number. Returns false if there is not enough memory.
bool carom_impact_gap_counts(const carom_impact_problem *problem, const carom_system_result *outcome, int *counts);

#endif
