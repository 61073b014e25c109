// Solves Brach's linear law without branches, in 2D and 3D. Requires an ordinary contact and v_n < 0. On Newton's line,
// W_nn P_n + w.P_t = c = -(1 + e) v_n, a given ratio P_t = rho P_n determines the impulse:
//   number     P_n = c / (W_nn + w.rho)
//   critical   rho = f rho_c,  rho_c = P_s,t / P_s,n of the impulse P_s that stops the slip. As W_nn P_s,n + w.P_s,t = c,
//              P = c / D (P_s,n, f P_s,t),  D = (1 - f) W_nn P_s,n + f c,  a sum of two positive terms for f in [0, 1]
//   in 3D      f P_s,t becomes f_1 P_s,t + f_2 R P_s,t, R a quarter turn, and f_2 w.R P_s,t is added to D
// If D <= 0 or P_s,n <= 0 there is no solution. Such problems are not ordinary, and law_impulse_ratio.c rejects them.
#ifndef CAROM_SRC_KERNEL_IMPULSE_RATIO_H
#define CAROM_SRC_KERNEL_IMPULSE_RATIO_H

#include <math.h>
#include <stdint.h>

#include "base/lane.h"
#include "carom/carom.h"
#include "collide/problem.h"
#include "derivative/schur.h"

// Marks ratios of extreme size, and values of `of` other than the two valid ones, as not ordinary.
CAROM_LANE uint64_t carom_if_ordinary_ratio(uint64_t word, double x) {
    const double size = fabs(x);
    word = size >= CAROM_ORDINARY_LEAST || size <= 0.0 ? word : CAROM_EXTRAORDINARY;
    return size <= CAROM_ORDINARY_MOST ? word : CAROM_EXTRAORDINARY;
}

CAROM_LANE uint64_t carom_if_ordinary_ratio2(uint64_t word, double x) {
    return carom_if_ordinary_ratio(word, x);
}

CAROM_LANE uint64_t carom_if_ordinary_of(uint64_t word, double x) {
    return x == CAROM_RATIO_NUMBER || x == CAROM_RATIO_CRITICAL ? word : CAROM_EXTRAORDINARY;
}

CAROM_LANE carom_answer2 carom_impulse_ratio_closed(CAROM_PLANE_PROBLEM, double e, double mu, double ratio, double of) {
    const double c = -(1.0 + e) * vn;
    const double det = a * T - w * w, stick_n = (T * c + w * vt) / det, stick_t = -(a * vt + w * c) / det;
    const double critical = of; // CAROM_RATIO_NUMBER is 0, CAROM_RATIO_CRITICAL 1
    const double n = critical > 0.0 ? stick_n : 1.0, t = critical > 0.0 ? ratio * stick_t : ratio;
    const double D = critical > 0.0 ? (1.0 - ratio) * (a * stick_n) + ratio * c : a + w * ratio;
    const double length = c / D;
    const double Pn = length * n, Pt = length * t;
    const double free = vt + w * c / a, after = vt + (w * Pn + T * Pt); // the slip without friction and with friction
    const uint64_t turned = free * after < 0.0 ? CAROM_MODE_REVERSED : CAROM_MODE_SLIDING;
    uint64_t mode = critical * ratio == 1.0 ? CAROM_MODE_STICKING : turned;
    mode = D > 0.0 ? mode : CAROM_EXTRAORDINARY;
    mode = n > 0.0 ? mode : CAROM_EXTRAORDINARY;
    return (carom_answer2){Pn, Pt, mode};
}

CAROM_LANE carom_answer3 carom_impulse_ratio_space(CAROM_SPACE_PROBLEM, double e, double mu, double ratio,
                                                   double ratio2, double of) {
    const double c = -(1.0 + e) * vn;
    const carom_space contact = {a, w1, w2, T11, T12, T22, vn, v1, v2};
    const carom_schur s = carom_schur_of(&contact);
    const carom_space_vector wanted = {c, -v1, -v2}, stick = carom_schur_solve(&contact, &s, wanted);
    const double critical = of;
    const double along1 = critical > 0.0 ? stick.t1 : 1.0, along2 = critical > 0.0 ? stick.t2 : 0.0;
    const double t1 = ratio * along1 - ratio2 * along2, t2 = ratio * along2 + ratio2 * along1;
    const double across = ratio2 * (w2 * stick.t1 - w1 * stick.t2);
    const double n = critical > 0.0 ? stick.n : 1.0;
    const double D = critical > 0.0 ? ((1.0 - ratio) * (a * stick.n) + ratio * c) + across : a + (w1 * t1 + w2 * t2);
    const double length = c / D, Pn = length * n, P1 = length * t1, P2 = length * t2;
    const double free1 = v1 + w1 * (c * s.per_a), free2 = v2 + w2 * (c * s.per_a);
    const double after1 = v1 + (w1 * Pn + T11 * P1 + T12 * P2), after2 = v2 + (w2 * Pn + T12 * P1 + T22 * P2);
    const uint64_t turned = free1 * after1 + free2 * after2 < 0.0 ? CAROM_MODE_REVERSED : CAROM_MODE_SLIDING;
    uint64_t mode = critical * ratio == 1.0 && ratio2 == 0.0 ? CAROM_MODE_STICKING : turned;
    mode = D > 0.0 ? mode : CAROM_EXTRAORDINARY;
    mode = n > 0.0 ? mode : CAROM_EXTRAORDINARY;
    const uint64_t kept = carom_schur_lost(&contact, &s, wanted, stick) ? CAROM_EXTRAORDINARY : mode;
    return (carom_answer3){{Pn, P1, P2}, critical > 0.0 ? kept : mode};
}

#endif
