// Finds the normal restitution of a law.
#ifndef CAROM_SRC_CONVENTION_H
#define CAROM_SRC_CONVENTION_H

#include "carom/carom.h"

// Returns the coefficient of normal restitution. Its names are e, e_n and r_n; a law reads at most one of them. Returns
// NULL if it reads none.
const carom_coefficient *carom_normal_restitution(const carom_law *law);

#endif
