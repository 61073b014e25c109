// Defines for every law when W counts as singular, and when a vector counts as being in its range.
#ifndef CAROM_SRC_RANK_H
#define CAROM_SRC_RANK_H

// A pivot of W = L D L^T counts as zero if at most this fraction of its diagonal entry is left (base/ldl.h). In 2D this
// means det W <= 1e-14 W_nn W_tt. The fraction has an error of about 4e-16. With 1e-15 the W of a pendulum, or any
// rounded q q^T, would still count as regular. A law that divides by the pivot would then return 1e16. With 1e-12,
// problems with a condition number of 1e12 that the laws solve well would be rejected.
#define CAROM_SINGULAR 1e-14

// b is in the range of a singular W if its part along the null vectors is at most this fraction of |b|. Rounded
// velocities of a mechanism are in the range to about 1e-15. If the range is a line with a slope of 1e3, these
// velocities are in it only to 1e-12. With 1e-8, an impact that never ends would get an end.
#define CAROM_IN_RANGE 1e-12

// W may differ from its transpose, and be indefinite, by this fraction of sqrt(W_ii W_jj). It is then averaged and
// replaced by the nearest positive semi-definite matrix. Each of the few operations on a W in single precision has an
// error of 6e-8. With 1e-5 a typing error in the fifth digit would be accepted. With 1e-7 a W that a physics engine
// assembled would be rejected.
#define CAROM_SINGLE_PRECISION 1e-6

// Above this fraction of the determinant of W_ij / sqrt(W_ii W_jj), no eigenvalue of that matrix is below
// CAROM_SINGLE_PRECISION: the others multiply to at most 9/4.
#define CAROM_FAR_FROM_SINGULAR 3e-6

// Up to this fraction, W is used unchanged, because the difference is rounding of double precision. Assembled W reach
// 1e-15 times a condition number of some hundreds.
#define CAROM_DOUBLE_PRECISION 1e-12

#endif
