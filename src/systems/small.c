#include "systems/small.h"

#include <math.h>

#include "base/eliminate.h"

// A pivot below this fraction of the largest entry counts as zero. Assembled singular W leave pivots of 1e-15; a
// regular reference system (alg-254) has pivots of 1e-5.
#define RANK 1e-12
// b is in the range of a singular A if its remainder is at most this fraction of the largest |b|.
#define CONSISTENT 1e-10

// The system A x = b after elimination, row by row.
typedef struct reduced {
    int n, rank, wide;
    int unknown[CAROM_SMALL_MOST]; // unknown of each column
    double A[CAROM_SMALL_MOST * (CAROM_SMALL_MOST + 1)];
} reduced;

// Removes the part of x along the null space, by Gram-Schmidt over its basis (-A_free; 1), one vector per free column.
static void shorten(const reduced *p, double *x) {
    const int n = p->n, r = p->rank;
    double null[CAROM_SMALL_MOST][CAROM_SMALL_MOST];
    for (int f = r; f < n; f++) {
        double *z = null[f];
        for (int i = 0; i < n; i++) z[i] = i < r ? -p->A[i * p->wide + f] : (double)(i == f);
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

// Scales the columns of A by the units of x, and copies b. Returns the largest |A_ij|.
static double enter_units(reduced *p, const double *A, const double *b, const double *unit) {
    double largest = 0.0;
    for (int i = 0; i < p->n; i++) {
        double *row = p->A + i * p->wide;
        for (int j = 0; j < p->n; j++) {
            row[j] = A[i * p->n + j] * unit[j];
            largest = fmax(largest, fabs(row[j]));
        }
        row[p->n] = b[i];
    }
    return largest;
}

// Converts x from its units back.
static void leave_units(reduced *p, const double *unit) {
    for (int i = 0; i < p->rank; i++) {
        double *row = p->A + i * p->wide;
        const double own = unit[p->unknown[i]];
        row[p->n] *= own;
        for (int f = p->rank; f < p->n; f++) row[f] *= own / unit[p->unknown[f]];
    }
}

bool carom_small_solve(int n, const double *A, const double *b, const double *unit, double *x) {
    reduced p;
    double size = 0.0, y[CAROM_SMALL_MOST];
    p.n = n;
    p.wide = n + 1;
    const double largest = enter_units(&p, A, b, unit);
    for (int i = 0; i < n; i++) size = fmax(size, fabs(b[i]));
    p.rank = (int)carom_eliminate(CAROM_PIVOT_OF_BLOCK, (size_t)n, (size_t)p.wide, p.A, RANK * largest, p.unknown);
    for (int i = p.rank; i < n; i++)
        if (!(fabs(p.A[i * p.wide + n]) <= CONSISTENT * size)) return false;
    carom_substitute((size_t)p.rank, (size_t)p.wide, p.A);
    leave_units(&p, unit);
    for (int i = 0; i < n; i++) y[i] = i < p.rank ? p.A[i * p.wide + n] : 0.0;
    if (p.rank < n) shorten(&p, y);
    for (int i = 0; i < n; i++) x[p.unknown[i]] = y[i];
    return true;
}
