// The symmetric eigen-solver: eigenvalues and unit eigenvectors by Jacobi's rotations. Only + - * / sqrt.
#ifndef CAROM_SRC_EIGEN_H
#define CAROM_SRC_EIGEN_H

#include <stddef.h>

// A is n x n, its rows `stride` numbers apart; it is spoilt. Values fall; row k of `vectors`, with A's stride, belongs to
// values[k]. Twelve sweeps: a matrix of order 3 takes four or five, of order 8 six or seven.
void carom_eigen_dense(int n, size_t stride, double *A, double *values, double *vectors);

// The same of a W, which is kept.
void carom_eigen(int dim, const double W[3][3], double values[3], double vectors[3][3]);

#endif
