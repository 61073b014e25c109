// Defines the kernels of bilinear and walton for vectorised batches, and the ordinary problems that a kernel covers.
#ifndef CAROM_SRC_LANES_BILINEAR_H
#define CAROM_SRC_LANES_BILINEAR_H

#include "collide/problem.h"
#include "friction/diagonal.h"
#include "laws/bilinear/kernel_bilinear.h"

// If the square of the relative coupling is below this, the coupling is certainly within the bound of the law, because
// 3e-13 is below 1e-12.
#define CAROM_UNCOUPLED_SQUARE 1e-25

CAROM_LANE carom_answer2 carom_bilinear_lane(CAROM_PLANE_PROBLEM, double e_n, double e_t, double mu) {
    const carom_bilinear_kernel k = carom_bilinear_closed(a, T, vn, fabs(vt), e_n, e_t, mu);
    const uint64_t mode = k.sliding ? CAROM_MODE_SLIDING : CAROM_MODE_STICKING;
    const double against = fabs(vt) > 0.0 ? -k.grip * (vt / fabs(vt)) : 0.0;
    return (carom_answer2){k.Pn, against, w * w <= CAROM_UNCOUPLED_SQUARE * (a * T) ? mode : CAROM_EXTRAORDINARY};
}

CAROM_LANE carom_answer2 carom_walton_lane(CAROM_PLANE_PROBLEM, double e_n, double e_t, double mu) {
    const carom_answer2 x = carom_bilinear_lane(a, w, T, vn, vt, e_n, e_t, mu);
    return (carom_answer2){x.Pn, x.Pt, fabs(T - 3.5 * a) <= CAROM_UNCOUPLED * T ? x.mode : CAROM_EXTRAORDINARY};
}

// Solves contacts without coupling whose slip is along an axis of T, as law_bilinear.c requires.
CAROM_LANE carom_answer3 carom_bilinear_space(CAROM_SPACE_PROBLEM, double e_n, double e_t, double mu) {
    const double square = v1 * v1 + v2 * v2, speed = sqrt(square);
    const double Tv1 = T11 * v1 + T12 * v2, Tv2 = T12 * v1 + T22 * v2;
    const double b = square > 0.0 ? (v1 * Tv1 + v2 * Tv2) / square : T11;
    const carom_bilinear_kernel k = carom_bilinear_closed(a, b, vn, speed, e_n, e_t, mu);
    uint64_t mode = k.sliding ? CAROM_MODE_SLIDING : CAROM_MODE_STICKING;
    mode = w1 * w1 <= CAROM_UNCOUPLED_SQUARE * (a * T11) ? mode : CAROM_EXTRAORDINARY;
    mode = w2 * w2 <= CAROM_UNCOUPLED_SQUARE * (a * T22) ? mode : CAROM_EXTRAORDINARY;
    mode = fabs(v1 * Tv2 - v2 * Tv1) <= CAROM_UNCOUPLED * (T11 + T22) * square ? mode : CAROM_EXTRAORDINARY;
    const double P1 = speed > 0.0 ? -k.grip * (v1 / speed) : 0.0, P2 = speed > 0.0 ? -k.grip * (v2 / speed) : 0.0;
    return (carom_answer3){{k.Pn, P1, P2}, mode};
}

CAROM_LANE carom_answer3 carom_walton_space(CAROM_SPACE_PROBLEM, double e_n, double e_t, double mu) {
    const double speed = sqrt(v1 * v1 + v2 * v2);
    const carom_bilinear_kernel k = carom_bilinear_closed(a, T11, vn, speed, e_n, e_t, mu);
    uint64_t mode = k.sliding ? CAROM_MODE_SLIDING : CAROM_MODE_STICKING;
    mode = w1 * w1 <= CAROM_UNCOUPLED_SQUARE * (a * T11) ? mode : CAROM_EXTRAORDINARY;
    mode = w2 * w2 <= CAROM_UNCOUPLED_SQUARE * (a * T22) ? mode : CAROM_EXTRAORDINARY;
    mode = fabs(T12) <= CAROM_UNCOUPLED * T11 ? mode : CAROM_EXTRAORDINARY;
    mode = fabs(T11 - 3.5 * a) <= CAROM_UNCOUPLED * T11 ? mode : CAROM_EXTRAORDINARY;
    mode = fabs(T22 - 3.5 * a) <= CAROM_UNCOUPLED * T22 ? mode : CAROM_EXTRAORDINARY;
    const double P1 = speed > 0.0 ? -k.grip * (v1 / speed) : 0.0, P2 = speed > 0.0 ? -k.grip * (v2 / speed) : 0.0;
    return (carom_answer3){{k.Pn, P1, P2}, mode};
}

#endif
