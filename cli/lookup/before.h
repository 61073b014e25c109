// Turns a problem with velocities after the impact into one with velocities before it.
#ifndef CAROM_CLI_BEFORE_H
#define CAROM_CLI_BEFORE_H

#include <stdbool.h>
#include <stddef.h>

#include "carom/carom.h"
#include "mods/scenario/bodies.h"
#include "mods/scenario/problem.h"

// Returns the problem with this velocity before the impact: the contact and, for two bodies, their velocities. Chains
// and mechanisms become a contact. The result refers to `after` and `bodies`; do not free it.
carom_problem carom_problem_before(const carom_problem *after, const carom_inverse *before, carom_bodies *bodies);

// Returns one velocity of an unbounded family, with its impulse. On a straight family its distance from the start
// equals the speed after the impact. On a curved family its direction is halfway between the first and the last.
// Returns any other `before` unchanged.
carom_inverse carom_before_inside(const carom_problem *after, const carom_inverse *before);

// Returns a description to print after its number; "" for a single velocity. `second` marks the end of a family whose
// beginning was printed before.
const char *carom_before_words(const carom_inverse *before, const carom_units *units, bool second, char *text,
                               size_t size);

// Writes why no velocity before the impact was found. Returns false if the law's own message for this status should be
// used.
bool carom_before_why_not(const carom_problem *problem, carom_status status, char *text, size_t size);

#endif
