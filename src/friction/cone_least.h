// The least of a quadratic form over the friction cone,
//   P = argmin over K = {|P_t| <= mu P_n} of P.W P/2 + b.P,
// for W positive definite, or singular as below, and any b; plane and space. With y = W P + b it is the one P with
//   P in K,  y in K* = {y_n >= mu |y_t|},  P.y = 0.
// Laws that choose an impulse by energy ask for it: with b = v it is the impulse of the cone that leaves the least.
//
//   apex     b is in K*: P = 0
//   inside   P = -W^-1 b is in K: y = 0
//   edge     else: |P_t| = mu P_n, and y = kappa (mu^2 P_n, -P_t) with kappa > 0
//
// Infinite mu makes K the half-space P_n >= 0: the edge is then P = (0, -T^-1 b_t), with kappa = 0 and y = (y_n, 0).
//
// A singular W (base/rank.h) with null vectors z: where b.z < 0 for a z in K the form has no least,
// CAROM_NO_SOLUTION; b counts as in W's range to CAROM_IN_RANGE. Where all of the stretch P + z of K is least, its P
// with the shortest part along the null vectors is given.
//
// How exactly: P leaves some 10 units of rounding of the terms of the three conditions above, and is off by some 5 of its
// condition, |dP/db| (|W| |P| + |b|), whatever mu, the scale and the condition of W (tests/collide/cone_least.c).
// Work: at most 12 sweeps of three rotations, one root (base/root.h) and 5 x 250 looks at an edge, usually 4 sweeps and 3
// looks; no allocation. Only + - * / sqrt and fma. Any scale of W and b whose P is in the range of a double.
#ifndef CAROM_SRC_CONE_LEAST_H
#define CAROM_SRC_CONE_LEAST_H

#include "friction/cone_space.h"

// mu >= 0, infinity included. W symmetric. CAROM_OK, CAROM_NO_SOLUTION; no problem is known that gives
// CAROM_NOT_CONVERGED.
carom_status carom_cone_minimum(int dim, const double W[3][3], const double b[3], double mu, carom_cone_least *least);

#endif
