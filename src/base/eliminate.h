// Solves A x = b by elimination with pivoting in the caller's memory, also if A is singular.
//
// A matrix has n rows of `wide` numbers: A itself (n x n), then the right-hand sides. carom_eliminate transforms it to
//   R x = c,  R upper triangular in its first `rank` rows and columns, only rounding below them.
// carom_substitute transforms this further to
//   x_i + sum over the free columns f >= rank of F_if x_f = c_i,  i < rank.
// For a regular A the right-hand sides are then the solutions. For a singular A the null vectors are (-F_f; 1 at f).
// The functions are inline, so that loops unroll if the compiler knows n.
#ifndef CAROM_SRC_ELIMINATE_H
#define CAROM_SRC_ELIMINATE_H

#include <math.h>
#include <stddef.h>

// The set of entries from which the next pivot is chosen.
typedef enum carom_pivots {
    CAROM_PIVOT_OF_COLUMN,  // the largest entry of its column; rows are swapped. For an A that should be regular
    CAROM_PIVOT_OF_BLOCK,   // the largest entry left; rows and columns are swapped. Finds the rank of any A
    CAROM_PIVOT_OF_DIAGONAL // the largest diagonal entry, for a symmetric semi-definite A; rows and columns are swapped
                            // alike
} carom_pivots;

static inline void carom_swap_numbers(double *a, double *b) {
    const double kept = *a;
    *a = *b;
    *b = kept;
}

static inline void carom_find_pivot(carom_pivots rule, size_t n, size_t wide, const double *A, size_t k, size_t *row,
                                    size_t *column) {
    *row = *column = k;
    switch (rule) { // GCOV_EXCL_BR_LINE: every caller passes one of these
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

// Swaps row `row` and column `column` with row and column k.
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

// Returns the rank, which is the number of pivots larger than `zero`. `unknown` (n entries, or NULL) receives the
// unknown of each column. With CAROM_PIVOT_OF_COLUMN the columns keep their order.
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
