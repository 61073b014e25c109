#include "many/small.h"

#include <math.h>

// A pivot below this share of the largest entry is zero. 1e-12: assembled singular W leave 1e-15; the golden system
// alg-254 has pivots of 1e-5.
#define RANK 1e-12
// b belongs to the range of a singular A when what is left of it is this small a share of the largest |b|.
#define CONSISTENT 1e-10

typedef struct pivoting {
    int n, rank;
    int column[CAROM_SMALL_MOST]; // unknown that stands in each column
} pivoting;

static void swap(double *a, double *b) {
    const double kept = *a;
    *a = *b;
    *b = kept;
}

// Brings the largest entry of the remaining block to (k, k); returns its size.
static double bring_pivot(pivoting *p, double *A, double *b, int k) {
    const int n = p->n;
    int row = k, column = k;
    double most = -1.0;
    for (int i = k; i < n; i++)
        for (int j = k; j < n; j++)
            if (fabs(A[i * n + j]) > most) {
                most = fabs(A[i * n + j]);
                row = i;
                column = j;
            }
    if (row != k) {
        for (int j = 0; j < n; j++) swap(&A[row * n + j], &A[k * n + j]);
        swap(&b[row], &b[k]);
    }
    if (column != k) {
        for (int i = 0; i < n; i++) swap(&A[i * n + column], &A[i * n + k]);
        const int unknown = p->column[column];
        p->column[column] = p->column[k];
        p->column[k] = unknown;
    }
    return most;
}

// Gauss-Jordan: after it, row i < rank reads x_i + sum over the free columns = b_i.
static void eliminate(pivoting *p, double *A, double *b) {
    const int n = p->n;
    double largest = 0.0;
    for (p->rank = 0; p->rank < n; p->rank++) {
        const int k = p->rank;
        const double most = bring_pivot(p, A, b, k);
        if (k == 0) largest = most;
        if (!(most > RANK * largest)) return;
        const double inverse = 1.0 / A[k * n + k];
        for (int j = k; j < n; j++) A[k * n + j] *= inverse;
        b[k] *= inverse;
        for (int i = 0; i < n; i++) {
            const double factor = A[i * n + k];
            if (i == k || factor == 0.0) continue;
            for (int j = k; j < n; j++) A[i * n + j] -= factor * A[k * n + j];
            b[i] -= factor * b[k];
        }
    }
}

// Takes the part along the null space off x: Gram-Schmidt over its basis (-A_free; 1), one vector a free column.
static void shorten(const pivoting *p, double *A, double *x) {
    const int n = p->n, r = p->rank;
    double null[CAROM_SMALL_MOST][CAROM_SMALL_MOST];
    for (int f = r; f < n; f++) {
        double *z = null[f];
        for (int i = 0; i < n; i++) z[i] = i < r ? -A[i * n + f] : (double)(i == f);
        for (int g = r; g < f; g++) {
            double along = 0.0;
            for (int i = 0; i < n; i++) along += null[g][i] * z[i];
            for (int i = 0; i < n; i++) z[i] -= along * null[g][i];
        }
        double length = 0.0, along = 0.0;
        for (int i = 0; i < n; i++) length += z[i] * z[i];
        for (int i = 0; i < n; i++) z[i] /= sqrt(length);
        for (int i = 0; i < n; i++) along += z[i] * x[i];
        for (int i = 0; i < n; i++) x[i] -= along * z[i];
    }
}

// From x in its units back to x as it is.
static void leave_units(const pivoting *p, double *A, double *b, const double *unit) {
    for (int i = 0; i < p->rank; i++) {
        const double own = unit[p->column[i]];
        b[i] *= own;
        for (int f = p->rank; f < p->n; f++) A[i * p->n + f] *= own / unit[p->column[f]];
    }
}

bool carom_small_solve(int n, double *A, double *b, const double *unit, double *x) {
    pivoting p = {.n = n};
    double size = 0.0, y[CAROM_SMALL_MOST];
    for (int i = 0; i < n; i++) {
        p.column[i] = i;
        size = fmax(size, fabs(b[i]));
        for (int j = 0; j < n; j++) A[i * n + j] *= unit[j];
    }
    eliminate(&p, A, b);
    for (int i = p.rank; i < n; i++)
        if (!(fabs(b[i]) <= CONSISTENT * size)) return false;
    leave_units(&p, A, b, unit);
    for (int i = 0; i < n; i++) y[i] = i < p.rank ? b[i] : 0.0;
    if (p.rank < n) shorten(&p, A, y);
    for (int i = 0; i < n; i++) x[p.column[i]] = y[i];
    return true;
}
