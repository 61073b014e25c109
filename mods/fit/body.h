// Relates the spin, arm and impulse of free bodies.
#ifndef CAROM_FIT_BODY_H
#define CAROM_FIT_BODY_H

#include "carom/fit.h"

// Returns the number of spin components of a body of this dimension: 1 or 3. It has dim + spins speeds, before and
// after.
static inline int carom_fit_spins(int dim) {
    return dim == 2 ? 1 : 3;
}

// Computes the lever L of an arm r: the moment of P is L P, and the contact's velocity u + L^T w. There is one row for
// each spin component.
void carom_fit_lever(int dim, const double r[3], double L[3][3]);

// Returns true if the body is valid: finite numbers, mass > 0, inertia positive definite. `inverse` receives the
// inverse of the inertia.
bool carom_fit_is_body(const carom_fit_body *body, double inverse[3][3]);

// Returns chi2 of the best impulses if these signs (CAROM_FIT_SIGN_* bits) are reversed, or NaN if a body or its
// errors are not valid.
double carom_fit_floor(const carom_fit_body *bodies, size_t count, unsigned signs);

#endif
