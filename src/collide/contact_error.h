// Which entry of W or v, and which value of a parameter, a status is about. For one contact and for several.
#ifndef CAROM_COLLIDE_REFUSAL_H
#define CAROM_COLLIDE_REFUSAL_H

#include "carom/carom.h"

// W is n x n with `stride` numbers a row, v has n: names the first entry that is not finite (CAROM_NOT_FINITE), the pair
// that differs most (CAROM_NOT_SYMMETRIC), or what makes W indefinite (CAROM_NOT_PSD). Other statuses name nothing.
void carom_error_entry(int n, size_t stride, const double *W, const double *v, carom_error *refusal);

// CAROM_COEFFICIENT_RANGE: what is wrong with this parameter. `reads` is what the law or method of the refusal reads.
void carom_error_coefficient(const carom_params *params, carom_param param, int dim, carom_error *refusal);

#endif
