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

// How far a is from b: the largest difference of a component, of b's largest unless b is 0.
static inline double carom_distance(int dim, const double a[3], const double b[3]) {
    double off = 0.0, size = 0.0;
    for (int i = 0; i < dim; i++) {
        carom_worsen(&off, fabs(a[i] - b[i]));
        carom_worsen(&size, fabs(b[i]));
    }
    return size == 0.0 ? off : off / size;
}

#endif
