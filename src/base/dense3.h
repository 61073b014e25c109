// Solves a general 3x3 linear system.
#ifndef CAROM_SRC_DENSE3_H
#define CAROM_SRC_DENSE3_H

#include <stdbool.h>

#include "base/eliminate.h"

// Computes x = A^-1 b. Returns false if A is singular. A and b are not changed.
static inline bool carom_solve_dense3(double A[3][3], const double b[3], double x[3]) {
    double M[3 * 4];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) M[4 * i + j] = A[i][j];
        M[4 * i + 3] = b[i];
    }
    if (carom_eliminate(CAROM_PIVOT_OF_COLUMN, 3, 4, M, 0.0, NULL) < 3) return false;
    carom_substitute(3, 4, M);
    for (int i = 0; i < 3; i++) x[i] = M[4 * i + 3];
    return true;
}

#endif
