// Computes quantities of measured impacts that need no law.
#ifndef CAROM_FIT_DATA_H
#define CAROM_FIT_DATA_H

#include "carom/fit.h"

// Computes P = W^-1 (v' - v). Returns false if W is singular.
bool carom_fit_impulse(const carom_fit_impact *impact, double P[3]);

// Returns true if all impacts are valid; otherwise `which` (may be NULL) receives the index of the first that is not.
bool carom_fit_sound(const carom_fit_impact *impacts, size_t count, size_t *which);

// Returns |P_t|/P_n.
double carom_fit_ratio(const double P[3]);

// Does the part of carom_fit_check_data that concerns bodies. Returns CAROM_BAD_VALUE if one is invalid or has no
// errors.
carom_status carom_fit_check_bodies(const carom_fit_body *bodies, size_t count, carom_fit_checks *checks);

// Sorts x and returns the value below which this fraction lies; NaN if n is 0.
double carom_fit_quantile(double *x, size_t n, double share);

#endif
