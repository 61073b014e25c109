// Dense algebra for a few hundred unknowns, in the caller's memory. Matrices stand row by row, `stride` numbers apart.
#ifndef CAROM_SRC_DENSE_H
#define CAROM_SRC_DENSE_H

#include <stdbool.h>
#include <stddef.h>

double carom_dot(int n, const double *x, const double *y);
double carom_length(int n, const double *x); // |x|, also where its square would overflow or vanish

// Cholesky: A = L L^T. Reads and overwrites the lower triangle. Returns n, or the first row whose pivot is not
// positive beyond rounding: rows 0 .. that - 1 are factored, and A is not positive definite.
int carom_cholesky(int n, size_t stride, double *A);

// x := L^-1 x and x := L^-T x.
void carom_forward(int n, size_t stride, const double *L, double *x);
void carom_backward(int n, size_t stride, const double *L, double *x);

// A := A^-1 by its Cholesky factor, both triangles; false where A is not positive definite, and A is then spoilt.
// `scratch` has room for n n numbers.
bool carom_matrix_inverse(int n, size_t stride, double *A, double *scratch);

// Cholesky with the largest diagonal entry first, row by row, of a symmetric positive semi-definite A (n x n) that is
// only looked at: after k pivots A is the sum of k squares of the rows of L and what is left. Takes at most `most` pivots
// above `zero` and returns how many. `L` has room for `most` rows of n numbers, `left` for n: the diagonal that is left.
int carom_pivoted_cholesky(int n, const double *A, int most, double zero, double *L, double *left);

// How close is A to singular? The share of A_ii that is left of unknown i when all others are eliminated,
// 1 / (A_ii (A^-1)_ii), whatever the units of the unknowns: returns the i with the least, and that share.
// `scratch` has room for n numbers.
int carom_least_share(int n, size_t stride, const double *L, double *scratch, double *share);

// A row counts as dependent when this share of it, or less, is left beside the rows before it.
// 1e-12: redundant rows of a hundred terms leave up to 1e-14; a row turned by 1e-10 still counts as its own.
#define CAROM_DEPENDENT 1e-12

// Rows of Y (m x n) to orthonormal rows: Y_order[k] = sum_{i <= k} T_ki Q_i, T lower triangular (m x m).
// The row of which most is left comes next; dependent rows come last and have no Q. Q overwrites Y.
// `norm` is scratch of m numbers. Returns the rank.
int carom_orthonormal_rows(int m, int n, double *Y, double *T, int *order, double *norm);

// x := x - Q^T Q x for `rank` orthonormal rows; the removed components Q x go to `along` (rank numbers).
// True if what is left is no more than rounding; x is then exactly zero.
bool carom_project_out(int rank, int n, const double *Q, double *x, double *along);

#endif
