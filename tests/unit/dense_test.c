// The core's dense algebra on matrices whose answers are known.
#include "support/cmocka.h"

#include <string.h>

#include "base/dense.h"
#include "support/random.h"

// L of A = L L^T for an L of small integers is exact.
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

// Singular, indefinite, zero, NaN and infinite: the row says where it broke.
static void not_definite(void **state) {
    (void)state;
    double singular[2][2] = {{1.0}, {1.0, 1.0}}, indefinite[2][2] = {{1.0}, {2.0, 1.0}}, zero[1] = {0.0};
    double bad[1] = {(double)NAN}, huge[1] = {HUGE_VAL};
    assert_int_equal(carom_cholesky(2, 2, &singular[0][0]), 1);
    assert_int_equal(carom_cholesky(2, 2, &indefinite[0][0]), 1);
    assert_int_equal(carom_cholesky(1, 1, zero), 0);
    assert_int_equal(carom_cholesky(1, 1, bad), 0);
    assert_int_equal(carom_cholesky(1, 1, huge), 0);
    // Condition 1e15: still definite.
    double thin[2][2] = {{1.0}, {1.0, 1.0 + 1e-15 * 8.0}};
    assert_int_equal(carom_cholesky(2, 2, &thin[0][0]), 2);
}

// 20 random rows of which only 7 are independent, in any scale: the rank, Q orthonormal, Y = T Q.
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
                // Relative to the row: worst seen 6e-16, so 1e-14.
                assert_true(fabs(sum - Y[order[i]][j]) <= 1e-14 * sqrt(carom_dot(N, Y[order[i]], Y[order[i]])));
            }
        }
    }
}

static void projection(void **state) {
    (void)state;
    const double Q[2][3] = {{1.0, 0.0, 0.0}, {0.0, 0.6, 0.8}};
    double x[3] = {5.0, 3.0, -1.0}, along[2];
    assert_false(carom_project_out(2, 3, &Q[0][0], x, along));
    assert_near(along[0], 5.0, 1e-15);
    assert_near(along[1], 1.0, 1e-15);
    assert_true(x[0] == 0.0 && fabs(0.6 * x[1] + 0.8 * x[2]) < 1e-15);
    // What the rows span is zero exactly, not to rounding.
    double y[3] = {1.0, 0.3, 0.4};
    assert_true(carom_project_out(2, 3, &Q[0][0], y, along));
    assert_true(y[0] == 0.0 && y[1] == 0.0 && y[2] == 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_factor),
        cmocka_unit_test(not_definite),
        cmocka_unit_test(rank_of_rows),
        cmocka_unit_test(projection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
