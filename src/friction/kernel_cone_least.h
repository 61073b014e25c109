// Computes the minimum of P.W P/2 + b.P over the cone |P_t| <= mu P_n in 2D, without branches. Requires a regular W,
// finite mu and b_n < 0, so that the form decreases along at least one edge.
//   inside   P = -W^-1 b                                    if it pushes and lies in the cone
//   edge     P = -(g/k) d,  d = (1, r),  r = mu or -mu,  g = d.b < 0,  k = d.W d;  the form is then -g^2/(2 k)
#ifndef CAROM_SRC_KERNEL_CONE_LEAST_H
#define CAROM_SRC_KERNEL_CONE_LEAST_H

#include <math.h>

#include "base/lane.h"

// The two possible minima, inside the cone and on its edge. The one inside applies if grip >= 0.
typedef struct carom_cone_ends {
    double grip, Sn, St;
    double Pn, Pt;
} carom_cone_ends;

// Returns P_n of the edge in the direction r; 0 if the form increases along it.
CAROM_LANE double carom_cone_edge(double a, double w, double T, double bn, double bt, double r) {
    const double g = bn + r * bt, k = (a + r * w) + r * (w + r * T);
    return g < 0.0 ? -g / k : 0.0;
}

// Selects the edge with the smaller minimum, given P_n of both edges. A result > 0 means the edge of mu, otherwise the
// edge of -mu. If the form decreases along both, the sign of g+^2 k- - g-^2 k+ decides. The code omits the terms that
// cancel in it, because for very small mu the two minima are equal up to rounding.
CAROM_LANE double carom_cone_side(double a, double w, double T, double bn, double bt, double mu, double up,
                                  double down) {
    const double turn = w * (bn + (mu * bt) * (mu * bt) / bn) - bt * (a + mu * (mu * T));
    return up > 0.0 ? (down > 0.0 ? turn : 1.0) : -1.0;
}

CAROM_LANE carom_cone_ends carom_cone_both(double a, double w, double T, double bn, double bt, double mu) {
    carom_cone_ends x;
    // P_n is computed from a P_n + w P_t = -b_n, which then holds even for a nearly singular W.
    const double det = a * T - w * w;
    x.St = (-a * bt + w * bn) / det;
    x.Sn = (-bn - w * x.St) / a;
    x.grip = x.Sn > 0.0 ? mu * x.Sn - fabs(x.St) : -1.0;
    const double up = carom_cone_edge(a, w, T, bn, bt, mu), down = carom_cone_edge(a, w, T, bn, bt, -mu);
    const double side = carom_cone_side(a, w, T, bn, bt, mu, up, down);
    x.Pn = side > 0.0 ? up : down;
    x.Pt = (side > 0.0 ? mu : -mu) * x.Pn;
    return x;
}

#endif
