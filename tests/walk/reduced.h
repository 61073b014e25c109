// Solves Routh's law in 113-bit arithmetic for a singular W = Q Q^T of rank one or two. The problem is reduced to the
// range of W, because the part of v outside the range never changes. B is the tangential block of W.
//   B of rank one   the slip changes along one line of the tangent plane, so one number describes it, in closed form
//   B of rank two   W has rank two; once the slip has ended, v_n is constant for any impulse
#ifndef CAROM_TESTS_ROUTH3_REDUCED_H
#define CAROM_TESTS_ROUTH3_REDUCED_H

#include "carom/carom.h"

typedef struct reduced_problem {
    int rank;
    double Q[3][2]; // its `rank` columns span the range
    bool in_range;  // v = Q s exactly; otherwise v is given by the member v
    double s[2];
    double v[3];
    carom_params p; // finite mu
} reduced_problem;

// Computes W and v of the problem in double precision.
void reduced_contact(const reduced_problem *problem, carom_contact *contact);

typedef enum { REDUCED_SOLVED, REDUCED_UNSURE, REDUCED_NEVER_ENDS } reduced_answer;

// Solves the problem. REDUCED_UNSURE means that rounding of the input decides the result, or that there were too many
// steps. REDUCED_NEVER_ENDS means that the law has no solution.
reduced_answer reduced_solve(const reduced_problem *problem, double P[3]);

#endif
