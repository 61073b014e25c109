// Derivatives of Chatterjee's three laws (derivative/equations.h): the equations of each mode.
#ifndef CAROM_SRC_JAC_CHATTERJEE_H
#define CAROM_SRC_JAC_CHATTERJEE_H

#include "derivative/equations.h"

carom_equations_fn carom_chatterjee1_jac, carom_chatterjee2_jac, carom_chatterjee3_jac;

#endif
