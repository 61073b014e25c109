// The sticking impulse, which several laws try first.
#ifndef CAROM_SRC_STICK_H
#define CAROM_SRC_STICK_H

#include <stdbool.h>

#include "carom/contact.h"

// P_s = W^-1 (-(1 + e) v_n, -(1 + e_t) v_t): makes v_n' = -e v_n and v_t' = -e_t v_t.
// For a singular W the least such impulse; false where there is none.
bool carom_stick_impulse(const carom_contact *contact, double e, double e_t, double P[3]);

// P_n > 0 and |P_t| <= mu P_n, the cone's boundary included.
bool carom_pushes_in_cone(int dim, const double P[3], double mu);

#endif
