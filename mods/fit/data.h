// What measured impacts say by themselves.
#ifndef CAROM_FIT_DATA_H
#define CAROM_FIT_DATA_H

#include "carom/fit.h"

// P = W^-1 (v' - v); false where W is singular.
bool carom_fit_impulse(const carom_fit_impact *impact, double P[3]);

// Are all of them impacts? False: `which` (may be NULL) is not.
bool carom_fit_sound(const carom_fit_impact *impacts, size_t count, size_t *which);

// |P_t|/P_n.
double carom_fit_ratio(const double P[3]);

// The part of carom_fit_check_data that is about bodies. CAROM_BAD_VALUE: one is none, or has no errors.
carom_status carom_fit_check_bodies(const carom_fit_body *bodies, size_t count, carom_fit_checks *checks);

// Sorts x; the value below which this share lies. NaN of none.
double carom_fit_quantile(double *x, size_t n, double share);

#endif
