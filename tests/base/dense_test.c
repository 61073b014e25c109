// Tests the dense linear algebra of the core on matrices with known results.
#include "support/cmocka.h"

#include <string.h>

#include "base/circle.h"
#include "base/dense.h"
#include "base/ldl.h"
#include "base/sym.h"
#include "bench/random.h"

// If L consists of small integers, the Cholesky factorisation of A = L L^T is exact.
static void exact_factor(void **state) {
    (void)state;
    double A[3][4] = {{4.0}, {2.0, 10.0}, {-2.0, 8.0, 26.0}};
    const double L[3][3] = {{2.0}, {1.0, 3.0}, {-1.0, 3.0, 4.0}};
    assert_int_equal(carom_cholesky(3, 4, &A[0][0]), 3);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) assert_true(A[i][j] == L[i][j]);
    double x[3] = {2.0, 7.0, 15.0};
    carom_forward(3, 4, &A[0][0], x);
    assert_true(x[0] == 1.0 && x[1] == 2.0 && x[2] == 2.5);
    double y[3] = {2.0 * 1.0 + 1.0 * 2.0 - 1.0 * 3.0, 3.0 * 2.0 + 3.0 * 3.0, 4.0 * 3.0};
    carom_backward(3, 4, &A[0][0], y);
    assert_true(y[0] == 1.0 && y[1] == 2.0 && y[2] == 3.0);
}

// For a matrix that is singular, indefinite, zero, NaN or infinite, carom_cholesky returns the row where it fails.
static void not_definite(void **state) {
    (void)state;
    double singular[2][2] = {{1.0}, {1.0, 1.0}}, indefinite[2][2] = {{1.0}, {2.0, 1.0}}, zero[1] = {0.0};
    double bad[1] = {(double)NAN}, huge[1] = {HUGE_VAL};
    assert_int_equal(carom_cholesky(2, 2, &singular[0][0]), 1);
    assert_int_equal(carom_cholesky(2, 2, &indefinite[0][0]), 1);
    assert_int_equal(carom_cholesky(1, 1, zero), 0);
    assert_int_equal(carom_cholesky(1, 1, bad), 0);
    assert_int_equal(carom_cholesky(1, 1, huge), 0);
    // A matrix with condition 1e15 still counts as positive definite.
    double thin[2][2] = {{1.0}, {1.0, 1.0 + 1e-15 * 8.0}};
    assert_int_equal(carom_cholesky(2, 2, &thin[0][0]), 2);
}

// Tests carom_orthonormal_rows on 20 random rows of any scale, of which 7 are independent. The rank is right, the rows
// of Q are orthonormal, and Y = T Q.
static void rank_of_rows(void **state) {
    (void)state;
    enum { M = 20, N = 12, RANK = 7 };
    for (uint64_t seed = 0; seed < 50; seed++) {
        random_stream r = random_at(5, seed);
        double basis[RANK][N], Y[M][N], Q[M][N], T[M][M], norm[M];
        int order[M];
        for (int i = 0; i < RANK * N; i++) (&basis[0][0])[i] = random_between(&r, -1.0, 1.0);
        for (int i = 0; i < M; i++) {
            const double scale = random_power10(random_between(&r, -8.0, 8.0));
            memset(Y[i], 0, sizeof Y[i]);
            for (int k = 0; k < RANK; k++) {
                const double part = scale * random_between(&r, -1.0, 1.0);
                for (int j = 0; j < N; j++) Y[i][j] += part * basis[k][j];
            }
        }
        memcpy(Q, Y, sizeof Q);
        assert_int_equal(carom_orthonormal_rows(M, N, &Q[0][0], &T[0][0], order, norm), RANK);
        for (int i = 0; i < RANK; i++) {
            for (int k = 0; k <= i; k++) assert_near(carom_dot(N, Q[i], Q[k]), (double)(i == k), 1e-14);
            for (int j = 0; j < N; j++) {
                double sum = 0.0;
                for (int k = 0; k <= i; k++) sum += T[i][k] * Q[k][j];
                // The largest error relative to the length of the row was 6e-16; the bound is 1e-14.
                assert_true(fabs(sum - Y[order[i]][j]) <= 1e-14 * sqrt(carom_dot(N, Y[order[i]], Y[order[i]])));
            }
        }
    }
}

