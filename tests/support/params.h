// Sets of coefficients for tests in which their values do not matter.
#ifndef CAROM_TESTS_PARAMS_H
#define CAROM_TESTS_PARAMS_H

#include "carom/carom.h"

// Returns coefficients that are elastic and frictionless in every law of the core.
static inline carom_params params_plain(void) {
    carom_params p = carom_params_default();
    p.e = p.eta = 1.0;
    p.mu = p.s1 = p.s2 = 0.0;
    p.own[CAROM_OWN(ratio)] = p.own[CAROM_OWN(ratio2)] = p.own[CAROM_OWN(f)] = 0.0;
    return p;
}

// Returns the number of coefficients that are members of carom_params.
static inline int params_count(void) {
    int count = 0;
    while (carom_coefficient_at(NULL, count)) count++;
    return count;
}

#endif
