// Tests the 2D laws where something vanishes or becomes infinite: no approach, no slip, infinite friction, singular W.
// The expected numbers are limits computed by hand; the comments name them.
#include "support/cmocka.h"
#include "support/params.h"

#include "base/sym.h"
#include "support/laws.h"

static carom_result out;

static carom_status collide(const carom_law *law, double a, double w, double T, double vn, double vt, double e,
                            double mu) {
    const carom_contact c = {.dim = 2, .W = {{a, w}, {w, T}}, .v = {vn, vt}};
    carom_params p = params_plain();
    p.e = e;
    p.mu = mu;
    return carom_collide(law, &c, &p, &out);
}

static void expect(double Pn, double Pt, carom_mode mode) {
    assert_near(out.P[0], Pn, 1e-14);
    assert_near(out.P[1], Pt, 1e-14);
    assert_int_equal(out.mode, mode);
}

static void no_approach(void **state) {
    (void)state;
    const carom_law *laws[] = {&carom_law_frictionless, &carom_law_routh, &carom_law_whittaker,
                               &carom_law_initial_slip};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(collide(laws[i], 2.5, -1.5, 2.5, 0.0, 0.6, 0.5, 0.3), CAROM_OK);
        expect(0.0, 0.0, CAROM_MODE_NONE);
    }
    // A jam without approach, mu > W_nn / W_nt: routh and whittaker answer, initial-slip sticks if it can.
    // whittaker: P = W^-1 (0, -v_t) = (1.5, -2.5) / 4.
    assert_int_equal(collide(&carom_law_whittaker, 2.5, 1.5, 2.5, 0.0, 1.0, 0.5, 3.0), CAROM_OK);
    expect(0.375, -0.625, CAROM_MODE_STICKING);
    assert_int_equal(collide(&carom_law_initial_slip, 2.5, 1.5, 2.5, 0.0, 1.0, 0.5, 3.0), CAROM_OK);
    expect(0.375, -0.625, CAROM_MODE_STICKING);
    // routh, poisson: slips to P1 = 1/6, c1 = -1/3, sticks to P_c = P1 + 1/4.8, ends at 1.5 P_c.
    assert_int_equal(collide(&carom_law_routh, 2.5, 1.5, 2.5, 0.0, 1.0, 0.5, 3.0), CAROM_OK);
    const double P1 = 1.0 / 6.0, Pc = P1 + (1.0 / 3.0) / 1.6;
    expect(1.5 * Pc, -3.0 * P1 - 0.6 * (1.5 * Pc - P1), CAROM_MODE_C_STICKING);
}

// Friction that drives the bodies together (mu W_nt > W_nn) while sticking is out of reach.
static void jam(void **state) {
    (void)state;
    assert_int_equal(collide(&carom_law_initial_slip, 9.0, 12.0, 16.0, -3.0, 4.0, 0.5, 0.8), CAROM_NO_SOLUTION);
    // Just below, D = W_nn - mu W_nt = 3: P_n = 1.5 * 3 / 3.
    assert_int_equal(collide(&carom_law_initial_slip, 9.0, 12.0, 16.0, -3.0, 4.0, 0.5, 0.5), CAROM_OK);
    expect(1.5, -0.75, CAROM_MODE_SLIDING);
}

