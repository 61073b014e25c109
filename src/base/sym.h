// Symmetric 2x2 and 3x3 algebra on the W of a contact: determinants, solutions and null vectors. Uses only + - * /
// sqrt.
#ifndef CAROM_SRC_SYM_H
#define CAROM_SRC_SYM_H

#include <math.h>
#include <stdbool.h>

#include "base/rank.h"

static inline double carom_det2(const double W[3][3]) {
    return W[0][0] * W[1][1] - W[0][1] * W[0][1];
}

// Returns whether carom_factor finds a 2x2 W singular. Its second pivot has the fraction det W / (W_11 W_22).
static inline bool carom_singular2(const double W[3][3]) {
    return !(carom_det2(W) > CAROM_SINGULAR * (W[0][0] * W[1][1]));
}

// Computes x = W^-1 b for a regular W.
static inline void carom_solve2(const double W[3][3], const double b[2], double x[2]) {
    const double det = carom_det2(W);
    x[0] = (W[1][1] * b[0] - W[0][1] * b[1]) / det;
    x[1] = (W[0][0] * b[1] - W[0][1] * b[0]) / det;
}

// Computes the shortest x with W x = b for a singular W = lambda q q^T. Returns false if b is not in the range.
//   lambda = trace W, q along the longer column, x = q (q.b) / lambda
bool carom_solve_singular2(const double W[3][3], const double b[2], double x[2]);

// Returns whether b is in the range of the singular W, to CAROM_IN_RANGE.
bool carom_in_range2(const double W[3][3], const double b[2]);

// Computes v' = v + W P.
static inline void carom_velocity_after(int dim, const double W[3][3], const double v[3], const double P[3],
                                        double after[3]) {
    for (int i = 0; i < dim; i++) {
        double sum = v[i];
        for (int j = 0; j < dim; j++) sum += W[i][j] * P[j];
        after[i] = sum;
    }
}

static inline double carom_sign(double x) {
    return x > 0.0 ? 1.0 : (x < 0.0 ? -1.0 : 0.0);
}

#endif
