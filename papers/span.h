// Checks the span condition on friction. Chatterjee 1997, 6.5.
#ifndef CAROM_PAPERS_SPAN_H
#define CAROM_PAPERS_SPAN_H

#include "carom/carom.h"
#include <stdbool.h>

// Checks the span condition P_t = -(a v_t + b v_t') with a >= 0 and b >= 0, in kg. Chatterjee 1997, (6.6). If such a
// pair exists, `holds` is true and the pair is written. Otherwise a and b satisfy the equation but not the signs. They
// are NaN if no a and b satisfy the equation, because the slips are parallel and P_t is not.
carom_status carom_span_condition(const carom_contact *contact, const double P[3], double *a, double *b, bool *holds);

#endif
