// Which order a sequence of impacts takes when small gaps between the bodies decide it.
#ifndef CAROM_SCENARIO_IMPACT_GAPS_H
#define CAROM_SCENARIO_IMPACT_GAPS_H

#include "mods/scenario/impact_problem.h"

// Draws gap_samples sets of gaps and counts how often each outcome comes: counts has one number an outcome, and a last
// one for what is none of them. Gaps are drawn contact by contact from x <- (1103515245 x + 12345) mod 2^31, x0 = 12345,
// gap = x / 2^31; sustained contacts have none and draw nothing. False if memory ends.
bool carom_impact_gap_counts(const carom_impact_problem *problem, const carom_system_result *outcome, int *counts);

#endif
