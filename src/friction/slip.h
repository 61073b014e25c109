// Computes slips in 3D that end along u. (m0, m1) is (1, mu), or (0, 1) for infinite friction.
//   P = c/D (m0, -m1 u),  D = m0 W_nn - m1 w.u,  v_t' = v_t + (m0 w - m1 T u) c/D along u
// The condition u x v_t' = 0 is
//   D (u x v_t) + c u x (m0 w - m1 T u) = 0,
// a trigonometric polynomial of degree two in the angle of u.
#ifndef CAROM_SRC_SLIP_H
#define CAROM_SRC_SLIP_H

#include "base/circle.h"
#include "carom/carom.h"

carom_circle carom_slip_condition(const carom_contact *contact, double c, double m0, double m1);

// Returns the condition for friction -u against a slip along g u = (g1 u1, g2 u2): g u x v_t' = 0. D is that of the
// formulas above.
carom_circle carom_slip_condition_of(const carom_contact *contact, const double g[2], double c, double m0, double m1);

// Computes the direction u2 in which a contact at rest starts to slip, which is along w - mu T u2. If friction cannot
// hold the contact, there is only one such direction. Infinite friction is (m0, m1) = (0, 1) as above.
void carom_push_direction(const carom_contact *contact, double m0, double m1, double u[2]);

#endif
