// Tests Lemke's method on problems with known solutions. Compares the two solvers of the friction problem, enumeration
// and Lemke's method.
#include "support/cmocka.h"

#include <string.h>

#include "bench/random.h"
#include "systems/cone.h"
#include "systems/lemke.h"

static max_align_t room[8192];

static carom_status lemke(int n, const double *M, const double *q, double *z, int *pivots) {
    const size_t bytes = carom_lemke_memory(n);
    assert_true(bytes <= sizeof room);
    return carom_lemke(n, M, q, z, room, bytes, pivots);
}

// Checks that z solves the problem w = q + M z, w >= 0, z >= 0, w.z = 0.
static void assert_solves(int n, const double *M, const double *q, const double *z, double tolerance) {
    for (int i = 0; i < n; i++) {
        double w = q[i];
        for (int j = 0; j < n; j++) w += M[i * n + j] * z[j];
        assert_true(z[i] >= 0.0);
        assert_near(fmin(w, z[i]), 0.0, tolerance);
    }
}

static void refusals(void **state) {
    (void)state;
    double M[4] = {2.0, 1.0, 1.0, 2.0}, q[2] = {-5.0, -6.0}, z[2];
    const size_t bytes = carom_lemke_memory(2);
    int pivots;
    assert_int_equal(carom_lemke_memory(0), 0);
    assert_int_equal(carom_lemke(0, M, q, z, room, bytes, &pivots), CAROM_BAD_COUNT);
    assert_int_equal(carom_lemke(2, NULL, q, z, room, bytes, &pivots), CAROM_NULL_POINTER);
    assert_int_equal(carom_lemke(2, M, NULL, z, room, bytes, &pivots), CAROM_NULL_POINTER);
    assert_int_equal(carom_lemke(2, M, q, NULL, room, bytes, &pivots), CAROM_NULL_POINTER);
    assert_int_equal(carom_lemke(2, M, q, z, NULL, bytes, &pivots), CAROM_NULL_POINTER);
    for (size_t less = 0; less < bytes; less += sizeof(max_align_t))
        assert_int_equal(carom_lemke(2, M, q, z, room, less, &pivots), CAROM_SMALL_MEMORY);
    // The solution is z = (4/3, 7/3). The pointer to the number of pivots may be NULL.
    assert_int_equal(carom_lemke(2, M, q, z, room, bytes, NULL), CAROM_OK);
    assert_near(z[0], 4.0 / 3.0, 1e-15);
    assert_near(z[1], 7.0 / 3.0, 1e-15);
    q[1] = HUGE_VAL;
    assert_int_equal(lemke(2, M, q, z, &pivots), CAROM_NOT_FINITE);
    q[1] = -6.0;
    M[3] = (double)NAN;
    assert_int_equal(lemke(2, M, q, z, &pivots), CAROM_NOT_FINITE);
}

// A value that is not finite is found in every entry of M and q.
static void refuses_at_every_place(void **state) {
    (void)state;
    enum { N = 11 };
    double M[N * N] = {0.0}, q[N], z[N];
    int pivots;
    for (int i = 0; i < N; i++) {
        M[i * N + i] = 1.0;
        q[i] = -1.0;
    }
    for (int i = 0; i < N; i++) {
        q[i] = i % 2 ? (double)NAN : HUGE_VAL;
        assert_int_equal(lemke(N, M, q, z, &pivots), CAROM_NOT_FINITE);
        q[i] = -1.0;
    }
    for (int i = 0; i < N * N; i++) {
        const double kept = M[i];
        M[i] = i % 2 ? -HUGE_VAL : (double)NAN;
        assert_int_equal(lemke(N, M, q, z, &pivots), CAROM_NOT_FINITE);
        M[i] = kept;
    }
    assert_int_equal(lemke(N, M, q, z, &pivots), CAROM_OK);
}

static void nothing_to_do(void **state) {
    (void)state;
    const double M[4] = {1.0, 0.0, 0.0, 1.0}, q[2] = {0.0, 3.0};
    double z[2] = {9.0, 9.0};
    int pivots = 9;
    assert_int_equal(lemke(2, M, q, z, &pivots), CAROM_OK);
    assert_true(z[0] == 0.0 && z[1] == 0.0);
    assert_int_equal(pivots, 0);
}

