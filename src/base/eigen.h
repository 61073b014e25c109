// Computes eigenvalues and unit eigenvectors of symmetric matrices by Jacobi rotations. Uses only + - * / sqrt.
#ifndef CAROM_SRC_EIGEN_H
#define CAROM_SRC_EIGEN_H

#include <stddef.h>

// Computes all eigenvalues of the n x n matrix A, in decreasing order. Row k of `vectors` belongs to values[k]. Rows of
// A and of `vectors` are `stride` numbers apart. A is overwritten. Twelve sweeps are enough: a matrix of order 3 takes
// four or five, one of order 8 six or seven.
void carom_eigen_dense(int n, size_t stride, double *A, double *values, double *vectors);

// Computes the eigenvalues and eigenvectors of the W of a contact in the same way; W is not changed.
void carom_eigen(int dim, const double W[3][3], double values[3], double vectors[3][3]);

#endif
