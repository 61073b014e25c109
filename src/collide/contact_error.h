// Finds the entry of W or v, or the value of a coefficient, that caused a status. For one contact and for several.
#ifndef CAROM_SRC_CONTACT_ERROR_H
#define CAROM_SRC_CONTACT_ERROR_H

#include "carom/carom.h"

// Finds the entry that caused a status in W (n x n, `stride` numbers per row) or v (n numbers). This is the first entry
// that is not finite (CAROM_NOT_FINITE), the pair that differs most (CAROM_NOT_SYMMETRIC), or the entry that makes W
// indefinite (CAROM_NOT_PSD). For other statuses it finds nothing.
void carom_error_entry(int n, size_t stride, const double *W, const double *v, carom_error *refusal);

// Explains CAROM_COEFFICIENT_RANGE: describes the fault of this coefficient. `reads` is the set that the law or method
// reads.
void carom_error_coefficient(const carom_params *params, carom_param param, int dim, carom_error *refusal);

#endif
