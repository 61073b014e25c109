// A = L U with pivots by rows, for matrices of some fifty to two hundred rows, where src/base's elimination waits for memory:
// four columns at a time, so that what is left is passed over once for four of them.
#ifndef CAROM_COMPLIANT_PANELS_H
#define CAROM_COMPLIANT_PANELS_H

#include <stdbool.h>

// Overwrites A, n rows of n, by its factors; pivot[k] is the row that changed places with row k. False: it is singular, or
// holds what is no number.
bool carom_panel_factor(int n, double *A, int *pivot);

// Overwrites b by the solution.
void carom_panel_solve(int n, const double *A, const int *pivot, double *b);

#endif
