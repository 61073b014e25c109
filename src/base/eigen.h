// Eigenvalues and unit eigenvectors of a symmetric 2x2 or 3x3 matrix by Jacobi's rotations. Only + - * / sqrt.
#ifndef CAROM_SRC_EIGEN_H
#define CAROM_SRC_EIGEN_H

// Values fall; vectors[k] belongs to values[k].
void carom_eigen(int dim, const double W[3][3], double values[3], double vectors[3][3]);

#endif
