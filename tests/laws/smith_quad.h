// Smith's law as published, in 113-bit arithmetic. The other tests of smith in this directory use it as their
// reference.
//   P = P_n (1, -mu K),  K = (|v_t| v_t + |q| q) / (|v_t|^2 + |q|^2),  q = v_t',  v_n' = -e v_n
#ifndef CAROM_TESTS_SMITH_QUAD_H
#define CAROM_TESTS_SMITH_QUAD_H

#include <math.h>

#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 quad;
#else
typedef long double quad;
#endif

static inline quad quad_abs(quad x) {
    return x < 0 ? -x : x;
}

// Computes the root by Newton's method from the root in double precision. Each step doubles the number of correct
// digits.
static inline quad quad_sqrt(quad x) {
    if (!(x > 0)) return 0;
    quad y = (quad)sqrt((double)x);
    if (!(y > 0)) return 0;
    for (int i = 0; i < 3; i++) y = (y + x / y) / 2;
    return y;
}

static inline void quad_friction(const quad vt[2], const quad q[2], quad K[2]) {
    const quad V2 = vt[0] * vt[0] + vt[1] * vt[1], Q2 = q[0] * q[0] + q[1] * q[1];
    const quad V = quad_sqrt(V2), Q = quad_sqrt(Q2);
    for (int i = 0; i < 2; i++) K[i] = (V * vt[i] + Q * q[i]) / (V2 + Q2);
}

#endif
