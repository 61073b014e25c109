#include "base/eigen.h"

#include <math.h>

// Replaces (x, y) by (c x - s y, s x + c y).
static void turn(double c, double s, double *x, double *y) {
    const double before = *x;
    *x = c * before - s * *y;
    *y = s * before + c * *y;
}

// Rotates axes p and q so that A_pq becomes zero.
static void rotate(int n, size_t stride, double *A, double *V, int p, int q) {
    double *row_p = A + (size_t)p * stride, *row_q = A + (size_t)q * stride;
    if (row_p[q] == 0.0) return;
    const double theta = (row_q[q] - row_p[p]) / (2.0 * row_p[q]);
    const double t = (theta >= 0.0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int i = 0; i < n; i++) turn(c, s, A + (size_t)i * stride + p, A + (size_t)i * stride + q);
    for (int i = 0; i < n; i++) {
        turn(c, s, row_p + i, row_q + i);
        turn(c, s, V + (size_t)p * stride + i, V + (size_t)q * stride + i);
    }
    row_p[q] = row_q[p] = 0.0;
}

static void swap(double *x, double *y) {
    const double kept = *x;
    *x = *y;
    *y = kept;
}

void carom_eigen_dense(int n, size_t stride, double *A, double *values, double *V) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) V[(size_t)i * stride + (size_t)j] = i == j ? 1.0 : 0.0;
    for (int sweep = 0; sweep < 12; sweep++)
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) rotate(n, stride, A, V, p, q);
    for (int i = 0; i < n; i++) values[i] = A[(size_t)i * stride + (size_t)i];
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && values[j] > values[j - 1]; j--) {
            double *row = V + (size_t)j * stride;
            swap(values + j, values + j - 1);
            for (int k = 0; k < n; k++) swap(row + k, row - stride + k);
        }
}

void carom_eigen(int dim, const double W[3][3], double values[3], double vectors[3][3]) {
    double A[3][3] = {{0.0}};
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) A[i][j] = W[i][j];
    carom_eigen_dense(dim, 3, &A[0][0], values, &vectors[0][0]);
}
