// A x = b by elimination with pivoting, A singular or not, in the caller's memory.
//
// A matrix has n rows of `wide` numbers: A itself (n x n), then the right sides. carom_eliminate brings it to
//   R x = c,  R upper triangular in its first `rank` rows and columns, nothing but rounding below them,
// and carom_substitute brings that to
//   x_i + sum over the free columns f >= rank of F_if x_f = c_i,  i < rank,
// so for a regular A the right sides are the solutions, and for a singular one (-F_f; 1 at f) are its null vectors.
// Inline: for a number n that the compiler knows the loops unroll.
#ifndef CAROM_SRC_ELIMINATE_H
#define CAROM_SRC_ELIMINATE_H

#include <math.h>
#include <stddef.h>

// Where the next pivot is looked for.
typedef enum carom_pivots {
    CAROM_PIVOT_OF_COLUMN,  // the largest of its column; rows change places. For an A that should be regular
    CAROM_PIVOT_OF_BLOCK,   // the largest of all that is left; rows and columns change places. Finds the rank of any A
    CAROM_PIVOT_OF_DIAGONAL // the largest diagonal entry, for a symmetric semi-definite A: as rows, so columns
} carom_pivots;

static inline void carom_swap_numbers(double *a, double *b) {
    const double kept = *a;
    *a = *b;
    *b = kept;
}

static inline void carom_find_pivot(carom_pivots rule, size_t n, size_t wide, const double *A, size_t k, size_t *row,
                                    size_t *column) {
    *row = *column = k;
    switch (rule) { // GCOV_EXCL_BR_LINE: every caller names one of these
    case CAROM_PIVOT_OF_COLUMN:
        for (size_t i = k + 1; i < n; i++)
            if (fabs(A[i * wide + k]) > fabs(A[*row * wide + k])) *row = i;
        break;
    case CAROM_PIVOT_OF_BLOCK:
        for (size_t i = k; i < n; i++)
            for (size_t j = k; j < n; j++)
                if (fabs(A[i * wide + j]) > fabs(A[*row * wide + *column])) {
                    *row = i;
                    *column = j;
                }
        break;
    case CAROM_PIVOT_OF_DIAGONAL:
        for (size_t i = k + 1; i < n; i++)
            if (A[i * wide + i] > A[*row * wide + *row]) *row = i;
        *column = *row;
        break;
    }
}

// Row `row` and column `column` change places with row and column k.
static inline void carom_bring_pivot(size_t n, size_t wide, double *A, size_t k, size_t row, size_t column,
                                     int *unknown) {
    if (row != k)
        for (size_t j = 0; j < wide; j++) carom_swap_numbers(&A[row * wide + j], &A[k * wide + j]);
    if (column == k) return;
    for (size_t i = 0; i < n; i++) carom_swap_numbers(&A[i * wide + column], &A[i * wide + k]);
    if (!unknown) return;
    const int kept = unknown[column];
    unknown[column] = unknown[k];
    unknown[k] = kept;
}

// Returns the rank: how many pivots are larger than `zero`. `unknown` (n, or NULL if that is not asked) tells which
// unknown stands in each column; under CAROM_PIVOT_OF_COLUMN every one stays.
static inline size_t carom_eliminate(carom_pivots rule, size_t n, size_t wide, double *A, double zero, int *unknown) {
    for (size_t i = 0; unknown && i < n; i++) unknown[i] = (int)i;
    for (size_t k = 0; k < n; k++) {
        size_t row, column;
        carom_find_pivot(rule, n, wide, A, k, &row, &column);
        const double pivot = A[row * wide + column];
        if (!((rule == CAROM_PIVOT_OF_DIAGONAL ? pivot : fabs(pivot)) > zero)) return k;
        carom_bring_pivot(n, wide, A, k, row, column, unknown);
        for (size_t i = k + 1; i < n; i++) {
            const double factor = A[i * wide + k] / pivot;
            if (factor == 0.0) continue;
            for (size_t j = k + 1; j < wide; j++) A[i * wide + j] -= factor * A[k * wide + j];
        }
    }
    return n;
}

static inline void carom_substitute(size_t rank, size_t wide, double *A) {
    for (size_t c = rank; c < wide; c++)
        for (size_t i = rank; i-- > 0;) {
            double x = A[i * wide + c];
            for (size_t j = i + 1; j < rank; j++) x -= A[i * wide + j] * A[j * wide + c];
            A[i * wide + c] = x / A[i * wide + i];
        }
}

#endif
