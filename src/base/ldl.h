// W = L D L^T with pivoting, for W that may be singular: solves, null vectors, quadratic forms of W^-1.
// Pivots are taken by their share of the original diagonal, so neither the unit of mass nor a light direction decides
// the rank; a share up to CAROM_SINGULAR (base/rank.h) counts as zero. This is where the rank of every W is decided.
#ifndef CAROM_SRC_LDL_H
#define CAROM_SRC_LDL_H

#include <stdbool.h>

typedef struct carom_ldl {
    int dim, rank;
    int order[3];   // pivot order
    double L[3][3]; // unit lower triangle, in pivot order
    double d[3];    // pivots; zero past the rank
    double Z[3][3]; // orthonormal null vectors, dim - rank of them
} carom_ldl;

carom_ldl carom_factor(int dim, const double W[3][3]);

// Least x with W x = b; false where b is not in the range (to CAROM_IN_RANGE).
bool carom_ldl_solve(const carom_ldl *f, const double b[3], double x[3]);

// The part of b along the null vectors; its length over |b| tells whether b is in the range.
void carom_ldl_null_part(const carom_ldl *f, const double b[3], double z[3]);
bool carom_ldl_in_range(const carom_ldl *f, const double b[3]);

// q with W = q q^T, for a W of rank one.
void carom_ldl_dyad(const carom_ldl *f, double q[3]);

// x.W^-1 y for x and y in the range; for x = y a sum of squares, so never negative.
double carom_ldl_inverse_form(const carom_ldl *f, const double x[3], const double y[3]);

#endif
