// Tests the vibration modes of a rod against the boundary conditions of a free beam, and checks that they are
// orthogonal.
#include "support/cmocka.h"

#include <math.h>
#include <string.h>

#include "carom/bodies.h"

enum { MOST = 10 };

static const carom_rod steel = {.length = 0.4,
                                .area = 1.2667686977e-4,
                                .gyration = 0.003175,
                                .E = 2.1e11,
                                .density = 7850.0,
                                .axis = {0.8, 0.6, 0.0},
                                .at = -0.2};

// Computes the determinant of the conditions Y'' = Y''' = 0 at both ends by elimination. The functions are cos(x s),
// sin(x s), exp(-x s) and exp(-x (1 - s)). Exponentials that decay from an end keep it well conditioned.
static double conditions(double x) {
    const double far = exp(-x);
    double m[4][4] = {
        {-1.0, 0.0, 1.0, far}, {0.0, -1.0, -1.0, far}, {-cos(x), -sin(x), far, 1.0}, {sin(x), -cos(x), -far, 1.0}};
    double product = 1.0;
    for (int k = 0; k < 4; k++) {
        int best = k;
        for (int i = k; i < 4; i++)
            if (fabs(m[i][k]) > fabs(m[best][k])) best = i;
        for (int j = 0; j < 4 && best != k; j++) {
            const double keep = m[k][j];
            m[k][j] = m[best][j], m[best][j] = keep;
        }
        product *= best == k ? m[k][k] : -m[k][k];
        for (int i = k + 1; i < 4 && m[k][k] != 0.0; i++)
            for (int j = 3; j >= k; j--) m[i][j] -= m[i][k] / m[k][k] * m[k][j];
    }
    return product;
}

// Returns the root of the determinant between k pi and (k + 1) pi by bisection. The sign changes once between these
// numbers.
static double bisected(int k) {
    double low = (double)k * acos(-1.0), high = (double)(k + 1) * acos(-1.0);
    assert_true(conditions(low) * conditions(high) < 0.0);
    for (int i = 0; i < 80; i++) {
        const double middle = 0.5 * (low + high);
        if (conditions(low) * conditions(middle) <= 0.0)
            high = middle;
        else
            low = middle;
    }
    return 0.5 * (low + high);
}

static void frequencies(void **state) {
    (void)state;
    carom_vibration modes[MOST];
    assert_int_equal(carom_rod_vibrations(&steel, 2, MOST, 0, modes), CAROM_OK);
    for (int k = 0; k < MOST; k++) {
        const double beta = bisected(k + 1) / steel.length;
        const double omega = beta * beta * steel.gyration * sqrt(steel.E / steel.density);
        // The bound is 1e-12 because the bisection is accurate to a few rounding errors of a root up to 33.
        assert_true(fabs(modes[k].omega / omega - 1.0) < 1e-12);
    }
    assert_int_equal(carom_rod_vibrations(&steel, 2, 0, 3, modes), CAROM_OK);
    for (int j = 0; j < 3; j++) // the wave crosses the rod twice in j + 1 periods
        assert_true(fabs(modes[j].omega * 2.0 * steel.length / ((double)(j + 1) * sqrt(steel.E / steel.density)) -
                         2.0 * acos(-1.0)) < 1e-12);
}

// Computes the mode shapes across (0) and along (1) the rod at the place x, without the factor 1/sqrt(mass).
static void shapes_at(double x, double shape[2][MOST]) {
    const double root = sqrt(steel.density * steel.area * steel.length);
    carom_rod rod = steel;
    carom_vibration modes[2 * MOST];
    rod.at = x;
    assert_int_equal(carom_rod_vibrations(&rod, 2, MOST, MOST, modes), CAROM_OK);
    for (int k = 0; k < MOST; k++) {
        shape[0][k] = root * (0.6 * modes[k].phi[0] - 0.8 * modes[k].phi[1]);
        shape[1][k] = root * (0.8 * modes[MOST + k].phi[0] + 0.6 * modes[MOST + k].phi[1]);
        // A bending mode moves only across the rod, an axial mode only along it.
        assert_true(fabs(0.8 * modes[k].phi[0] + 0.6 * modes[k].phi[1]) < 1e-14);
        assert_true(fabs(0.6 * modes[MOST + k].phi[0] - 0.8 * modes[MOST + k].phi[1]) < 1e-14);
    }
}

