// Small dense linear systems, singular ones included.
#ifndef CAROM_SRC_SMALL_H
#define CAROM_SRC_SMALL_H

#include <stdbool.h>

// The most unknowns of one mode set: two for each enumerated contact.
#define CAROM_SMALL_MOST 12

// x of least norm with A x = b, by full pivoting; A is row-major n x n, n <= CAROM_SMALL_MOST. unit[j], a power of two, is the size of x_j: what is zero in column j is judged in that unit. False where a singular
// A has no solution.
bool carom_small_solve(int n, const double *A, const double *b, const double *unit, double *x);

#endif
