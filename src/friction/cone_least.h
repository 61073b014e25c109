// Computes the minimum of a quadratic form over the friction cone,
//   P = argmin over K = {|P_t| <= mu P_n} of P.W P/2 + b.P,
// in 2D and 3D, for any b and a W that is positive definite, or singular as described below. With y = W P + b, the
// minimum is the only P with
//   P in K,  y in K* = {y_n >= mu |y_t|},  P.y = 0.
// Laws that choose an impulse by energy use it. With b = v it is the impulse of the cone that leaves the least energy.
//
//   apex     b is in K*: P = 0
//   inside   P = -W^-1 b is in K: y = 0
//   edge     otherwise: |P_t| = mu P_n, and y = kappa (mu^2 P_n, -P_t) with kappa > 0
//
// If mu is infinite, K is the half-space P_n >= 0. The edge is then P = (0, -T^-1 b_t), with kappa = 0 and y = (y_n,
// 0).
//
// A singular W (base/rank.h) has null vectors z. If b.z < 0 for a z in K, the form has no minimum, and the status is
// CAROM_NO_SOLUTION. The test whether b is in the range of W has the tolerance CAROM_IN_RANGE. If all P + z in K are
// minima, the P with the shortest part along the null vectors is returned.
// Accuracy: P satisfies the three conditions above to about 10 units of rounding of their terms. Its error is about 5
// units of rounding times its condition number, |dP/db| (|W| |P| + |b|), for every mu and W
// (tests/collide/cone_least.c). The work is at most 12 sweeps of three rotations, one root (base/root.h) and 5 x 250
// evaluations of an edge. Usually it is 4 sweeps and 3 evaluations. Nothing is allocated. Uses only + - * / sqrt and
// fma. W and b may have any scale for which P does not overflow.
#ifndef CAROM_SRC_CONE_LEAST_H
#define CAROM_SRC_CONE_LEAST_H

#include "friction/cone_space.h"

// Computes the minimum for mu >= 0, including infinity, and a symmetric W. Returns CAROM_OK or CAROM_NO_SOLUTION. No
// problem is known for which it returns CAROM_NOT_CONVERGED.
carom_status carom_cone_minimum(int dim, const double W[3][3], const double b[3], double mu, carom_cone_least *least);

#endif
