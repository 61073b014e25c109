// Operations on 3-vectors.
#ifndef CAROM_SRC_VEC_H
#define CAROM_SRC_VEC_H

#include <math.h>
#include <stdbool.h>

static inline double carom_dot3(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void carom_cross(const double a[3], const double b[3], double out[3]) {
    const double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

// Computes x := x + s y.
static inline void carom_add3(double x[3], double s, const double y[3]) {
    for (int i = 0; i < 3; i++) x[i] += s * y[i];
}

// Computes out = A x.
static inline void carom_apply3(const double A[3][3], const double x[3], double out[3]) {
    const double y[3] = {carom_dot3(A[0], x), carom_dot3(A[1], x), carom_dot3(A[2], x)};
    for (int i = 0; i < 3; i++) out[i] = y[i];
}

static inline bool carom_finite3(const double x[3]) {
    return isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2]);
}

static inline bool carom_zero3(const double x[3]) {
    return x[0] == 0.0 && x[1] == 0.0 && x[2] == 0.0;
}

// Scales x of any size to unit length. Returns false for zero, NaN and infinity.
static inline bool carom_unit3(double x[3]) {
    const double most = fmax(fmax(fabs(x[0]), fabs(x[1])), fabs(x[2]));
    if (!(most > 0.0) || !carom_finite3(x)) return false;
    for (int i = 0; i < 3; i++) x[i] /= most;
    const double length = sqrt(carom_dot3(x, x));
    for (int i = 0; i < 3; i++) x[i] /= length;
    return true;
}

#endif
