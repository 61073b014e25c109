// The least of P.W P/2 + b.P over the cone |P_t| <= mu P_n in the plane, in select form. For W regular, mu finite and
// b_n < 0, so that one edge at least goes down.
//   inside   P = -W^-1 b                                    if it pushes and lies in the cone
//   edge     P = -(g/k) d,  d = (1, r),  r = mu or -mu,  g = d.b < 0,  k = d.W d;  the form is then -g^2/(2 k)
#ifndef CAROM_SRC_KERNEL_CONE_LEAST_H
#define CAROM_SRC_KERNEL_CONE_LEAST_H

#include <math.h>

#include "base/lane.h"

// Both ways to end. It is inside where grip >= 0.
typedef struct carom_cone_ends {
    double grip, Sn, St;
    double Pn, Pt;
} carom_cone_ends;

// The edge in the direction r: its P_n and how far the form goes down, g^2/k; neither where it rises.
CAROM_LANE double carom_cone_edge(double a, double w, double T, double bn, double bt, double r, double *depth) {
    const double g = bn + r * bt, k = (a + r * w) + r * (w + r * T);
    const double Pn = g < 0.0 ? -g / k : 0.0;
    *depth = -g * Pn;
    return Pn;
}

CAROM_LANE carom_cone_ends carom_cone_both(double a, double w, double T, double bn, double bt, double mu) {
    carom_cone_ends x;
    // P_n by a P_n + w P_t = -b_n, which then holds however nearly singular W is.
    const double det = a * T - w * w;
    x.St = (-a * bt + w * bn) / det;
    x.Sn = (-bn - w * x.St) / a;
    x.grip = x.Sn > 0.0 ? mu * x.Sn - fabs(x.St) : -1.0;
    double deep_up, deep_down;
    const double up = carom_cone_edge(a, w, T, bn, bt, mu, &deep_up);
    const double down = carom_cone_edge(a, w, T, bn, bt, -mu, &deep_down);
    x.Pn = deep_up > deep_down ? up : down;
    x.Pt = (deep_up > deep_down ? mu : -mu) * x.Pn;
    return x;
}

#endif
