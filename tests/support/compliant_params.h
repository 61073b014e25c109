// Sets of coefficients for tests of contact models.
#ifndef CAROM_TESTS_COMPLIANT_PARAMS_H
#define CAROM_TESTS_COMPLIANT_PARAMS_H

#include "carom/compliant.h"
#include "support/params.h"

// Sets the coefficients that contact models need: stiffnesses of 1 N/m and no vibration modes.
static inline void give_springs(carom_params *p) {
    static const carom_vibration none;
    p->own[CAROM_OWN(kn)] = p->own[CAROM_OWN(cs)] = p->own[CAROM_OWN(R_eff)] = 1.0;
    for (int i = 0; i < 2; i++) p->own[CAROM_OWN(kt) + i] = 1.0;
    for (int i = 0; i < 3; i++) p->own[CAROM_OWN(k) + i] = 1.0;
    p->own[CAROM_OWN(depth)] = 0.1;
    p->list = &none;
}

// Returns coefficients for contact models that are elastic and frictionless in every law.
static inline carom_params params_springs(void) {
    carom_params p = params_plain();
    give_springs(&p);
    return p;
}

#endif
