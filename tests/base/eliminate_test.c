// Tests elimination (base/eliminate.h) on 40 random matrices of each size from 1 to 9 and each rank. The rank is found,
// right-hand sides are solved, and null vectors are in the null space.
#include "support/cmocka.h"

#include <stdio.h>
#include <string.h>

#include "base/dense.h"
#include "base/dense3.h"
#include "base/eliminate.h"
#include "base/worst.h"
#include "bench/random.h"
#include "support/floor.h"

enum { MOST = 9, WIDE = MOST + 1, EACH = 40 };

// A matrix A, n x n, of a given rank, and a right-hand side b in its range.
typedef struct given {
    int n, rank;
    double A[MOST][MOST], b[MOST];
} given;

// Returns a random matrix of this rank, symmetric positive semi-definite or general.
static given make(uint64_t stream, int n, int rank, bool symmetric) {
    random_stream r = random_at(77, stream);
    given g = {.n = n, .rank = rank};
    for (int k = 0; k < rank; k++) {
        double left[MOST], right[MOST];
        for (int i = 0; i < n; i++) left[i] = random_between(&r, -1.0, 1.0);
        for (int i = 0; i < n; i++) right[i] = symmetric ? left[i] : random_between(&r, -1.0, 1.0);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) g.A[i][j] += left[i] * right[j];
    }
    for (int j = 0; j < n; j++) {
        const double x = random_between(&r, -1.0, 1.0);
        for (int i = 0; i < n; i++) g.b[i] += g.A[i][j] * x;
    }
    return g;
}

// Returns the largest component of |A x - factor b|.
static double left_over(const given *g, const double *x, double factor) {
    double worst = 0.0;
    for (int i = 0; i < g->n; i++) carom_worsen(&worst, fabs(carom_dot(g->n, g->A[i], x) - factor * g->b[i]));
    return worst;
}

// Returns the largest residual of the solution and of the null vectors; NaN if the rank that is found is wrong.
static double error_of(carom_pivots rule, const given *g) {
    const int n = g->n, wide = n + 1;
    double M[MOST * WIDE], worst = 0.0, largest = 0.0;
    int unknown[MOST];
    for (int i = 0; i < n; i++) {
        memcpy(M + i * wide, g->A[i], (size_t)n * sizeof *M);
        M[i * wide + n] = g->b[i];
        for (int j = 0; j < n; j++) largest = fmax(largest, fabs(g->A[i][j]));
    }
    const int rank = (int)carom_eliminate(rule, (size_t)n, (size_t)wide, M, 1e-12 * largest, unknown);
    if (rank != g->rank) return (double)NAN;
    carom_substitute((size_t)rank, (size_t)wide, M);
    for (int c = rank; c <= n; c++) {
        double x[MOST] = {0.0};
        for (int i = 0; i < rank; i++) x[unknown[i]] = c == n ? M[i * wide + c] : -M[i * wide + c];
        if (c < n) x[unknown[c]] = 1.0;
        carom_worsen(&worst, left_over(g, x, c == n));
    }
    return worst;
}

// Checks the rank and the residuals with one pivot rule. The largest residual was 3e-15; the bound is 1e-12.
static void solves(carom_pivots rule, bool symmetric, bool singular_too) {
    int asked = 0, found = 0;
    double worst = 0.0;
    for (int n = 1; n <= MOST; n++)
        for (int rank = singular_too ? 0 : n; rank <= n; rank++)
            for (uint64_t k = 0; k < EACH; k++, asked++) {
                const given g = make((uint64_t)(n * 1000 + rank * 50) + k, n, rank, symmetric);
                const double error = error_of(rule, &g);
                if (isnan(error)) continue;
                found++;
                carom_worsen(&worst, error);
            }
    printf("%d of %d with the rank they were made with, worst error %.2g\n", found, asked, worst);
    assert_true(floor_holds(found, asked, 0.99));
    assert_true(worst <= 1e-12);
}

static void by_columns(void **state) {
    (void)state;
    solves(CAROM_PIVOT_OF_COLUMN, false, false);
}

static void by_blocks(void **state) {
    (void)state;
    solves(CAROM_PIVOT_OF_BLOCK, false, true);
}

static void by_diagonals(void **state) {
    (void)state;
    solves(CAROM_PIVOT_OF_DIAGONAL, true, true);
}

// Tests carom_solve_dense3 with a matrix that needs pivoting in every column. A singular matrix and NaN are rejected.
static void three(void **state) {
    (void)state;
    double A[3][3] = {{0.0, 2.0, 0.0}, {0.0, 0.0, 4.0}, {8.0, 0.0, 0.0}}, x[3] = {0.0};
    const double b[3] = {2.0, 8.0, 24.0};
    assert_true(carom_solve_dense3(A, b, x));
    assert_true(x[0] == 3.0 && x[1] == 1.0 && x[2] == 2.0);
    A[2][0] = 0.0;
    assert_false(carom_solve_dense3(A, b, x));
    A[2][0] = (double)NAN;
    assert_false(carom_solve_dense3(A, b, x));
}

// Tests that carom_pivoted_cholesky finds the rank, stops after `most` pivots, and leaves A unchanged. The difference
// of A and L^T L, where L has the rows of the factor, is only rounding.
static void row_by_row(void **state) {
    (void)state;
    int asked = 0, found = 0;
    double worst = 0.0;
    for (int n = 1; n <= MOST; n++)
        for (int rank = 0; rank <= n; rank++)
            for (uint64_t k = 0; k < EACH; k++, asked++) {
                const given g = make((uint64_t)(n * 1000 + rank * 50) + k, n, rank, true);
                double A[MOST * MOST], L[MOST * MOST], left[MOST];
                for (int i = 0; i < n; i++) memcpy(A + i * n, g.A[i], (size_t)n * sizeof *A);
                const int most = rank / 2;
                assert_int_equal(carom_pivoted_cholesky(n, A, most, 1e-12, L, left), most);
                if (carom_pivoted_cholesky(n, A, n, 1e-12, L, left) != rank) continue;
                found++;
                for (int i = 0; i < n * n; i++) {
                    double sum = 0.0;
                    for (int j = 0; j < rank; j++) sum += L[j * n + i / n] * L[j * n + i % n];
                    carom_worsen(&worst, fabs(A[i] - sum));
                }
            }
    printf("%d of %d with the rank they were made with, worst difference %.2g\n", found, asked, worst);
    assert_true(floor_holds(found, asked, 0.99));
    assert_true(worst <= 1e-12); // the largest difference was 3e-15
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_columns), cmocka_unit_test(by_blocks),
                                       cmocka_unit_test(by_diagonals), cmocka_unit_test(three),
                                       cmocka_unit_test(row_by_row)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