// No z >= 0 makes q + M z >= 0, so the method ends on a ray.
static void rays(void **state) {
    (void)state;
    const double zero[1] = {0.0}, negative[1] = {-1.0}, q[1] = {-1.0};
    const double apart[4] = {1.0, -1.0, -1.0, 1.0}, both[2] = {-1.0, -1.0};
    double z[2];
    int pivots;
    assert_int_equal(lemke(1, zero, q, z, &pivots), CAROM_NO_SOLUTION);
    assert_int_equal(lemke(1, negative, q, z, &pivots), CAROM_NO_SOLUTION);
    assert_int_equal(lemke(2, apart, both, z, &pivots), CAROM_NO_SOLUTION);
}

// All rows tie in every pivot, so only the lexicographic rule prevents an endless loop.
static void ties(void **state) {
    (void)state;
    enum { N = 12 };
    double M[N * N], q[N], z[N];
    int pivots;
    for (int n = 1; n <= N; n++) {
        double total = 0.0;
        for (int i = 0; i < n; i++) {
            q[i] = -1.0;
            for (int j = 0; j < n; j++) M[i * n + j] = 1.0;
        }
        assert_int_equal(lemke(n, M, q, z, &pivots), CAROM_OK);
        assert_solves(n, M, q, z, 1e-14);
        for (int i = 0; i < n; i++) total += z[i];
        assert_near(total, 1.0, 1e-14);
    }
}

// With Murty's matrices, which have 1 on the diagonal and 2 to its right, Lemke's method needs 2^n - 1 pivots. Up to n
// = 8 this is below the limit of 20 n + 100 pivots. For larger n the method returns CAROM_NOT_CONVERGED.
static void exponential_path(void **state) {
    (void)state;
    enum { N = 12 };
    double M[N * N], q[N], z[N];
    int pivots = 0;
    for (int n = 2; n <= N; n++) {
        for (int i = 0; i < n; i++) {
            q[i] = 0.0;
            for (int j = 0; j < n; j++) {
                M[i * n + j] = i == j ? 1.0 : j > i ? 2.0 : 0.0;
                if (j >= i) q[i] -= (double)(1 << j);
            }
        }
        const carom_status status = lemke(n, M, q, z, &pivots);
        assert_int_equal(status, n <= 8 ? CAROM_OK : CAROM_NOT_CONVERGED);
        assert_int_equal(pivots, n <= 8 ? (1 << n) - 1 : 20 * n + 100);
        for (int i = 0; n <= 8 && i < n; i++) assert_true(z[i] == (i == n - 1 ? (double)(1 << i) : 0.0));
    }
}

// Friction problems

static void solvers_refuse(void **state) {
    (void)state;
    const double W[4] = {1.0, 0.0, 0.0, 1.0}, v[2] = {-1.0, 0.0}, *M, *q;
    carom_cone cone = carom_coulomb(0.5);
    const carom_cones p = {.nc = 1, .W = W, .q = v, .cone = &cone}, many = {.nc = CAROM_MAX_ENUMERATED + 1};
    double P[2], y[2];
    carom_found found = {.capacity = 1, .room = 1, .P = P, .y = y};
    const size_t bytes = carom_cones_lemke_memory(1);
    assert_int_equal(carom_enumerate(&many, &found), CAROM_BAD_COUNT);
    for (size_t less = 0; less < bytes; less += sizeof(max_align_t)) {
        assert_int_equal(carom_cones_lemke(&p, room, less, &found), CAROM_SMALL_MEMORY);
        assert_int_equal(carom_cones_as_lcp(&p, room, less, &M, &q), 0);
    }
    assert_int_equal(carom_cones_as_lcp(&p, room, bytes, &M, &q), 4);
    assert_int_equal(carom_cones_lemke(&p, room, bytes, &found), CAROM_OK);
    assert_true(P[0] == 1.0 && P[1] == 0.0 && y[0] == 0.0);
    found.capacity = 0;
    assert_int_equal(carom_cones_lemke(&p, room, bytes, &found), CAROM_SMALL_MEMORY);
}

