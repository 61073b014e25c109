// Tests 2D laws in limits: no approach, no slip, infinite friction, singular W. The expected numbers are computed by
// hand, as the comments explain.
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
    // A jam without approach, because mu > W_nn / W_nt: routh and whittaker return an impulse, and initial-slip sticks
    // if possible. For whittaker, P = W^-1 (0, -v_t) = (1.5, -2.5) / 4.
    assert_int_equal(collide(&carom_law_whittaker, 2.5, 1.5, 2.5, 0.0, 1.0, 0.5, 3.0), CAROM_OK);
    expect(0.375, -0.625, CAROM_MODE_STICKING);
    assert_int_equal(collide(&carom_law_initial_slip, 2.5, 1.5, 2.5, 0.0, 1.0, 0.5, 3.0), CAROM_OK);
    expect(0.375, -0.625, CAROM_MODE_STICKING);
    // routh with Poisson's restitution slips until P_n = P1 = 1/6, where v_n = -1/3, and then sticks. Compression ends
    // at P_c = P1 + 1/4.8, and the impact at 1.5 P_c.
    assert_int_equal(collide(&carom_law_routh, 2.5, 1.5, 2.5, 0.0, 1.0, 0.5, 3.0), CAROM_OK);
    const double P1 = 1.0 / 6.0, Pc = P1 + (1.0 / 3.0) / 1.6;
    expect(1.5 * Pc, -3.0 * P1 - 0.6 * (1.5 * Pc - P1), CAROM_MODE_C_STICKING);
}

// Friction drives the bodies together (mu W_nt > W_nn), and the contact cannot stick.
static void jam(void **state) {
    (void)state;
    assert_int_equal(collide(&carom_law_initial_slip, 9.0, 12.0, 16.0, -3.0, 4.0, 0.5, 0.8), CAROM_NO_SOLUTION);
    // With less friction, D = W_nn - mu W_nt = 3 and P_n = 1.5 * 3 / 3.
    assert_int_equal(collide(&carom_law_initial_slip, 9.0, 12.0, 16.0, -3.0, 4.0, 0.5, 0.5), CAROM_OK);
    expect(1.5, -0.75, CAROM_MODE_SLIDING);
}

static void infinite_friction(void **state) {
    (void)state;
    const double inf = HUGE_VAL;
    // Without coupling the contact sticks, with P = (1.5, -2).
    assert_int_equal(collide(&carom_law_whittaker, 1.0, 0.0, 1.0, -1.0, 2.0, 0.5, inf), CAROM_OK);
    expect(1.5, -2.0, CAROM_MODE_STICKING);
    // The sticking impulse would pull: P_n = (1.5 - 4.5) / 0.75. In the limit of infinite mu, P_n = 0 and v_n' = 0.5.
    assert_int_equal(collide(&carom_law_whittaker, 1.0, 0.5, 1.0, -1.0, -9.0, 0.5, inf), CAROM_OK);
    expect(0.0, 3.0, CAROM_MODE_SLIDING);
    assert_int_equal(collide(&carom_law_initial_slip, 1.0, 0.5, 1.0, -1.0, -9.0, 0.5, inf), CAROM_OK);
    expect(0.0, 3.0, CAROM_MODE_SLIDING);
    // Without approach P = 0, unless the contact jams.
    assert_int_equal(collide(&carom_law_whittaker, 1.0, 0.5, 1.0, 0.0, -9.0, 0.5, inf), CAROM_OK);
    expect(0.0, 0.0, CAROM_MODE_NONE);
    assert_int_equal(collide(&carom_law_initial_slip, 1.0, 0.5, 1.0, 0.0, -9.0, 0.5, inf), CAROM_OK);
    expect(0.0, 0.0, CAROM_MODE_NONE);
    // No impulse changes the slip, because W_tt = 0. Infinite friction against the slip then has no finite impulse.
    assert_int_equal(collide(&carom_law_whittaker, 1.0, 0.0, 0.0, -1.0, 1.0, 0.5, inf), CAROM_NO_SOLUTION);
    assert_int_equal(collide(&carom_law_initial_slip, 1.0, 0.0, 0.0, -1.0, 1.0, 0.5, inf), CAROM_NO_SOLUTION);
    // routh: friction acts at once, while P_n = 0. For v_t = -9 the slip would end at v_n = -1 + 4.5, in restitution,
    // but the impact ends before, at v_n = 0.5.
    assert_int_equal(collide(&carom_law_routh, 1.0, 0.5, 1.0, -1.0, -9.0, 0.5, inf), CAROM_OK);
    expect(0.0, 3.0, CAROM_MODE_SLIDING);
    assert_int_equal(collide(&carom_law_routh, 1.0, 0.5, 1.0, -1.0, -2.5, 0.5, inf), CAROM_OK);
    expect(0.0, 2.5, CAROM_MODE_R_STICKING);
    assert_int_equal(collide(&carom_law_routh, 1.0, 0.5, 1.0, 0.0, 1.0, 0.0, inf), CAROM_OK);
    expect(2.0 / 3.0, -4.0 / 3.0, CAROM_MODE_C_STICKING);
    assert_int_equal(collide(&carom_law_routh, 1.0, 0.5, 1.0, 0.0, -1.0, 0.0, inf), CAROM_OK);
    expect(0.0, 0.0, CAROM_MODE_NONE);
}

// A rod on a pin has the singular W = 25 q q^T with q = (3, 4)/5.
static void singular(void **state) {
    (void)state;
    // With e = 0 the contact can stick. The shortest impulse with v' = 0 is (3, 4) / 25.
    assert_int_equal(collide(&carom_law_whittaker, 9.0, 12.0, 16.0, -3.0, -4.0, 0.0, 2.0), CAROM_OK);
    expect(0.12, 0.16, CAROM_MODE_STICKING);
    // For e > 0 and mu > 3/4 there is no solution: the contact would slip with D = W_nn - mu W_nt < 0.
    assert_int_equal(collide(&carom_law_whittaker, 9.0, 12.0, 16.0, -3.0, -4.0, 0.8, 0.8), CAROM_NO_SOLUTION);
    // With mu = 0.5 it slips, and P_n = 1.8 * 3 / (9 - 6).
    assert_int_equal(collide(&carom_law_whittaker, 9.0, 12.0, 16.0, -3.0, -4.0, 0.8, 0.5), CAROM_OK);
    expect(1.8, -0.9, CAROM_MODE_SLIDING);
}

// Tests the solver of singular linear systems.
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
