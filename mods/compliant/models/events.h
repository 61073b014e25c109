// What happens to a contact point at an instant, for the files that share it: it touches (begin.c), changes (events.c),
// ends (end.c); run.c says when.
#ifndef CAROM_COMPLIANT_EVENTS_H
#define CAROM_COMPLIANT_EVENTS_H

#include "linear_pieces.h"
#include "motion.h"

void carom_touch_enter(carom_touch *touch, carom_contact_state state);

// A small impulse, outside the flow; a short while without contact, to first order.
void carom_touch_push(const carom_touch *touch, const double P[3], double *y);
void carom_touch_fly(carom_touch *touch, double h, double *y);

// The bodies touch at (t, y). The point takes hold of the plane where the normal force begins with N: it sticks or slips.
carom_machine_turn carom_touch_down(carom_touch *touch, double *t, double *y);
carom_machine_turn carom_touch_hold(carom_touch *touch, double N, double *t, double *y,
                                    const carom_touch_motion *motion);

// A slip in space whose state is its direction, where it may be: near N = 0 the stretch cannot tell it.
void carom_touch_steer(carom_touch *touch, double *y);

// A guard reached zero: the machine's turn.
carom_machine_turn carom_touch_turn(void *touch, int guard, double t, double *y);

// In space the direction of slip turns at a rate like 1/N. A slip that ends at N = 0 is left at this share of the touch's
// greatest force and carried on straight: the error in P is its square.
#define CAROM_TOUCH_END_BEFORE 1e-6

// The force fell to zero; changes its sign; has all but gone inside an overlap that has still to open. How much is left of a
// pull that what `hold` says holds, as a force: until its overlap has closed, or the bodies rest.
carom_machine_turn carom_touch_release(carom_touch *touch, double t, double *y);
carom_machine_turn carom_touch_pull(carom_touch *touch, double t, double *y);
bool carom_touch_creeps(carom_touch *touch, const carom_touch_motion *motion, double *y);
void carom_touch_coast(carom_touch *touch, const carom_touch_motion *motion, double *y);
double carom_touch_pull_left(const carom_touch *touch, const carom_touch_motion *motion, double hold);

// A force that fades for ever (fade.c): seen at every instant that is passed, and told to its end. `gone` is the force at which
// the impact counts as over.
void carom_touch_watch_fading(carom_touch *touch, const double *y, const carom_touch_motion *motion,
                              const carom_forces *forces);
void carom_touch_fade(carom_touch *touch, const carom_touch_motion *motion, double gone, double *y);

// The share of its greatest force at which a fading one is gone.
#define CAROM_TOUCH_GONE 1e-13

#endif
