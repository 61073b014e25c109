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

#endif