// Tests carom_project_out, which removes the part of a vector that lies in the span of the rows of Q.
static void projection(void **state) {
    (void)state;
    const double Q[2][3] = {{1.0, 0.0, 0.0}, {0.0, 0.6, 0.8}};
    double x[3] = {5.0, 3.0, -1.0}, along[2];
    assert_false(carom_project_out(2, 3, &Q[0][0], x, along));
    assert_near(along[0], 5.0, 1e-15);
    assert_near(along[1], 1.0, 1e-15);
    assert_true(x[0] == 0.0 && fabs(0.6 * x[1] + 0.8 * x[2]) < 1e-15);
    // A vector in the span becomes exactly zero, without rounding errors.
    double y[3] = {1.0, 0.3, 0.4};
    assert_true(carom_project_out(2, 3, &Q[0][0], y, along));
    assert_true(y[0] == 0.0 && y[1] == 0.0 && y[2] == 0.0);
}

// A vector with an infinite or NaN component has an infinite or NaN length, and carom_project_out does not report it as
// lying in the span.
static void infinite_rows(void **state) {
    (void)state;
    const double Q[3] = {1.0, 0.0, 0.0};
    double x[3] = {HUGE_VAL, 1.0, 0.0}, along[1];
    assert_true(carom_length(3, x) == HUGE_VAL);
    assert_true(carom_length(3, (double[3]){0.0}) == 0.0);
    assert_near(carom_length(2, (double[2]){3e200, -4e200}) / 1e200, 5.0, 1e-15);
    assert_true(isnan(carom_length(2, (double[2]){1.0, (double)NAN})));
    assert_false(carom_project_out(1, 3, Q, x, along));
}

// For W = 0 every vector is in the null space, and only the zero vector is in the range.
static void nothing_moves(void **state) {
    (void)state;
    const double W[3][3] = {{0.0}}, none[3] = {0.0};
    for (int dim = 1; dim <= 3; dim++) {
        const carom_ldl f = carom_factor(dim, W);
        assert_int_equal(f.rank, 0);
        for (int k = 0; k < dim; k++) {
            double b[3] = {0.0}, z[3], x[3];
            b[k] = 2.0;
            carom_ldl_null_part(&f, b, z);
            for (int i = 0; i < dim; i++) assert_true(z[i] == b[i]);
            assert_false(carom_ldl_in_range(&f, b));
            assert_false(carom_ldl_solve(&f, b, x));
            assert_true(carom_ldl_solve(&f, none, x) && x[k] == 0.0);
        }
    }
    double x[2] = {1.0, 1.0};
    assert_false(carom_in_range2(W, (double[2]){1.0, 0.0}) || carom_in_range2(W, (double[2]){0.0, 1.0}));
    assert_true(carom_solve_singular2(W, none, x) && x[0] == 0.0 && x[1] == 0.0);
}

// Finds the roots of y, x, 2 x y and 2 + x on the unit circle. Roots where the charts meet are found once, and 2 + x
// has no root.
static void circle_roots(void **state) {
    (void)state;
    const carom_circle sine = {.B1 = 1.0}, cosine = {.A1 = 1.0}, never = {.A0 = 2.0, .A1 = 1.0};
    const carom_circle both = {.B2 = 1.0}; // F = 2 x y is zero on both axes
    double roots[8][2];
    assert_int_equal(carom_circle_roots(&sine, roots), 2);
    for (int i = 0; i < 2; i++) assert_true(fabs(roots[i][0]) == 1.0 && roots[i][1] == 0.0);
    assert_int_equal(carom_circle_roots(&cosine, roots), 2);
    for (int i = 0; i < 2; i++) assert_true(roots[i][0] == 0.0 && fabs(roots[i][1]) == 1.0);
    assert_int_equal(carom_circle_roots(&never, roots), 0);
    assert_int_equal(carom_circle_roots(&both, roots), 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_factor), cmocka_unit_test(not_definite),  cmocka_unit_test(rank_of_rows),
        cmocka_unit_test(projection),   cmocka_unit_test(infinite_rows), cmocka_unit_test(nothing_moves),
        cmocka_unit_test(circle_roots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
