// Routh's law in space by a general integrator: SUNDIALS ARKODE (explicit Runge-Kutta with root functions) on the raw
// equations in the normal impulse,  du/dp = a - mu B u/|u|.
#ifndef CAROM_TESTS_ROUTH3_ODE_H
#define CAROM_TESTS_ROUTH3_ODE_H

#include "carom/carom.h"

typedef struct ode_outcome {
    double P[3];
    carom_mode mode;
    double least_slip; // the smallest slip met, relative to the largest; 0 if it died
    long rhs;          // evaluations of the right side
} ode_outcome;

// 0 if solved. `tolerance` is relative.
int ode_solve(const carom_contact *contact, const carom_params *params, double tolerance, ode_outcome *out);

#endif
