// Solves Routh's law in 3D by a general integrator: SUNDIALS ARKODE, an explicit Runge-Kutta method that finds events.
// It integrates the slip u over the normal impulse p, with W = [[w, a^T], [a, B]].
//   du/dp = a - mu B u/|u|
#ifndef CAROM_TESTS_ROUTH3_ODE_H
#define CAROM_TESTS_ROUTH3_ODE_H

#include "carom/carom.h"

typedef struct ode_outcome {
    double P[3];
    carom_mode mode;
    double least_slip; // smallest slip relative to the largest; 0 if the slip ended
    long rhs;          // evaluations of the right-hand side
} ode_outcome;

// Returns 0 if the integration succeeds, otherwise 1. `tolerance` is relative.
int ode_solve(const carom_contact *contact, const carom_params *params, double tolerance, ode_outcome *out);

#endif
