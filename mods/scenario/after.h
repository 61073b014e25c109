// What the impulse at the colliding contact makes of the bodies.
#ifndef CAROM_SCENARIO_AFTER_H
#define CAROM_SCENARIO_AFTER_H

#include "carom/bodies.h"
#include "mods/scenario/bodies.h"

// Two bodies after the impulse, in space whatever they were in, and the ledger of energy and momentum.
void carom_after_pair(const carom_bodies *bodies, const double P[3], carom_body after[2], carom_balance *ledger);

// A chain or mechanism after it. The arrays are the caller's: u one a speed, reactions one a constraint and one more,
// impulse one a row of the contacts.
typedef struct carom_after_speeds {
    double *u, *reactions, *impulse;
    double energy_before, energy_after;
} carom_after_speeds;

void carom_after_tree(const carom_bodies *bodies, const double P[3], carom_after_speeds *after);

// How many numbers the three arrays have together.
size_t carom_after_numbers(const carom_delassus *delassus);

#endif
