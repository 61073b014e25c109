// Computes the changes that the impact causes in one of two bodies, in the terms of crash reconstruction.
#ifndef CAROM_SCENARIO_CHANGE_H
#define CAROM_SCENARIO_CHANGE_H

#include "mods/scenario/bodies.h"

// Returns the direction of a vector in degrees, (-180, 180], counterclockwise from +x in the xy plane; NaN for a zero
// vector.
double carom_heading(const double vector[2]);

// Returns the principal direction of force, relative to the front of a body: 0 head-on, 90 from the right, -90 from the
// left, 180 from behind. Degrees, clockwise, (-180, 180].
double carom_pdof(double impulse, double front);

// Returns the direction of a body's front before the impact: its angle if the file gives one, else its heading.
double carom_front(const carom_bodies *bodies, int body);

// Returns false for a body of infinite mass, whose velocity no law changes.
bool carom_can_move(const carom_bodies *bodies, int body);

carom_change carom_change_of(const carom_bodies *bodies, int body, const carom_body after[2]);

// Returns the lost fraction of the energy; NaN if there was none.
double carom_share_lost(const carom_balance *ledger);

#endif
