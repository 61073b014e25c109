// What the impact changes for one of two bodies, as people who reconstruct impacts ask for it.
#ifndef CAROM_SCENARIO_CHANGE_H
#define CAROM_SCENARIO_CHANGE_H

#include "mods/scenario/bodies.h"

// Directions in degrees, (-180, 180], counterclockwise from +x in the plane of x and y; NaN for what has none.
double carom_heading(const double vector[2]);

// Where an impulse of this direction comes from, seen from a body whose front points so: 0 head-on, 90 from the right,
// -90 from the left, 180 from behind. Degrees, clockwise, (-180, 180].
double carom_pdof(double impulse, double front);

// The direction of a body's front before the impact: its angle if the file tells one, else where it is heading.
double carom_front(const carom_bodies *bodies, int body);

carom_change carom_change_of(const carom_bodies *bodies, int body, const carom_body after[2]);

// The share of the energy there was that is lost; NaN where there was none.
double carom_share_lost(const carom_balance *ledger);

#endif
