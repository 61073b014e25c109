// Routh's law in space once more, by other means and in 113-bit arithmetic: Taylor series of the Cartesian slip in the
// time s with dp = r ds, where  u' = r a - mu B u,  P_t' = -mu u,  p' = r,  r^2 = u.u  has no singular point.
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

// 0 if solved; 1 if it took too many steps; 2 if the impact never ends.
int reference_solve(const carom_contact *contact, const carom_params *params, reference_outcome *out);

// The same for W = Q Q^T, Q 3 x 2 row by row, whose tangential block is regular. in_range: v is in the range of W.
int reference_tied(const quad *Q, const quad v[3], bool in_range, const carom_params *params, reference_outcome *out);

// g at the start: r dth/dp.
double reference_turning(const carom_contact *contact, double mu);

#endif