static void infinite_friction(void **state) {
    (void)state;
    const double inf = HUGE_VAL;
    // Uncoupled: it sticks, P = (1.5, -2).
    assert_int_equal(collide(&carom_law_whittaker, 1.0, 0.0, 1.0, -1.0, 2.0, 0.5, inf), CAROM_OK);
    expect(1.5, -2.0, CAROM_MODE_STICKING);
    // A sticking impulse that would pull, P_n = (1.5 - 4.5) / 0.75: the limit has P_n = 0 and v_n' = 0.5.
    assert_int_equal(collide(&carom_law_whittaker, 1.0, 0.5, 1.0, -1.0, -9.0, 0.5, inf), CAROM_OK);
    expect(0.0, 3.0, CAROM_MODE_SLIDING);
    assert_int_equal(collide(&carom_law_initial_slip, 1.0, 0.5, 1.0, -1.0, -9.0, 0.5, inf), CAROM_OK);
    expect(0.0, 3.0, CAROM_MODE_SLIDING);
    // Without approach nothing happens, unless the slip jams.
    assert_int_equal(collide(&carom_law_whittaker, 1.0, 0.5, 1.0, 0.0, -9.0, 0.5, inf), CAROM_OK);
    expect(0.0, 0.0, CAROM_MODE_NONE);
    assert_int_equal(collide(&carom_law_initial_slip, 1.0, 0.5, 1.0, 0.0, -9.0, 0.5, inf), CAROM_OK);
    expect(0.0, 0.0, CAROM_MODE_NONE);
    // No tangential give at all: infinite friction against a slip has no finite impulse.
    assert_int_equal(collide(&carom_law_whittaker, 1.0, 0.0, 0.0, -1.0, 1.0, 0.5, inf), CAROM_NO_SOLUTION);
    assert_int_equal(collide(&carom_law_initial_slip, 1.0, 0.0, 0.0, -1.0, 1.0, 0.5, inf), CAROM_NO_SOLUTION);
    // routh: all friction at once. c1 = v_n - w v_t / T = -1 + 4.5 > 0: the slip dies in restitution.
    assert_int_equal(collide(&carom_law_routh, 1.0, 0.5, 1.0, -1.0, -9.0, 0.5, inf), CAROM_OK);
    expect(0.0, 3.0, CAROM_MODE_SLIDING);
    assert_int_equal(collide(&carom_law_routh, 1.0, 0.5, 1.0, -1.0, -2.5, 0.5, inf), CAROM_OK);
    expect(0.0, 2.5, CAROM_MODE_R_STICKING);
    assert_int_equal(collide(&carom_law_routh, 1.0, 0.5, 1.0, 0.0, 1.0, 0.0, inf), CAROM_OK);
    expect(2.0 / 3.0, -4.0 / 3.0, CAROM_MODE_C_STICKING);
    assert_int_equal(collide(&carom_law_routh, 1.0, 0.5, 1.0, 0.0, -1.0, 0.0, inf), CAROM_OK);
    expect(0.0, 0.0, CAROM_MODE_NONE);
}

// A rod on a pin: W = 25 q q^T, q = (3, 4)/5.
static void singular(void **state) {
    (void)state;
    // Sticking needs v' = 0 in the range: e = 0, and the least impulse 1/25 (3, 4).
    assert_int_equal(collide(&carom_law_whittaker, 9.0, 12.0, 16.0, -3.0, -4.0, 0.0, 2.0), CAROM_OK);
    expect(0.12, 0.16, CAROM_MODE_STICKING);
    // e > 0 with friction above tan: the slip that stays has D < 0.
    assert_int_equal(collide(&carom_law_whittaker, 9.0, 12.0, 16.0, -3.0, -4.0, 0.8, 0.8), CAROM_NO_SOLUTION);
    // Below: it slips, P_n = 1.8 * 3 / (9 - 6).
    assert_int_equal(collide(&carom_law_whittaker, 9.0, 12.0, 16.0, -3.0, -4.0, 0.8, 0.5), CAROM_OK);
    expect(1.8, -0.9, CAROM_MODE_SLIDING);
}

// The solver of singular systems by itself.
static void singular_systems(void **state) {
    (void)state;
    const double W[3][3] = {{9, 12, 0}, {12, 16, 0}}, zero[3][3] = {{0}};
    const double in[2] = {6, 8}, off[2] = {6, 8.1}, nothing[2] = {0, 0};
    double x[2];
    assert_true(carom_singular2(W));
    assert_true(carom_solve_singular2(W, in, x));
    assert_near(x[0], 0.24, 1e-15);
    assert_near(x[1], 0.32, 1e-15);
    assert_false(carom_solve_singular2(W, off, x));
    assert_true(carom_solve_singular2(zero, nothing, x));
    assert_true(x[0] == 0.0 && x[1] == 0.0);
    assert_false(carom_solve_singular2(zero, in, x));
    const double tall[3][3] = {{16, 12, 0}, {12, 9, 0}}, up[2] = {8, 6};
    assert_true(carom_solve_singular2(tall, up, x));
    assert_near(x[0], 0.32, 1e-15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_approach),       cmocka_unit_test(jam),
        cmocka_unit_test(infinite_friction), cmocka_unit_test(singular),
        cmocka_unit_test(singular_systems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
