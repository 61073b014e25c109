// Solves Routh's law in 3D by an independent method in 113-bit arithmetic. It expands the Cartesian slip u in Taylor
// series of a time s with dp = r ds. In the equations W = [[w, a^T], [a, B]], and ' is the derivative by s. They have
// no singular point.
//   u' = r a - mu B u,  P_t' = -mu u,  p' = r,  r^2 = u.u
#ifndef CAROM_TESTS_ROUTH3_REFERENCE_H
#define CAROM_TESTS_ROUTH3_REFERENCE_H

#include "carom/carom.h"
#include "support/quad.h"

typedef struct reference_outcome {
    double P[3];
    carom_mode mode;
    double least_slip; // the smallest slip on the curved part, relative to the largest
    int steps;
} reference_outcome;

// Returns 0 if it finds the solution, 1 after too many steps, and 2 if the impact never ends.
int reference_solve(const carom_contact *contact, const carom_params *params, reference_outcome *out);

// Solves the same problem for a singular W = Q Q^T with a regular tangential block. Q is 3 x 2, stored by rows.
// `in_range` states that v is in the range of W.
int reference_tied(const quad *Q, const quad v[3], bool in_range, const carom_params *params, reference_outcome *out);

// Returns the turning rate g = r dth/dp of the slip at the start.
double reference_turning(const carom_contact *contact, double mu);

#endif
