// Routh's law for a contact whose W has rank one or two, W = Q Q^T with Q 3 x rank: the same problem in the range of W,
// in 113-bit arithmetic. The part of v outside the range never changes, so
//   B of rank one   the slip moves along one line of the slip plane: one number, and everything about it in closed form
//   B of rank two   (then W has rank two) slip that has died leaves v_n where it is, whatever the impulse
#ifndef CAROM_TESTS_ROUTH3_REDUCED_H
#define CAROM_TESTS_ROUTH3_REDUCED_H

#include "carom/carom.h"

typedef struct reduced_problem {
    int rank;
    double Q[3][2]; // columns that span the range
    bool in_range;  // v = Q s exactly; otherwise v as it is
    double s[2];
    double v[3];
    carom_params p; // finite mu
} reduced_problem;

// What the reduction leaves of W and v.
void reduced_contact(const reduced_problem *problem, carom_contact *contact);

typedef enum { REDUCED_SOLVED, REDUCED_UNSURE, REDUCED_NEVER_ENDS } reduced_answer;

// UNSURE: a tie that rounding of the input decides, or too many steps.
reduced_answer reduced_solve(const reduced_problem *problem, double P[3]);

#endif
