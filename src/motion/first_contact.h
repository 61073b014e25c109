// Finds the first contact of a flight. No contact is missed, because a bound on the gap limits every step.
#ifndef CAROM_SRC_FIRST_CONTACT_H
#define CAROM_SRC_FIRST_CONTACT_H

#include "motion/shape.h"

// Pairs of a plane and a feature that have just touched without an impulse. Their gaps are raised by 1e-9 of the size
// of the body until they exceed 2e-9 of it.
typedef struct carom_raised {
    uint32_t bits[CAROM_MOTION_MAX_PLANES * CAROM_MOTION_MAX_CORNERS / 32];
} carom_raised;

void carom_raise(carom_raised *raised, int plane, int feature);

typedef struct carom_motion_found {
    bool contact; // false if nothing touches until the end
    bool leaves;  // nothing ever touches
    double s;     // time since the start of the flight, s
    carom_pose pose;
    int plane, feature;
} carom_motion_found;

// Follows the flight up to `end` seconds, which may be infinite. The resulting pose is that at the contact, or at the
// end if it is finite. Returns CAROM_NOT_CONVERGED after 10,000 steps, and CAROM_OVERFLOW like the flight.
carom_status carom_motion_search(carom_free_flight *flight, double end, carom_raised *raised,
                                 carom_motion_found *found);

#endif
