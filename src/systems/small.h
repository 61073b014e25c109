// Solves small dense linear systems, including singular ones.
#ifndef CAROM_SRC_SMALL_H
#define CAROM_SRC_SMALL_H

#include <stdbool.h>

// Largest number of unknowns of one mode set, two for each enumerated contact.
#define CAROM_SMALL_MOST 12

// Computes the shortest x with A x = b by full pivoting. A is n x n by rows, n <= CAROM_SMALL_MOST. unit[j] is the size
// of x_j, a power of two. It determines which entries of column j count as zero. Returns false if a singular A has no
// solution.
bool carom_small_solve(int n, const double *A, const double *b, const double *unit, double *x);

#endif
