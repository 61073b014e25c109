// Tests carom_circle_roots: every root of a function on the unit circle is found exactly once. The test uses 40,000
// random functions with a known number of roots, and F = x.
#include "support/cmocka.h"

#include "base/circle.h"
#include "bench/random.h"

// Returns F(u) = (n1.u - c1)(n2.u - c2). For n = (cos a, sin a) and |c| < 1, the factor n.u - c is 0 at the angles a +-
// acos(c).
static carom_circle product(const double n1[2], double c1, const double n2[2], double c2) {
    return (carom_circle){.A0 = 0.5 * (n1[0] * n2[0] + n1[1] * n2[1]) + c1 * c2,
                          .A1 = -(c1 * n2[0] + c2 * n1[0]),
                          .B1 = -(c1 * n2[1] + c2 * n1[1]),
                          .A2 = 0.5 * (n1[0] * n2[0] - n1[1] * n2[1]),
                          .B2 = 0.5 * (n1[0] * n2[1] + n1[1] * n2[0])};
}

// Returns F(u).
static double value(const carom_circle *f, const double u[2]) {
    const double x = u[0], y = u[1];
    return f->A0 + f->A1 * x + f->B1 * y + f->A2 * (x - y) * (x + y) + f->B2 * 2.0 * x * y;
}

// Checks that the number of roots is right, that they are all different, and that F vanishes there.
static void every_root_is_found_once(void **state) {
    (void)state;
    long fours = 0, twos = 0, none = 0;
    for (uint64_t i = 0; i < 20000; i++) {
        random_stream r = random_at(31, i);
        double n[2][3], c[2], roots[8][2];
        int wanted = 0;
        for (int k = 0; k < 2; k++) {
            random_direction(&r, 2, n[k]);
            c[k] = random_between(&r, -1.5, 1.5);
            wanted += fabs(c[k]) < 1.0 ? 2 : 0;
        }
        const carom_circle f = product(n[0], c[0], n[1], c[1]);
        const int found = carom_circle_roots(&f, roots);
        assert_int_equal(found, wanted);
        for (int a = 0; a < found; a++) {
            assert_near(roots[a][0] * roots[a][0] + roots[a][1] * roots[a][1], 1.0, 1e-15);
            // The largest |F| at a root was 1e-15.
            assert_true(fabs(value(&f, roots[a])) <= 1e-13);
            for (int b = 0; b < a; b++) assert_true(hypot(roots[a][0] - roots[b][0], roots[a][1] - roots[b][1]) > 0.0);
        }
        fours += wanted == 4;
        twos += wanted == 2;
        none += wanted == 0;
    }
    assert_true(fours > 5000 && twos > 5000 && none > 1000);
}

// The two charts of the circle (base/circle.h) meet at (0, 1) and (0, -1). Checks that roots there are also found once.
static void roots_where_the_charts_meet(void **state) {
    (void)state;
    double roots[8][2];
    const carom_circle f = {.A1 = 1.0}; // F = x
    assert_int_equal(carom_circle_roots(&f, roots), 2);
    assert_near(roots[0][1] * roots[1][1], -1.0, 1e-15);
    // F = x (A1 + 2 B2 y) has roots exactly at both points, for any A1 and B2.
    for (uint64_t i = 0; i < 20000; i++) {
        random_stream r = random_at(32, i);
        const carom_circle g = {.A1 = random_between(&r, -1.0, 1.0), .B2 = random_between(&r, -1.0, 1.0)};
        assert_int_equal(carom_circle_roots(&g, roots), fabs(g.A1) < 2.0 * fabs(g.B2) ? 4 : 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_root_is_found_once),
        cmocka_unit_test(roots_where_the_charts_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
