// The higher and the lower of two numbers, to the bit: which of 0 and -0 fmax and fmin take is the compiler's choice, here it is
// the first. NaN is neither.
#ifndef CAROM_BASE_EXTREME_H
#define CAROM_BASE_EXTREME_H

#include <math.h>

static inline double carom_higher(double a, double b) {
    return b > a || isnan(a) ? b : a;
}

static inline double carom_lower(double a, double b) {
    return b < a || isnan(a) ? b : a;
}

#endif
