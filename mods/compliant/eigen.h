// Eigenvalues and eigenvectors of a symmetric matrix of order 2 or 3, ascending, by Jacobi's rotations.
#ifndef CAROM_COMPLIANT_EIGEN_H
#define CAROM_COMPLIANT_EIGEN_H

// Column j of Q is the eigenvector of value[j].
void carom_compliant_eigen(int order, const double A[3][3], double value[3], double Q[3][3]);

#endif
