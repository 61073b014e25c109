// Newton's line in impulse space: all impulses that lead to one normal velocity v_n',
//   W_nn P_n + w.P_t = c = v_n' - v_n.
// Points on it are given by P_t = x u, from the frictionless impulse P = (c / W_nn, 0). Here w means w.u, and S means
// u.S u with S = T - w w^T / W_nn. The functions have no branches and require v_n <= 0 and W_nn > 0.
#ifndef CAROM_SRC_LINE_H
#define CAROM_SRC_LINE_H

#include <math.h>

#include "base/lane.h"

// Far along the line P_n = (c - W_nt P_t) / W_nn is a small difference of large terms. If c / (W_nn P_n) exceeds this,
// the problem is not ordinary, and carom_line_normal is used, whose terms do not cancel. At the limit of 512, nine bits
// are lost. With 256, one problem in 50,000 with W of condition 1e3 would be solved individually. With 1e4, impulses on
// the cone would seem to be outside.
#define CAROM_LINE_STEEP 512.0

// Returns the positive root of energy + q1 x + S x^2/2 with energy <= 0, without cancellation; infinity if there is
// none.
CAROM_LANE double carom_line_energy(double energy, double q1, double S) {
    const double root = sqrt(q1 * q1 - 2.0 * S * energy);
    return q1 > 0.0 ? -2.0 * energy / (q1 + root) : (S > 0.0 ? (root - q1) / S : HUGE_VAL);
}

CAROM_LANE double carom_line_energy_of(double a, double w, double S, double vn, double vt, double e, double sigma) {
    return carom_line_energy(-0.5 * (1.0 - e * e) * vn * vn / a, sigma * (vt - w * vn / a), S);
}

// Return where the line leaves the cone, x = mu P_n. The first requires finite friction.
CAROM_LANE double carom_line_cone(double a, double w, double c, double mu) {
    const double grip = a + mu * w;
    return grip > 0.0 ? mu * c / grip : HUGE_VAL;
}

static inline double carom_line_leaves(double a, double w, double c, double mu) {
    if (isinf(mu)) return w > 0.0 ? c / w : HUGE_VAL;
    return carom_line_cone(a, w, c, mu);
}

// Returns P_n of the point x, W_nn P_n = c - w x. If that cancels, it is computed from the distance to the cone:
//   mu P_n = x + (W_nn + mu w) (cone - x) / W_nn,   infinite friction: P_n = w (cone - x) / W_nn
static inline double carom_line_normal(double a, double w, double c, double mu, double x, double cone) {
    if (!(w * x > 0.5 * c)) return (c - w * x) / a;
    if (isinf(mu)) return w * (cone - x) / a;
    return (x + (a + mu * w) * (cone - x) / a) / mu;
}

#endif
