// Describes the region along rays from the origin. A half-plane through the normal, with the unit tangent u, contains
// the rays
//   d = (1 - x) n + x u,  x from 0 (the normal) to x/(1 - x) = mu (the cone)
// On a ray the region is one interval, t d with t from press (v_n' = 0) to keep (dE = 0). It ends where both are equal.
// The formulas are, with V = -v, w = W_nt.u, T = u.W_tt u:
//   press = V_n / (a (1 - x) + w x)
//   keep  = 2 (V_n (1 - x) + V_t x) / (a (1 - x)^2 + 2 w x (1 - x) + T x^2)
//   keep >= press  <=>  V_n a (1-x)^2 + 2 a V_t x (1-x) + (2 w V_t - T V_n) x^2 >= 0
// The region is convex and contains the normal, so the valid x are an interval from 0 to the first root.
#ifndef CAROM_SRC_RAYS_H
#define CAROM_SRC_RAYS_H

#include <stdbool.h>

#include "carom/carom.h"

typedef struct carom_side {
    double a, w, T, Vn, Vt;
    double cone; // x on the cone; 1 for unbounded friction
    double edge; // the last x of the region, at most `cone`
} carom_side;

// Computes one side of the region. In 2D u is (1) or (-1).
carom_side carom_side_of(const carom_contact *contact, double mu, const double u[2]);

double carom_side_press(const carom_side *side, double x);
double carom_side_keep(const carom_side *side, double x);

// Computes the impulse t d.
void carom_side_point(const double u[2], double x, double t, double P[3]);

#endif
