// The bilinear normal spring with its two ways of unloading, shared by stronge and bilinear-spring.
#ifndef CAROM_COMPLIANT_BILINEAR_H
#define CAROM_COMPLIANT_BILINEAR_H

#include "contact.h"

extern const carom_normal carom_bilinear[2]; // by carom_unloading

// Where type 1 leaves a slip in space. Its force is rounded to 2e-16/e^2 of the greatest: at 1e-9/e^2 the direction of slip
// still has six digits, and what is left is the square of it, of an unloading that is e^2 of all.
static inline double carom_bilinear_leave(double e) {
    return e > 0.0 ? fmin(1e-2, fmax(1e-6, 1e-9 / (e * e))) : 0.0;
}

#endif
