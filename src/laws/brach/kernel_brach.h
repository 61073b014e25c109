// Solves Brach's law in 2D without branches. Requires a regular W, finite mu and v_n < 0. It starts without friction,
// P_t = 0, on Newton's line W_nn P_n + W_nt P_t = c = -(1 + e) v_n. It moves by P_t = sigma x in the direction that
// reduces the final slip q = q0 + S sigma x. Here S is W_tt - W_nt^2 / W_nn. It stops at the first of
//   stick    x = |q0| / S
//   cone     x = mu c / (W_nn + sigma mu W_nt) if that is positive
//   energy   dE(x) = -(1 - e^2) v_n^2 / (2 W_nn) + q1 x + S x^2 / 2 = 0,  q1 = sigma (v_t - W_nt v_n / W_nn)
// dE is convex and is not positive at the start, so every point before its positive root dissipates.
#ifndef CAROM_SRC_KERNEL_BRACH_H
#define CAROM_SRC_KERNEL_BRACH_H

#include <math.h>
#include <stdint.h>

#include "base/lane.h"
#include "base/sym.h"
#include "carom/carom.h"
#include "collide/problem.h"
#include "geometry/line.h"

// The code writes the three limits as fractions and divides only the smallest one. Each is multiplied by W_nn, so that
// no quotient by W_nn is rounded on the way:
//   stick |W_nn q0| / D,  D = det W;   cone mu c / grip;   energy E2 / (Q + R), or (R - Q) / D if Q <= 0,
//   Q = W_nn q1,  E2 = (1 - e^2) v_n^2,  R = sqrt(Q^2 + D E2)
CAROM_LANE carom_answer2 carom_brach_closed(double a, double w, double T, double vn, double vt, double e, double mu) {
    const double c = -(1.0 + e) * vn, D = a * T - w * w;
    const double q0 = a * vt + w * c, sigma = -carom_sign(q0);
    const double grip = a + mu * (sigma * w), reach = mu * c;
    const double Q = sigma * (a * vt - w * vn), E2 = (1.0 - e * e) * vn * vn, R = sqrt(Q * Q + D * E2);
    const bool sticks = !(fabs(q0) * grip > reach * D), helps = Q > 0.0;
    const double held = sticks ? fabs(q0) : reach, per_held = sticks ? D : grip;
    const double kept = helps ? E2 : R - Q, per_kept = helps ? Q + R : D;
    const bool by_energy = kept * per_held < held * per_kept;
    const double x = (by_energy ? kept : held) / (by_energy ? per_kept : per_held);
    const uint64_t grips = sticks ? CAROM_MODE_STICKING : CAROM_MODE_SLIDING;
    carom_answer2 k = {.Pn = (c - w * sigma * x) / a, .Pt = sigma * x};
    k.mode = by_energy ? CAROM_MODE_ENERGY : grips;
    k.mode = c <= CAROM_LINE_STEEP * (a * k.Pn) ? k.mode : CAROM_EXTRAORDINARY;
    return k;
}

#endif