// Returns a random contact. It has a smallest normal impulse or none, and P_t lies between two lines, in a strip or on
// one line.
static carom_cone random_cone(random_stream *r) {
    carom_cone k = carom_coulomb(random_between(r, 0.0, 0.5));
    if (random_below(r, 2)) k.floor = random_unit(r);
    if (random_below(r, 2)) k.lo.offset = -0.5 * random_unit(r);
    if (random_below(r, 2)) k.hi.offset = 0.5 * random_unit(r);
    const int kind = random_below(r, 4);
    if (kind == 0) k.hi = k.lo;
    if (kind == 1) k.hi.slope = k.lo.slope; // the two lines are parallel
    return k;
}

// Enumeration and Lemke's method agree on y for a positive definite W with little coupling, for contacts of any kind.
static void solvers_agree(void **state) {
    (void)state;
    enum { NC = 3, N = 2 * NC };
    for (uint64_t index = 0; index < 500; index++) {
        random_stream r = random_at(31, index);
        double A[N][N], W[N * N], q[N], P[2][N], y[2][N];
        carom_cone cone[NC];
        for (int i = 0; i < N; i++) {
            q[i] = random_between(&r, -1.0, 1.0);
            for (int j = 0; j < N; j++) A[i][j] = random_between(&r, -0.3, 0.3);
        }
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                W[i * N + j] = (double)(i == j);
                for (int k = 0; k < N; k++) W[i * N + j] += A[i][k] * A[j][k];
            }
        for (int i = 0; i < NC; i++) cone[i] = random_cone(&r);
        const carom_cones p = {.nc = NC, .W = W, .q = q, .cone = cone};
        const carom_solver solver[2] = {CAROM_SOLVER_ENUMERATE, CAROM_SOLVER_LEMKE};
        for (int k = 0; k < 2; k++) {
            carom_found found = {.capacity = 1, .room = 1, .P = P[k], .y = y[k]};
            assert_int_equal(carom_cones_solve(&p, solver[k], room, sizeof room, &found), CAROM_OK);
            assert_true(carom_cones_residual(&p, P[k]) <= 1e-14);
        }
        for (int i = 0; i < N; i++) assert_near(y[0][i], y[1][i], 1e-12);
    }
}

// The diagonal entry of W is 1e-12 for one normal, and 1 elsewhere. Only rounding would explain the impulse 1e12, so it
// is not accepted. One contact can be enumerated, so the solver knows that there is no solution. More than
// CAROM_MAX_ENUMERATED contacts cannot, and the solver returns CAROM_NOT_CONVERGED.
static void blown_up(void **state) {
    (void)state;
    enum { NC = CAROM_MAX_ENUMERATED + 1, N = 2 * NC };
    double W[N * N], q[N] = {-1.0}, P[N], y[N];
    carom_cone cone[NC];
    for (int nc = 1; nc <= NC; nc += NC - 1) {
        memset(W, 0, sizeof W);
        for (int i = 0; i < 2 * nc; i++) W[2 * nc * i + i] = i ? 1.0 : 1e-12;
        for (int i = 0; i < nc; i++) cone[i] = carom_coulomb(0.5);
        const carom_cones p = {.nc = nc, .W = W, .q = q, .cone = cone};
        carom_found found = {.capacity = 1, .room = 1, .P = P, .y = y};
        assert_int_equal(carom_cones_solve(&p, CAROM_SOLVER_LEMKE, room, sizeof room, &found),
                         nc == 1 ? CAROM_NO_SOLUTION : CAROM_NOT_CONVERGED);
        P[0] = 1e12;
        for (int i = 1; i < 2 * nc; i++) P[i] = 0.0;
        assert_true(carom_cones_residual(&p, P) == HUGE_VAL);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals),       cmocka_unit_test(refuses_at_every_place),
        cmocka_unit_test(nothing_to_do),  cmocka_unit_test(rays),
        cmocka_unit_test(ties),           cmocka_unit_test(exponential_path),
        cmocka_unit_test(solvers_refuse), cmocka_unit_test(solvers_agree),
        cmocka_unit_test(blown_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
