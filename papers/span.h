// The span condition on friction. Chatterjee 1997, 6.5.
#ifndef CAROM_PAPERS_SPAN_H
#define CAROM_PAPERS_SPAN_H

#include "carom/carom.h"
#include <stdbool.h>

// Checks the span condition P_t = -(a v_t + b v_t') with a >= 0 and b >= 0. Chatterjee 1997, (6.6). Writes one such
// pair if there is one (`holds` is true), otherwise the pair that satisfies the equation, otherwise NaN (the slips are
// parallel and P_t is not). Units of a and b: kg.
carom_status carom_span_condition(const carom_contact *contact, const double P[3], double *a, double *b, bool *holds);

#endif
