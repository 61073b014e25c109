// Computes A = L U with row pivoting, for matrices of about 50 to 200 rows, for which the elimination of src/base is
// limited by memory. It eliminates four columns at a time, so that the rest of the matrix is read only once for four
// columns.
#ifndef CAROM_COMPLIANT_PANELS_H
#define CAROM_COMPLIANT_PANELS_H

#include <stdbool.h>

// Overwrites A, n rows of n, with its factors; pivot[k] is the row that was exchanged with row k. Returns false if A is
// singular or contains NaN.
bool carom_panel_factor(int n, double *A, int *pivot);

// Overwrites b with the solution.
void carom_panel_solve(int n, const double *A, const int *pivot, double *b);

#endif
