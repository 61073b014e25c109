// Defines the bilinear normal spring with two ways of unloading, used by stronge and bilinear-spring.
#ifndef CAROM_COMPLIANT_BILINEAR_H
#define CAROM_COMPLIANT_BILINEAR_H

#include "contact.h"

extern const carom_normal carom_bilinear[2]; // indexed by carom_unloading

// Returns the force, relative to its maximum, at which type 1 ends a slip in 3D. The rounding error of its force is
// 2e-16/e^2. At 1e-9/e^2 the direction of slip still has six digits, and the remaining impulse is the square of that.
static inline double carom_bilinear_leave(double e) {
    return e > 0.0 ? fmin(1e-2, fmax(1e-6, 1e-9 / (e * e))) : 0.0;
}

#endif
