// Derivatives of routh (derivative/equations.h).
#ifndef CAROM_SRC_JAC_ROUTH_H
#define CAROM_SRC_JAC_ROUTH_H

#include "derivative/equations.h"

bool carom_routh_jac_plane(const carom_contact *c, const carom_params *p, const carom_result *out, carom_equations *eq);
bool carom_routh_jac_space(const carom_contact *c, const carom_params *p, const carom_result *out, carom_equations *eq);

#endif
