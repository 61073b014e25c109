#include "mods/fit/dense.h"

#include <math.h>

#include "base/dense.h"

// A^-1 = L^-T L^-1: column by column of L^-1 first, then its products.
bool carom_fit_inverse(int n, int stride, double *A) {
    double X[64];
    if (n > 8 || carom_cholesky(n, (size_t)stride, A) < n) return false;
    for (int j = 0; j < n; j++) {
        double column[8] = {0};
        column[j] = 1.0;
        carom_forward(n, (size_t)stride, A, column);
        for (int i = 0; i < n; i++) X[i * 8 + j] = column[i];
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double sum = 0.0;
            for (int k = 0; k < n; k++) sum += X[k * 8 + i] * X[k * 8 + j];
            A[i * stride + j] = sum;
        }
    }
    return true;
}

// Turns A and V so that A_pq becomes 0.
static void rotate(int n, int stride, double *A, double *V, int p, int q) {
    const double apq = A[p * stride + q];
    if (apq == 0.0) return;
    const double half = (A[q * stride + q] - A[p * stride + p]) / (2.0 * apq);
    const double t = (half >= 0.0 ? 1.0 : -1.0) / (fabs(half) + sqrt(half * half + 1.0));
    const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int k = 0; k < n; k++) {
        const double kp = A[k * stride + p], kq = A[k * stride + q];
        A[k * stride + p] = c * kp - s * kq, A[k * stride + q] = s * kp + c * kq;
    }
    for (int k = 0; k < n; k++) {
        const double pk = A[p * stride + k], qk = A[q * stride + k];
        A[p * stride + k] = c * pk - s * qk, A[q * stride + k] = s * pk + c * qk;
    }
    for (int k = 0; k < n; k++) {
        const double kp = V[k * n + p], kq = V[k * n + q];
        V[k * n + p] = c * kp - s * kq, V[k * n + q] = s * kp + c * kq;
    }
}

// 12 sweeps: what is off the diagonal falls quadratically, eight rows need six or seven.
void carom_fit_eigen(int n, int stride, double *A, double *values, double *V) {
    for (int i = 0; i < n * n; i++) V[i] = i % (n + 1) == 0;
    for (int sweep = 0; sweep < 12; sweep++)
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) rotate(n, stride, A, V, p, q);
    for (int k = 0; k < n; k++) values[k] = A[k * stride + k];
}
