// Free bodies: how spin, arm and impulse hang together.
#ifndef CAROM_FIT_BODY_H
#define CAROM_FIT_BODY_H

#include "carom/fit.h"

// Spins of a body of this dimension: 1 or 3. Its speeds are dim + spins, before and after.
static inline int carom_fit_spins(int dim) {
    return dim == 2 ? 1 : 3;
}

// The lever L of an arm r: the moment of P is L P, and the contact's velocity u + L^T w. One row for each spin.
void carom_fit_lever(int dim, const double r[3], double L[3][3]);

// Is it a body: finite numbers, mass > 0, inertia positive definite? `inverse` receives that of the inertia.
bool carom_fit_is_body(const carom_fit_body *body, double inverse[3][3]);

#endif
