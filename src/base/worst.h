// A maximum that keeps NaN. fmax() and `if (x > most) most = x` ignore a NaN, and `if (!(x <= worst)) worst = x` loses
// it at the next number. With either of these, a result that is NaN would seem to have a small residual.
#ifndef CAROM_SRC_WORST_H
#define CAROM_SRC_WORST_H

#include <math.h>

// Returns the larger of two numbers; NaN if either is NaN.
static inline double carom_worst(double a, double b) {
    return a > b || isnan(a) ? a : b;
}

// Replaces *worst by x if x is larger or NaN.
static inline void carom_worsen(double *worst, double x) {
    *worst = carom_worst(*worst, x);
}

// Returns the largest difference between components of a and b, relative to the largest component of b unless b is 0.
static inline double carom_distance(int dim, const double a[3], const double b[3]) {
    double off = 0.0, size = 0.0;
    for (int i = 0; i < dim; i++) {
        carom_worsen(&off, fabs(a[i] - b[i]));
        carom_worsen(&size, fabs(b[i]));
    }
    return size == 0.0 ? off : off / size;
}

#endif
