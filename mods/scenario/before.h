// A problem whose velocities are those after the impact, told forwards.
#ifndef CAROM_SCENARIO_BEFORE_H
#define CAROM_SCENARIO_BEFORE_H

#include "carom/before.h"
#include "mods/scenario/bodies.h"
#include "mods/scenario/problem.h"

// The problem that this velocity before makes of it, for any reader of problems: contact and, for two bodies, their
// velocities. It borrows from `after` and lives in `bodies`; nothing of it is freed. Chains and mechanisms become a contact.
carom_problem carom_problem_before(const carom_problem *after, const carom_before *before, carom_bodies *bodies);

// Why no velocity before was found, where the law would word the status otherwise; NULL where it would not.
const char *carom_before_why_not(const carom_problem *problem, carom_status status);

#endif
