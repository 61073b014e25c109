// Computes the motion of the bodies after the impulse at the colliding contact.
#ifndef CAROM_SCENARIO_AFTER_H
#define CAROM_SCENARIO_AFTER_H

#include "carom/bodies.h"
#include "mods/scenario/bodies.h"

// Computes two bodies after the impulse, always in 3D, and the balance of energy and momentum.
void carom_after_pair(const carom_bodies *bodies, const double P[3], carom_body after[2], carom_balance *ledger);

// A chain or mechanism after the impulse. The caller provides the arrays: u has one entry per speed, reactions one per
// constraint plus one, impulse one per row of the contacts.
typedef struct carom_after_speeds {
    double *u, *reactions, *impulse;
    double energy_before, energy_after;
} carom_after_speeds;

void carom_after_tree(const carom_bodies *bodies, const double P[3], carom_after_speeds *after);

// Returns the total size of the three arrays.
size_t carom_after_numbers(const carom_delassus *delassus);

#endif
