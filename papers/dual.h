// Defines numbers with their derivatives with respect to the 16 coordinates of a strobe picture. Each operation applies
// the chain rule, so every quantity computed from them has exact derivatives.
#ifndef CAROM_FIT_DUAL_H
#define CAROM_FIT_DUAL_H

#include <math.h>

enum { CAROM_COORDINATES = 16 };

typedef struct carom_dual {
    double x, d[CAROM_COORDINATES];
} carom_dual;

// Returns x = f(a, b) with the derivatives f_a and f_b.
static inline carom_dual carom_dual_of(double x, double fa, const carom_dual *a, double fb, const carom_dual *b) {
    carom_dual f = {.x = x};
    for (int k = 0; k < CAROM_COORDINATES; k++) f.d[k] = fa * a->d[k] + fb * b->d[k];
    return f;
}

static inline carom_dual carom_dual_sum(double fa, carom_dual a, double fb, carom_dual b) {
    return carom_dual_of(fa * a.x + fb * b.x, fa, &a, fb, &b);
}

static inline carom_dual carom_dual_scaled(double factor, carom_dual a) {
    return carom_dual_of(factor * a.x, factor, &a, 0.0, &a);
}

static inline carom_dual carom_dual_product(carom_dual a, carom_dual b) {
    return carom_dual_of(a.x * b.x, b.x, &a, a.x, &b);
}

static inline carom_dual carom_dual_quotient(carom_dual a, carom_dual b) {
    return carom_dual_of(a.x / b.x, 1.0 / b.x, &a, -a.x / (b.x * b.x), &b);
}

// Returns the angle of (x, y): d(angle) = (x dy - y dx)/(x^2 + y^2).
static inline carom_dual carom_dual_angle(carom_dual y, carom_dual x) {
    const double square = x.x * x.x + y.x * y.x;
    return carom_dual_of(atan2(y.x, x.x), x.x / square, &y, -y.x / square, &x);
}

static inline carom_dual carom_dual_length(carom_dual x, carom_dual y) {
    const double length = hypot(x.x, y.x);
    return carom_dual_of(length, x.x / length, &x, y.x / length, &y);
}

static inline carom_dual carom_dual_sin(carom_dual a) {
    return carom_dual_of(sin(a.x), cos(a.x), &a, 0.0, &a);
}

static inline carom_dual carom_dual_cos(carom_dual a) {
    return carom_dual_of(cos(a.x), -sin(a.x), &a, 0.0, &a);
}

// Return the largest change that errors of h in each coordinate can cause, and the covariance of two numbers. The
// latter assumes that the errors of the coordinates are independent with this variance.
static inline double carom_dual_bound(const carom_dual *a, double h) {
    double sum = 0.0;
    for (int k = 0; k < CAROM_COORDINATES; k++) sum += fabs(a->d[k]);
    return h * sum;
}

static inline double carom_dual_covariance(const carom_dual *a, const carom_dual *b, double variance) {
    double sum = 0.0;
    for (int k = 0; k < CAROM_COORDINATES; k++) sum += a->d[k] * b->d[k];
    return variance * sum;
}

#endif
