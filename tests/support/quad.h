// Floating-point numbers of 113 bits and the functions that the reference solutions need, accurate to about 1e-31.
#ifndef CAROM_TESTS_ROUTH3_QUAD_H
#define CAROM_TESTS_ROUTH3_QUAD_H

#include <math.h>

__extension__ typedef __float128 quad;

static inline quad quad_abs(quad x) {
    return x < 0 ? -x : x;
}

static inline quad quad_sqrt(quad x) {
    if (!(x > 0)) return 0;
    quad y = (quad)sqrt((double)x);
    if (y == 0) return 0;
    for (int i = 0; i < 3; i++) y = (y + x / y) / 2;
    return y;
}

// Sums Taylor's series at y/1024 and squares the sum ten times.
static inline quad quad_exp(quad y) {
    const quad z = y / 1024;
    quad sum = 1;
    for (int n = 16; n > 0; n--) sum = 1 + sum * z / n;
    for (int i = 0; i < 10; i++) sum *= sum;
    return sum;
}

static inline quad quad_log(quad x) {
    quad y = (quad)log((double)x);
    for (int i = 0; i < 2; i++) {
        const quad e = quad_exp(y);
        y += 2 * (x - e) / (x + e);
    }
    return y;
}

// Corrects t = atan(x) of double precision by tan(atan(x) - t), which equals the small missing angle.
static inline quad quad_atan(quad x) {
    const quad t = (quad)atan((double)x);
    quad sine = 1, cosine = 1;
    for (int n = 40; n > 0; n -= 2) {
        cosine = 1 - cosine * t * t / (n * (n - 1));
        sine = 1 - sine * t * t / (n * (n + 1));
    }
    sine *= t;
    return t + (x * cosine - sine) / (cosine + x * sine);
}

#endif
