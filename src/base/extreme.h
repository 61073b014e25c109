// Return the higher and the lower of two numbers with the same bits on every compiler. For 0 and -0, the result of fmax
// and fmin depends on the compiler; here the first argument is taken. A NaN is never chosen as higher or lower.
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
