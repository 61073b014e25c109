// A maximum in which NaN sticks. fmax() and `if (x > most) most = x` forget a NaN, `if (!(x <= worst)) worst = x` loses
// it to the next number: with them an answer that is not a number has the residual of one that is right.
#ifndef CAROM_SRC_WORST_H
#define CAROM_SRC_WORST_H

#include <math.h>

// The larger of two; NaN if either is.
static inline double carom_worst(double a, double b) {
    return a > b || isnan(a) ? a : b;
}

// *worst := the worst so far.
static inline void carom_worsen(double *worst, double x) {
    *worst = carom_worst(*worst, x);
}

#endif
