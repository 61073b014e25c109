// Bodies for a wanted contact: from W and v back to two bodies that touch, so that carom_pair_contact gives W and v again.
//
//   carom_contact c = {.dim = 3, .W = {{4, 2, 0}, {2, 6, -2}, {0, -2, 4}}, .v = {-2, -1, 0.4}};
//   carom_pair    pair;
//   carom_realise(&c, 0.1, &pair);            // one body against a wall, 0.1 m from its centre to the contact
//
// Every W that is no mistake (symmetric, positive semi-definite) is the W of some bodies. They touch at the origin; the
// world's axes are n, t1, t2 (n, t in the plane). A moves with v and does not spin, B is at rest. Lengths are free: an
// arm twice as long with four times the inertia has the same W.
#ifndef CAROM_REALISE_H
#define CAROM_REALISE_H

#include "carom/body.h"

CAROM_BEGIN

// The fewest free bodies. W q_i = w_i q_i, w1 <= w2 <= w3, r the arm from a centre to the contact, m:
//   w1 < w2            one body against a wall: mass 1/w1, its arm r q1; inertia r^2/(w2-w1) about q3 and q1,
//                      r^2/(w3-w1) about q2
//   w1 = w2 = w3       a point mass
//   w1 = w2 < w3       two bodies, W/2 -+ (w1/4)(q1 q1' - q2 q2') each
// In the plane one body always does. w1 = 0 is an infinite mass: a body that turns about a fixed centre. A body's arm
// that does not point against the normal is a hook.
// CAROM_BAD_VALUE for an arm that is not positive and finite, CAROM_BAD_DIM for a contact of the other dimension,
// CAROM_OVERFLOW where a mass or an inertia is no double; else as carom_contact_validate.
CAROM_API carom_status carom_realise(const carom_contact *contact, double arm, carom_pair *pair);
CAROM_API carom_status carom_planar_pair_from_contact(const carom_contact *contact, double arm,
                                                      carom_planar_pair *pair);

// Two bodies of finite mass, whatever the eigenvalues; CAROM_NOT_APPLICABLE for a singular W.
CAROM_API carom_status carom_realise_two(const carom_contact *contact, double arm, carom_pair *pair);

// Chatterjee 1997, figures 2.9 and 10.3: point masses on light rods of one length. Body A holds M_a at the contact, M_c
// one rod away, and m twice, one rod to either side of M_c; body B holds M_b at the contact and two M_c, one rod away and
// one rod to either side. An infinite M_c is figure 2.9: a ball joint holds A, a hinge B.
typedef struct carom_rods {
    double M_a, M_b, M_c, m; // kg
} carom_rods;

// Fills the masses and the pair for this M_c, kg. CAROM_NOT_APPLICABLE for a singular W. CAROM_NO_SOLUTION where no
// positive masses go with M_c: it is too light, the more so the nearer the least and the greatest eigenvalue lie. `rods`
// then solves (10.7) with a negative m, or holds no numbers.
CAROM_API carom_status carom_realise_rods(const carom_contact *contact, double M_c, double arm, carom_rods *rods,
                                          carom_pair *pair);

CAROM_END

#endif
