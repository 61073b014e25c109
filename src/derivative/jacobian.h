// The derivative of one result, for single impacts and for batches.
#ifndef CAROM_SRC_JACOBIAN_H
#define CAROM_SRC_JACOBIAN_H

#include "derivative/equations.h"

typedef struct carom_linear {
    carom_smoothness smooth;
    int dim, params;
    carom_param param[CAROM_JACOBIAN_PARAMS];
    carom_slopes J;
    double margin, error;
    double c[3],
        n[CAROM_JACOBIAN_COLUMNS]; // n; entries beyond the columns are not set. At a KINK, the derivative on the side
                                   // n.dx < 0 is J + c n^T
} carom_linear;

// Lists the columns of the coefficients and returns their number.
int carom_jac_columns(const carom_law *law, int dim, carom_param param[CAROM_JACOBIAN_PARAMS]);

// Computes the derivative of a valid result, for a law that has derivatives in its dimension.
void carom_linearise(const carom_law *law, const carom_contact *contact, const carom_params *params,
                     const carom_result *outcome, carom_linear *linear);

#endif
