// Brach's law in the plane in select form. For W regular, mu finite, v_n < 0.
// On Newton's line W_nn P_n + W_nt P_t = c = -(1 + e) v_n start without friction, P_t = 0, and move by P_t = sigma x
// the way that reduces the final slip q = q0 + S sigma x, S = W_tt - W_nt^2 / W_nn. Stop at the first of
//   stick    x = |q0| / S
//   cone     x = mu c / (W_nn + sigma mu W_nt) if that is positive
//   energy   dE(x) = -(1 - e^2) v_n^2 / (2 W_nn) + q1 x + S x^2 / 2 = 0,  q1 = sigma (v_t - W_nt v_n / W_nn)
// dE is convex and starts at or below zero, so everything before its positive root dissipates.
#ifndef CAROM_SRC_KERNEL_BRACH_H
#define CAROM_SRC_KERNEL_BRACH_H

#include <math.h>
#include <stdint.h>

#include "base/lane.h"
#include "base/sym.h"
#include "carom/outcome.h"
#include "collide/line.h"
#include "collide/problem.h"

// The first stop on the line from (c / a, 0). The stops are passed in because a singular W and infinite friction have
// their own limits.
CAROM_LANE carom_answer2 carom_brach_first(double a, double w, double c, double sigma, double stick, double cone,
                                           double energy) {
    const double held = stick < cone ? stick : cone;
    const double x = energy < held ? energy : held;
    carom_answer2 k;
    k.Pn = (c - w * sigma * x) / a;
    k.Pt = sigma * x;
    const uint64_t grip = stick <= cone ? CAROM_MODE_STICKING : CAROM_MODE_SLIDING;
    k.mode = energy < held ? CAROM_MODE_ENERGY : grip;
    return k;
}

CAROM_LANE carom_answer2 carom_brach_closed(double a, double w, double T, double vn, double vt, double e, double mu) {
    const double c = -(1.0 + e) * vn;
    const double S = T - w * w / a;
    const double q0 = vt + w * c / a;
    const double sigma = -carom_sign(q0);
    const double cone = carom_line_cone(a, sigma * w, c, mu);
    carom_answer2 k =
        carom_brach_first(a, w, c, sigma, fabs(q0) / S, cone, carom_line_energy_of(a, w, S, vn, vt, e, sigma));
    k.mode = c <= CAROM_LINE_STEEP * (a * k.Pn) ? k.mode : CAROM_EXTRAORDINARY;
    return k;
}

#endif
