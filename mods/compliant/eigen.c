#include "eigen.h"

#include <math.h>

static void swap(double *a, double *b) {
    const double c = *a;
    *a = *b;
    *b = c;
}

// Turns the plane (p, q) so that B_pq becomes zero.
static void rotate(int order, double B[3][3], double Q[3][3], int p, int q) {
    if (B[p][q] == 0.0) return;
    const double tau = (B[q][q] - B[p][p]) / (2.0 * B[p][q]);
    const double t = (tau >= 0.0 ? 1.0 : -1.0) / (fabs(tau) + sqrt(1.0 + tau * tau));
    const double c = 1.0 / sqrt(1.0 + t * t), s = t * c;
    for (int i = 0; i < order; i++) {
        const double x = B[i][p], y = B[i][q], u = Q[i][p], w = Q[i][q];
        B[i][p] = c * x - s * y, B[i][q] = s * x + c * y;
        Q[i][p] = c * u - s * w, Q[i][q] = s * u + c * w;
    }
    for (int i = 0; i < order; i++) {
        const double x = B[p][i], y = B[q][i];
        B[p][i] = c * x - s * y, B[q][i] = s * x + c * y;
    }
    B[p][q] = B[q][p] = 0.0;
}

void carom_compliant_eigen(int order, const double A[3][3], double value[3], double Q[3][3]) {
    double B[3][3] = {{0.0}};
    for (int i = 0; i < order; i++)
        for (int j = 0; j < order; j++) {
            B[i][j] = A[i][j];
            Q[i][j] = i == j;
        }
    // Quadratic convergence: six sweeps are twice what order 3 needs.
    for (int sweep = 0; sweep < 6; sweep++)
        for (int p = 0; p < order; p++)
            for (int q = p + 1; q < order; q++) rotate(order, B, Q, p, q);
    for (int i = 0; i < order; i++) value[i] = B[i][i];
    for (int i = 0; i < order; i++)
        for (int j = 0; j + 1 < order; j++)
            if (value[j] > value[j + 1]) {
                swap(&value[j], &value[j + 1]);
                for (int r = 0; r < order; r++) swap(&Q[r][j], &Q[r][j + 1]);
            }
}
