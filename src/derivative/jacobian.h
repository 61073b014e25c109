// The derivative of one outcome, as the single impact and batches read it.
#ifndef CAROM_SRC_JAC_H
#define CAROM_SRC_JAC_H

#include "derivative/equations.h"

typedef struct carom_linear {
    carom_smoothness smooth;
    int dim, params;
    carom_param param[CAROM_JACOBIAN_PARAMS];
    carom_slopes J;
    double margin;
    double c[3],
        n[CAROM_JACOBIAN_COLUMNS]; // past the columns there are nothing is set. KINK: the other side is J + c n^T, where n.dx < 0
} carom_linear;

// The columns parameters have.
int carom_jac_columns(const carom_law *law, int dim, carom_param param[CAROM_JACOBIAN_PARAMS]);

// Does one of these stand at an end of its range?
bool carom_at_an_end(const carom_law *law, const carom_params *p, int count, const carom_param *param);

// The equations of an outcome that nothing but its law has a say in, with what solves them: no switch is near, no unit is changed, and
// no speed counts as rest. W is symmetric. False: carom_linearise has to tell. eq->smooth is what L->smooth would be.
bool carom_plain_equations(const carom_law *law, const carom_contact *contact, const carom_params *params,
                           const carom_result *outcome, carom_equations *eq, carom_elimination *elimination);

// Of an outcome that stands, by a law that has derivatives in its dimension.
void carom_linearise(const carom_law *law, const carom_contact *contact, const carom_params *params,
                     const carom_result *outcome, carom_linear *linear);

#endif
