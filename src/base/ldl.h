// Factors W = L D L^T with pivoting, for a W that may be singular. Provides solutions, null vectors and quadratic forms
// of W^-1. Pivots are chosen by the fraction that is left of their original diagonal entry. The rank therefore depends
// neither on the unit of mass nor on a direction with little mass. A fraction up to CAROM_SINGULAR (base/rank.h) counts
// as zero. The rank of every W is decided here.
#ifndef CAROM_SRC_LDL_H
#define CAROM_SRC_LDL_H

#include <stdbool.h>

typedef struct carom_ldl {
    int dim, rank;
    int order[3];   // pivot order
    double L[3][3]; // unit lower triangle, in pivot order
    double d[3];    // pivots; zero beyond the rank
    double Z[3][3]; // orthonormal null vectors, dim - rank of them
} carom_ldl;

carom_ldl carom_factor(int dim, const double W[3][3]);

// Computes the shortest x with W x = b. Returns false if b is not in the range (to CAROM_IN_RANGE).
bool carom_ldl_solve(const carom_ldl *f, const double b[3], double x[3]);

// Computes the part of b along the null vectors. If its length relative to |b| is small, b is in the range.
void carom_ldl_null_part(const carom_ldl *f, const double b[3], double z[3]);
bool carom_ldl_in_range(const carom_ldl *f, const double b[3]);

// Computes q with W = q q^T, for a W of rank one.
void carom_ldl_dyad(const carom_ldl *f, double q[3]);

// Returns x.W^-1 y for x and y in the range. For x = y it is a sum of squares, so it is never negative.
double carom_ldl_inverse_form(const carom_ldl *f, const double x[3], const double y[3]);

#endif
