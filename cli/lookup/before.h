// A problem whose velocities are those after the impact, told forwards.
#ifndef CAROM_CLI_BEFORE_H
#define CAROM_CLI_BEFORE_H

#include <stdbool.h>
#include <stddef.h>

#include "carom/carom.h"
#include "mods/scenario/bodies.h"
#include "mods/scenario/problem.h"

// The problem that this velocity before makes of it, for any reader of problems: contact and, for two bodies, their
// velocities. It borrows from `after` and lives in `bodies`; nothing of it is freed. Chains and mechanisms become a contact.
carom_problem carom_problem_before(const carom_problem *after, const carom_inverse *before, carom_bodies *bodies);

// One velocity of a family without end, with its impulse: straight, as far from where it begins as the speed after the impact;
// else halfway between its first and its last direction. Any other `before` is itself.
carom_inverse carom_before_inside(const carom_problem *after, const carom_inverse *before);

// What it is, to follow its number: nothing for a single velocity; `second`: the end of a family whose other end came before.
const char *carom_before_words(const carom_inverse *before, bool second, char *text, size_t size);

// Why no velocity before was found, where the law would word the status otherwise; false where it would not.
bool carom_before_why_not(const carom_problem *problem, carom_status status, char *text, size_t size);

#endif
