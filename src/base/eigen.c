#include "base/eigen.h"

#include <math.h>

// Turns axes p and q so that A[p][q] becomes zero.
static void rotate(int dim, double A[3][3], double V[3][3], int p, int q) {
    if (A[p][q] == 0.0) return;
    const double theta = (A[q][q] - A[p][p]) / (2.0 * A[p][q]);
    const double t = (theta >= 0.0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int i = 0; i < dim; i++) {
        const double x = A[i][p], y = A[i][q];
        A[i][p] = c * x - s * y;
        A[i][q] = s * x + c * y;
    }
    for (int i = 0; i < dim; i++) {
        const double x = A[p][i], y = A[q][i], vx = V[p][i], vy = V[q][i];
        A[p][i] = c * x - s * y;
        A[q][i] = s * x + c * y;
        V[p][i] = c * vx - s * vy;
        V[q][i] = s * vx + c * vy;
    }
    A[p][q] = A[q][p] = 0.0;
}

void carom_eigen(int dim, const double W[3][3], double values[3], double vectors[3][3]) {
    double A[3][3] = {{0.0}};
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) {
            A[i][j] = W[i][j];
            vectors[i][j] = i == j ? 1.0 : 0.0;
        }
    // Converges quadratically: 3x3 takes four or five sweeps, so twelve is plenty.
    for (int sweep = 0; sweep < 12; sweep++)
        for (int p = 0; p < dim; p++)
            for (int q = p + 1; q < dim; q++) rotate(dim, A, vectors, p, q);
    for (int i = 0; i < dim; i++) values[i] = A[i][i];
    for (int i = 1; i < dim; i++)
        for (int j = i; j > 0 && values[j] > values[j - 1]; j--) {
            const double value = values[j];
            values[j] = values[j - 1];
            values[j - 1] = value;
            for (int k = 0; k < dim; k++) {
                const double entry = vectors[j][k];
                vectors[j][k] = vectors[j - 1][k];
                vectors[j - 1][k] = entry;
            }
        }
}
