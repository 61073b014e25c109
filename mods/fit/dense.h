// Inverse and eigenvalues of symmetric matrices of up to eight rows, row by row with a stride.
#ifndef CAROM_FIT_DENSE_H
#define CAROM_FIT_DENSE_H

#include <stdbool.h>

// A := A^-1, both triangles; false where A is not positive definite, and A is then spoilt.
bool carom_fit_inverse(int n, int stride, double *A);

// Eigenvalues of a symmetric matrix by Jacobi's rotations; column k of V (n x n) belongs to values[k]. Spoils A.
void carom_fit_eigen(int n, int stride, double *A, double *values, double *V);

#endif