// Checks orthogonality by Simpson's rule. The mean over the rod of the product of two modes is 1 if they are the same,
// otherwise 0. With a rigid motion it is 0.
static void orthogonality(void **state) {
    (void)state;
    enum { STEPS = 2000 };
    double mean[2][MOST][MOST] = {{{0}}}, rigid[2][MOST][2] = {{{0}}};
    for (int i = 0; i <= STEPS; i++) {
        const double x = ((double)i / STEPS - 0.5) * steel.length;
        const double weight = (i == 0 || i == STEPS ? 1.0 : i % 2 ? 4.0 : 2.0) / (3.0 * STEPS);
        double shape[2][MOST];
        shapes_at(x, shape);
        for (int kind = 0; kind < 2; kind++)
            for (int a = 0; a < MOST; a++) {
                rigid[kind][a][0] += weight * shape[kind][a];
                rigid[kind][a][1] += kind ? 0.0 : weight * shape[kind][a] * x / steel.length;
                for (int b = 0; b < MOST; b++) mean[kind][a][b] += weight * shape[kind][a] * shape[kind][b];
            }
    }
    for (int kind = 0; kind < 2; kind++)
        for (int a = 0; a < MOST; a++) {
            // The error of Simpson's rule is (h beta)^4/180, which is 1e-9 for the tenth mode.
            assert_true(fabs(rigid[kind][a][0]) < 1e-8 && fabs(rigid[kind][a][1]) < 1e-8);
            for (int b = 0; b < MOST; b++) assert_true(fabs(mean[kind][a][b] - (a == b)) < 1e-7);
        }
}

// Checks rods in 3D, which bend in two perpendicular directions. The shapes at the end are 2/sqrt(m) in size. The first
// modes are those of 2D.
static void space(void **state) {
    (void)state;
    const double axes[3][3] = {{0.8, 0.6, 0.0}, {1.0, 0.0, 0.0}, {0.2, -0.5, 0.7}};
    const double mass = steel.density * steel.area * steel.length;
    for (int n = 0; n < 3; n++) {
        carom_rod rod = steel;
        carom_vibration modes[5], flat[3];
        memcpy(rod.axis, axes[n], sizeof rod.axis);
        assert_int_equal(carom_rod_vibrations(&rod, 3, 2, 1, modes), CAROM_OK);
        for (int k = 0; k < 2; k++) {
            const double *p = modes[2 * k].phi, *q = modes[2 * k + 1].phi, *a = axes[n];
            assert_true(modes[2 * k].omega == modes[2 * k + 1].omega);
            assert_true(fabs(p[0] * q[0] + p[1] * q[1] + p[2] * q[2]) < 1e-13);
            assert_true(fabs(p[0] * a[0] + p[1] * a[1] + p[2] * a[2]) < 1e-13);
            assert_true(fabs(q[0] * a[0] + q[1] * a[1] + q[2] * a[2]) < 1e-13);
            assert_true(fabs(mass * (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - 4.0) < 1e-12);
            assert_true(fabs(mass * (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]) - 4.0) < 1e-12);
        }
        if (n) continue;
        assert_int_equal(carom_rod_vibrations(&rod, 2, 2, 1, flat), CAROM_OK);
        for (int i = 0; i < 3; i++) assert_memory_equal(flat[i].phi, modes[i < 2 ? 2 * i : 4].phi, sizeof flat[i].phi);
    }
}

static void refusals(void **state) {
    (void)state;
    carom_vibration modes[CAROM_VIBRATIONS_MAX];
    carom_rod rod = steel;
    assert_int_equal(carom_rod_vibrations(NULL, 2, 1, 0, modes), CAROM_NULL_POINTER);
    assert_int_equal(carom_rod_vibrations(&rod, 2, 1, 0, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_rod_vibrations(&rod, 4, 1, 0, modes), CAROM_WRONG_DIM);
    assert_int_equal(carom_rod_vibrations(&rod, 2, 33, 0, modes), CAROM_BAD_VALUE);
    assert_int_equal(carom_rod_vibrations(&rod, 3, 16, 1, modes), CAROM_BAD_VALUE);
    assert_int_equal(carom_rod_vibrations(&rod, 3, 16, 0, modes), CAROM_OK);
    assert_int_equal(carom_rod_vibrations(&rod, 2, 32, 0, modes), CAROM_OK);
    for (int i = 0; i < CAROM_VIBRATIONS_MAX; i++) assert_true(isfinite(modes[i].omega) && isfinite(modes[i].phi[0]));
    double *const numbers[] = {&rod.length, &rod.area, &rod.gyration, &rod.E, &rod.density};
    const double bad[] = {0.0, -1.0, HUGE_VAL, (double)NAN};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 4; k++) {
            rod = steel;
            *numbers[i] = bad[k];
            assert_int_equal(carom_rod_vibrations(&rod, 2, 1, 1, modes), CAROM_BAD_VALUE);
        }
    rod = steel, rod.at = 0.21;
    assert_int_equal(carom_rod_vibrations(&rod, 2, 1, 0, modes), CAROM_BAD_VALUE);
    rod = steel, rod.zeta = 1.0;
    assert_int_equal(carom_rod_vibrations(&rod, 2, 1, 0, modes), CAROM_BAD_VALUE);
    rod = steel, rod.axis[0] = rod.axis[1] = 0.0, rod.axis[2] = 1.0;
    assert_int_equal(carom_rod_vibrations(&rod, 2, 1, 0, modes), CAROM_BAD_VALUE);
    assert_int_equal(carom_rod_vibrations(&rod, 3, 1, 0, modes), CAROM_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(frequencies), cmocka_unit_test(orthogonality),
                                       cmocka_unit_test(space), cmocka_unit_test(refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
