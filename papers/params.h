// Defines the default coefficients of the items of papers.
#ifndef CAROM_PAPERS_PARAMS_H
#define CAROM_PAPERS_PARAMS_H

#include "carom/compliant.h"

// Returns coefficients without losses and without friction for every law, with stiffnesses of 1 N/m. Each item then
// sets the coefficients that differ.
static inline carom_params paper_params(void) {
    carom_params p = carom_params_default();
    p.e = p.eta = 1.0;
    p.mu = p.s1 = p.s2 = 0.0;
    p.own[CAROM_OWN(kn)] = p.own[CAROM_OWN(cs)] = p.own[CAROM_OWN(R_eff)] = 1.0;
    for (int i = 0; i < 2; i++) p.own[CAROM_OWN(kt) + i] = 1.0;
    for (int i = 0; i < 3; i++) p.own[CAROM_OWN(k) + i] = 1.0;
    p.own[CAROM_OWN(depth)] = 0.1;
    p.own[CAROM_OWN(ratio)] = p.own[CAROM_OWN(ratio2)] = p.own[CAROM_OWN(f)] = 0.0;
    return p;
}

#endif
