// What the laws share about parameters.
#ifndef CAROM_SRC_PARAMS_H
#define CAROM_SRC_PARAMS_H

#include "carom/params.h"

// The friction that holds a stopped slip.
static inline double carom_mu_static(const carom_params *p) {
    return p->mu_static == CAROM_SAME_AS_MU ? p->mu : p->mu_static;
}

#endif
