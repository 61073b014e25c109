// Sets of coefficients for tests that are about something else.
#ifndef CAROM_TESTS_PARAMS_H
#define CAROM_TESTS_PARAMS_H

#include "carom/carom.h"

// Elastic and without friction, in every law of the core.
static inline carom_params params_plain(void) {
    carom_params p = carom_params_default();
    p.e = p.eta = 1.0;
    p.mu = p.s1 = p.s2 = 0.0;
    p.own[CAROM_OWN(ratio)] = p.own[CAROM_OWN(ratio2)] = p.own[CAROM_OWN(f)] = 0.0;
    return p;
}

// The number of members of carom_params.
static inline int params_count(void) {
    int count = 0;
    while (carom_coefficient_at(NULL, count)) count++;
    return count;
}

#endif
