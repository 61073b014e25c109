// A general 3x3 linear system by elimination with pivoting.
#ifndef CAROM_SRC_DENSE3_H
#define CAROM_SRC_DENSE3_H

#include <math.h>
#include <stdbool.h>

// x = A^-1 b; false if A is singular. A and b are kept.
static inline bool carom_solve_dense3(double A[3][3], const double b[3], double x[3]) {
    double M[3][4];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) M[i][j] = A[i][j];
        M[i][3] = b[i];
    }
    for (int k = 0; k < 3; k++) {
        int pivot = k;
        for (int i = k + 1; i < 3; i++)
            if (fabs(M[i][k]) > fabs(M[pivot][k])) pivot = i;
        if (!(fabs(M[pivot][k]) > 0.0)) return false;
        for (int j = 0; j < 4; j++) {
            const double swapped = M[k][j];
            M[k][j] = M[pivot][j];
            M[pivot][j] = swapped;
        }
        for (int i = k + 1; i < 3; i++) {
            const double factor = M[i][k] / M[k][k];
            for (int j = k; j < 4; j++) M[i][j] -= factor * M[k][j];
        }
    }
    for (int i = 2; i >= 0; i--) {
        x[i] = M[i][3];
        for (int j = i + 1; j < 3; j++) x[i] -= M[i][j] * x[j];
        x[i] /= M[i][i];
    }
    return true;
}

#endif
