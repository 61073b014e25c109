// Declares the events of a contact point: the first touch (begin.c), changes of state (events.c) and the end (end.c).
// simulate.c determines when they occur.
#ifndef CAROM_COMPLIANT_EVENTS_H
#define CAROM_COMPLIANT_EVENTS_H

#include "linear_pieces.h"
#include "motion.h"

void carom_touch_enter(carom_touch *touch, carom_contact_state state);

// Apply a small impulse outside the equations of motion, and move the bodies freely for a short time, to first order.
void carom_touch_push(const carom_touch *touch, const double P[3], double *y);
void carom_touch_fly(carom_touch *touch, double h, double *y);

// Handle the first touch of the bodies at (t, y), and decide whether the point sticks or slips when the normal force
// begins with N.
carom_machine_turn carom_touch_down(carom_touch *touch, double *t, double *y);
carom_machine_turn carom_touch_hold(carom_touch *touch, double N, double *t, double *y,
                                    const carom_touch_motion *motion);

// Makes the direction of a slip in 3D a state if possible; near N = 0 the stretch does not determine it.
void carom_touch_steer(carom_touch *touch, double *y);

// Handles a guard that reached zero, for the integrator.
carom_machine_turn carom_touch_turn(void *touch, int guard, double t, double *y);

// In 3D the direction of slip turns at a rate proportional to 1/N. If a slip would end at N = 0, the integration stops
// at this fraction of the largest force. The remainder is extrapolated linearly, and the error in P is the square of
// this fraction.
#define CAROM_TOUCH_END_BEFORE 1e-6

// End a contact whose force is zero, changes sign, or is nearly zero while an overlap remains. The last
// function follows a pull until the overlap is zero or the bodies rest, and returns the force that remains.
carom_machine_turn carom_touch_release(carom_touch *touch, double t, double *y);
carom_machine_turn carom_touch_pull(carom_touch *touch, double t, double *y);
bool carom_touch_creeps(carom_touch *touch, const carom_touch_motion *motion, double *y);
void carom_touch_coast(carom_touch *touch, const carom_touch_motion *motion, double *y);
double carom_touch_pull_left(const carom_touch *touch, const carom_touch_motion *motion, double hold);

// Handle a force that fades forever (fade.c): check it at every step, and add the remainder of its impulse. `gone` is
// the force at which the impact counts as ended.
void carom_touch_watch_fading(carom_touch *touch, const double *y, const carom_touch_motion *motion,
                              const carom_forces *forces);
void carom_touch_fade(carom_touch *touch, const carom_touch_motion *motion, double gone, double *y);

// A fading force counts as ended at this fraction of its maximum.
#define CAROM_TOUCH_GONE 1e-13

#endif
