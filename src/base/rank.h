// When W counts as singular, and when a vector counts as being in its range: decided here for every law.
#ifndef CAROM_SRC_RANK_H
#define CAROM_SRC_RANK_H

// A pivot of W = L D L^T that is left with this share of its diagonal entry counts as zero (base/ldl.h). In the plane
// that is det W <= 1e-14 W_nn W_tt. A pivot by shares is known to some 4e-16 of its entry.
// 1e-14: at 1e-15 the W of a pendulum, or any q q^T, assembled in rounded arithmetic still looks regular, and a law that
// divides by what is left answers 1e16; at 1e-12 problems with a condition number of 1e12 that the laws solve well
// would be refused.
#define CAROM_SINGULAR 1e-14

// b is in the range of a singular W when its part along the null vectors is this small a share of |b|.
// 1e-12: velocities of a mechanism, assembled in rounded arithmetic, are in its range to some 1e-15, and to 1e-12 where
// that range is 1e3 times as steep as it is level; at 1e-8 an impact that never ends would be given an end.
#define CAROM_IN_RANGE 1e-12

// W may differ from its transpose, and be indefinite, by this share of sqrt(W_ii W_jj): it is then averaged, and brought
// back to the edge of the positive semi-definite ones.
// 1e-6: a W of single precision is off by 6e-8 for each of a few operations; at 1e-5 a typing error in the fifth digit
// would pass, at 1e-7 a W that a physics engine assembled would not.
#define CAROM_SINGLE_PRECISION 1e-6

// Up to this share it is taken as it is: rounding of double precision.
// 1e-12: assembled W reach 1e-15 times a condition number of some hundreds.
#define CAROM_DOUBLE_PRECISION 1e-12

#endif
