// Computes head-on restitution of the contact models in closed form, one function for each; carom/compliant.h has one
// for all.
#ifndef CAROM_COMPLIANT_RESTITUTION_H
#define CAROM_COMPLIANT_RESTITUTION_H

#include "carom/compliant.h"

// Return the restitution; NaN outside the ranges that carom_damping_to_restitution states.
double carom_e_of_zeta(double zeta);
double carom_e_of_series(double zeta);
double carom_e_of_a(double a);
double carom_e_of_yield(double w);

// Return the inverses for 0 < e <= 1.
double carom_zeta_of_e(double e);
double carom_series_of_e(double e);
double carom_a_of_e(double e);
double carom_yield_of_e(double e);

// Returns the damping factor a of hunt-crossley according to its author, for 0 <= e <= 1.
double carom_factor_of_e(carom_damping_formula factor, double e);

#endif
