#include "panels.h"

#include <math.h>
#include <stddef.h>

enum { WIDE = 4 };

// Subtract multiples of one row, or of the four rows of a panel, from a row. The order of operations is the same as for
// single columns, so the results are equal.
static void lose_one(double *restrict row, const double *restrict top, int column, int from, int to) {
    const double share = row[column];
    if (share == 0.0) return;
    for (int j = from; j < to; j++) row[j] -= share * top[j];
}

static void lose_four(double *restrict row, const double *restrict top, int n, int column, int from) {
    const double a = row[column], b = row[column + 1], c = row[column + 2], d = row[column + 3];
    const double *restrict second = top + n, *restrict third = second + n, *restrict fourth = third + n;
    if (a == 0.0 && b == 0.0 && c == 0.0 && d == 0.0) return;
    for (int j = from; j < n; j++) row[j] = row[j] - a * top[j] - b * second[j] - c * third[j] - d * fourth[j];
}

static void change_places(int n, double *restrict a, double *restrict b) {
    for (int j = 0; j < n; j++) {
        const double kept = a[j];
        a[j] = b[j];
        b[j] = kept;
    }
}

// Eliminates the columns from `begin` to before `end` in all rows below.
static bool factor_panel(int n, double *A, int *pivot, int begin, int end) {
    for (int k = begin; k < end; k++) {
        double *top = A + (size_t)k * (size_t)n;
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[(size_t)i * (size_t)n + (size_t)k]) > fabs(A[(size_t)best * (size_t)n + (size_t)k])) best = i;
        pivot[k] = best;
        if (best != k) change_places(n, top, A + (size_t)best * (size_t)n);
        if (!(fabs(top[k]) > 0.0)) return false;
        for (int i = k + 1; i < n; i++) {
            double *row = A + (size_t)i * (size_t)n;
            row[k] /= top[k];
            lose_one(row, top, k, k + 1, end);
        }
    }
    return true;
}

bool carom_panel_factor(int n, double *A, int *pivot) {
    for (int begin = 0; begin < n; begin += WIDE) {
        const int end = begin + WIDE < n ? begin + WIDE : n;
        double *top = A + (size_t)begin * (size_t)n;
        if (!factor_panel(n, A, pivot, begin, end)) return false;
        for (int k = begin; k < end; k++)
            for (int i = k + 1; i < end; i++) lose_one(A + (size_t)i * (size_t)n, A + (size_t)k * (size_t)n, k, end, n);
        for (int i = end; i < n; i++) lose_four(A + (size_t)i * (size_t)n, top, n, begin, end);
    }
    return true;
}

// Uses four partial sums, because each addition to a single sum would wait for the one before.
static double dot(const double *restrict a, const double *restrict b, int from, int to) {
    double sum[WIDE] = {0.0};
    int j = from;
    for (; j + WIDE <= to; j += WIDE)
        for (int k = 0; k < WIDE; k++) sum[k] += a[j + k] * b[j + k];
    for (; j < to; j++) sum[0] += a[j] * b[j];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void carom_panel_solve(int n, const double *A, const int *pivot, double *b) {
    for (int k = 0; k < n; k++) {
        const double kept = b[k];
        b[k] = b[pivot[k]];
        b[pivot[k]] = kept;
    }
    for (int i = 0; i < n; i++) b[i] -= dot(A + (size_t)i * (size_t)n, b, 0, i);
    for (int i = n - 1; i >= 0; i--) {
        const double *row = A + (size_t)i * (size_t)n;
        b[i] = (b[i] - dot(row, b, i + 1, n)) / row[i];
    }
}
