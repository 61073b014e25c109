#include "base/sym.h"

// Computes the unit vector that spans the range of a singular 2x2 W, from its longer column. Returns false for W = 0.
static bool range_vector(const double W[3][3], double q[2]) {
    const int k = W[1][1] > W[0][0];
    const double length = sqrt(W[0][k] * W[0][k] + W[1][k] * W[1][k]);
    if (!(length > 0.0)) return false;
    q[0] = W[0][k] / length;
    q[1] = W[1][k] / length;
    return true;
}

bool carom_in_range2(const double W[3][3], const double b[2]) {
    double q[2];
    if (!range_vector(W, q)) return b[0] == 0.0 && b[1] == 0.0;
    const double off = q[0] * b[1] - q[1] * b[0];
    return fabs(off) <= CAROM_IN_RANGE * sqrt(b[0] * b[0] + b[1] * b[1]);
}

bool carom_solve_singular2(const double W[3][3], const double b[2], double x[2]) {
    double q[2];
    if (!carom_in_range2(W, b)) return false;
    if (!range_vector(W, q)) {
        x[0] = x[1] = 0.0;
        return true;
    }
    const double share = (q[0] * b[0] + q[1] * b[1]) / (W[0][0] + W[1][1]);
    x[0] = share * q[0];
    x[1] = share * q[1];
    return true;
}
