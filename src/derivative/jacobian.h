// The derivative of one result, for single impacts and for batches.
#ifndef CAROM_SRC_JACOBIAN_H
#define CAROM_SRC_JACOBIAN_H

#include "derivative/equations.h"

typedef struct carom_linear {
    carom_smoothness smooth;
    int dim, params;
    carom_param param[CAROM_JACOBIAN_PARAMS];
    carom_slopes J;
    double margin;
    double c[3],
        n[CAROM_JACOBIAN_COLUMNS]; // n; entries beyond the columns are not set. At a KINK, the derivative on the side
                                   // n.dx < 0 is J + c n^T
} carom_linear;

// Lists the columns of the coefficients and returns their number.
int carom_jac_columns(const carom_law *law, int dim, carom_param param[CAROM_JACOBIAN_PARAMS]);

// Returns whether one of these coefficients is at an end of its range.
bool carom_at_an_end(const carom_law *law, const carom_params *p, int count, const carom_param *param);

// Computes the equations of a result that depends only on its law, and their elimination. Requires that no switch is
// near, that the contact is not scaled, that no speed counts as rest, and that W is symmetric. Returns false if
// carom_linearise must be used. eq->smooth receives the value that L->smooth would have.
bool carom_plain_equations(const carom_law *law, const carom_contact *contact, const carom_params *params,
                           const carom_result *outcome, carom_equations *eq, carom_elimination *elimination);

// Computes the derivative of a valid result, for a law that has derivatives in its dimension.
void carom_linearise(const carom_law *law, const carom_contact *contact, const carom_params *params,
                     const carom_result *outcome, carom_linear *linear);

#endif
