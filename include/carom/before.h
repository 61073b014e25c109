// The impact backwards: the velocity after it is known, the one before is wanted. In the plane.
//
//   carom_contact after = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {0.5, 0.0}};   // v: after the impact
//   carom_inverse  found[CAROM_MAX_INVERSES];
//   int count;
//   carom_status s = carom_collide_inverse(&carom_law_routh, &after, &params, found, &count);
//
// A law whose impulse grows with the speed (CAROM_GUARANTEE_HOMOGENEOUS) maps directions to directions, so every velocity before
// lies where v' has the direction asked for: one number to look for, over all directions of approach, mode by mode.
#ifndef CAROM_BEFORE_H
#define CAROM_BEFORE_H

#include "carom/law.h"

CAROM_BEGIN

#define CAROM_MAX_INVERSES 16 // no law was seen to have more than 6

// One velocity before, or one end of a family of them: where the slip ends in the impact, or e is zero, many lead to one
// velocity after. A family that has no end is one entry, with the direction in which it runs.
typedef struct carom_inverse {
    double v[2]; // before, m/s
    double P[2]; // the impulse that led from v to what was given, N s
    carom_mode mode;
    unsigned broken; // CAROM_VIOLATION_* bits, as carom_collide judges the impact
    bool family;     // marked ones come in pairs, the ends of a family: all between them, by direction, lead there
    bool
        unbounded; // ... except such a one, a family of its own: every direction between v and `direction` leads there,
                   // at a speed that grows without bound
    bool straight; // unbounded, and v + s direction leads there for every s > 0
    double direction[2]; // (-1, slip), or (0, 1), (0, -1) for slip alone; zero unless unbounded
} carom_inverse;

// Every velocity before from which the law leads to contact->v, in order of their direction; `count` is how many. Each was
// solved forward and led to contact->v within 1e-9 of its size, a straight family as far as 1e5 times that speed, or as rounding
// lets judge. Where v[0] is 0, the end of a family is grazing: nothing happens there, and every approach next to it leads there.
//   CAROM_OK                exactly one
//   CAROM_NOT_UNIQUE           more than one, or a family
//   CAROM_NO_SOLUTION       none: no approach leads there
//   CAROM_NOT_APPLICABLE    in space; at rest afterwards, which has no direction; or the law's results do not grow with
//                           the speed
//   CAROM_STILL_APPROACHES  contact->v[0] is below zero by more than 1e-9 of the speed: no impact ends so, and the velocity
//                           is likely one before the impact
// A solution may be missed that ends closer than 1e-3 rad to another of the same mode, or that is a million times as fast as
// contact->v. Evaluates the law some 1200 to 3000 times.
CAROM_API carom_status carom_collide_inverse(const carom_law *law, const carom_contact *contact,
                                             const carom_params *params, carom_inverse found[CAROM_MAX_INVERSES],
                                             int *count);

CAROM_END

#endif
