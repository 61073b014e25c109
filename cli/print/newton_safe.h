// Computes the largest e of Newton's restitution that gains no energy for any velocity and friction.
#ifndef CAROM_CLI_NEWTON_SAFE_H
#define CAROM_CLI_NEWTON_SAFE_H

#include <stdbool.h>

#include "carom/carom.h"

typedef struct carom_newton_safe {
    double most;     // the bound, sqrt(1 - W_nt W_tt^-1 W_tn / W_nn)
    bool safe;       // e is not above this bound
    double v[3], mu; // if not safe: an impact with this W and e in which the law whittaker gains energy
    double dE;       // energy gained in this impact, J
} carom_newton_safe;

// Computes the bound and, if e is above it, an example. Returns false if W is singular or e is not a number from 0 to
// 1.
bool carom_newton_safe_find(const carom_contact *contact, double e, carom_newton_safe *found);

#endif
