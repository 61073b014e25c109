// Provides dense linear algebra for a few hundred unknowns, in the caller's memory. Matrices are stored by rows,
// `stride` numbers apart.
#ifndef CAROM_SRC_DENSE_H
#define CAROM_SRC_DENSE_H

#include <stdbool.h>
#include <stddef.h>

double carom_dot(int n, const double *x, const double *y);
double carom_length(int n, const double *x); // returns |x| without overflow or underflow of the squares

// Computes the Cholesky factorisation A = L L^T. Reads and overwrites the lower triangle. Returns n if A is positive
// definite. Otherwise returns the first row whose pivot is not positive beyond rounding; the rows before it are
// factored.
int carom_cholesky(int n, size_t stride, double *A);

// Replace x by L^-1 x and by L^-T x.
void carom_forward(int n, size_t stride, const double *L, double *x);
void carom_backward(int n, size_t stride, const double *L, double *x);

// Replaces A by A^-1 (both triangles), using its Cholesky factor. Returns false if A is not positive definite; A is
// then overwritten. `scratch` has space for n n numbers.
bool carom_matrix_inverse(int n, size_t stride, double *A, double *scratch);

// Computes a Cholesky factorisation of a symmetric positive semi-definite A (n x n), which is not changed. It takes the
// largest diagonal entry first. After k pivots, A is the sum of k squares of the rows of L plus a remainder. Takes at
// most `most` pivots above `zero` and returns their number. `L` has space for `most` rows of n numbers, and `left` for
// n numbers, the diagonal of the remainder.
int carom_pivoted_cholesky(int n, const double *A, int most, double zero, double *L, double *left);

// Measures how close A is to singular. Eliminating all other unknowns leaves the fraction 1 / (A_ii (A^-1)_ii) of the
// diagonal entry A_ii. It does not depend on the units of the unknowns. Returns the i with the smallest fraction and
// writes that fraction to `share`. `scratch` has space for n numbers.
int carom_least_share(int n, size_t stride, const double *L, double *scratch, double *share);

// A row counts as dependent if at most this fraction of it is left after projecting out the rows before it. The value
// is 1e-12 because redundant rows of a hundred terms leave up to 1e-14. A row turned by 1e-10 still counts as
// independent.
#define CAROM_DEPENDENT 1e-12

// Computes orthonormal rows Q from the rows of Y (m x n). Y_order[k] is sum_{i <= k} T_ki Q_i, with T lower triangular
// (m x m). At each step the row with the largest remainder is taken. Dependent rows come last and have no row in Q. Q
// overwrites Y. `norm` is scratch memory of m numbers. Returns the rank.
int carom_orthonormal_rows(int m, int n, double *Y, double *T, int *order, double *norm);

// Computes x := x - Q^T Q x for `rank` orthonormal rows. Writes the removed components Q x to `along` (rank numbers).
// Returns true if the remainder is only rounding; x is then exactly zero.
bool carom_project_out(int rank, int n, const double *Q, double *x, double *along);

#endif
