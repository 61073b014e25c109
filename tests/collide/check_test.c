// Tests carom_check on impulses computed by hand, on both sides of its tolerance.
#include "support/cmocka.h"
#include "support/params.h"

#include "bench/random.h"
#include "support/laws.h"

static const carom_contact sphere = {.dim = 2, .W = {{1, 0}, {0, 3.5}}, .v = {-1.0, 2.0}};

static unsigned broken(const carom_contact *c, double mu, double Pn, double Pt) {
    const double P[3] = {Pn, Pt, 0.0};
    carom_verdict verdict;
    assert_int_equal(carom_check(c, mu, P, &verdict), CAROM_OK);
    return verdict.violations;
}

static void admissible(void **state) {
    (void)state;
    assert_int_equal(broken(&sphere, 0.5, 1.5, -0.5), 0);
    assert_int_equal(broken(&sphere, 0.0, 1.0, 0.0), 0);
    assert_int_equal(broken(&sphere, HUGE_VAL, 1.0, -0.5), 0);
}

// Tests each condition separately, just inside and just outside its tolerance for rounding. The tolerance is 16 * 2^-53
// = 1.8e-15 times the scale, which is the sum of the magnitudes of the terms.
static void both_sides(void **state) {
    (void)state;
    const double in = 1e-15, out = 4e-15;
    // v_n' = P_n - 1 has the terms 1 and P_n.
    assert_int_equal(broken(&sphere, 0.5, 1.0 - 2.0 * in, 0.0), 0);
    assert_int_equal(broken(&sphere, 0.5, 1.0 - 2.0 * out, 0.0), CAROM_VIOLATION_PENETRATION);
    // |P_t| - mu P_n with mu P_n = 0.75. Its scale is |P_t| + P_n = 2.25.
    assert_int_equal(broken(&sphere, 0.5, 1.5, -0.75 - 2.25 * in), 0);
    assert_int_equal(broken(&sphere, 0.5, 1.5, -0.75 - 2.25 * out), CAROM_VIOLATION_CONE);
    // dE = P_n (P_n - 2) / 2 is 0 at P_n = 2. Its scale there is P_n (P_n + 2) / 2 = 4.
    assert_int_equal(broken(&sphere, 0.5, 2.0 + 4.0 * in, 0.0), 0);
    assert_int_equal(broken(&sphere, 0.5, 2.0 + 4.0 * out, 0.0), CAROM_VIOLATION_ENERGY);
    // Tests P_n < 0 for bodies that separate.
    carom_contact resting = sphere;
    resting.v[0] = 0.5;
    assert_int_equal(broken(&resting, HUGE_VAL, -0.5 * in, -0.5), 0);
    assert_int_equal(broken(&resting, HUGE_VAL, -0.5 * 2.0 * out, -0.5), CAROM_VIOLATION_PULL);
}

static void several_at_once(void **state) {
    (void)state;
    assert_int_equal(broken(&sphere, 0.5, -1.0, 2.0), CAROM_VIOLATION_ENERGY | CAROM_VIOLATION_CONE |
                                                          CAROM_VIOLATION_PULL | CAROM_VIOLATION_PENETRATION);
}

// In 3D the friction cone is circular.
static void space(void **state) {
    (void)state;
    const carom_contact c = {.dim = 3, .W = {{1, 0, 0}, {0, 3.5, 0}, {0, 0, 3.5}}, .v = {-1.0, 3.0, 4.0}};
    const double inside[3] = {1.5, -0.45, -0.6}, outside[3] = {1.5, -0.6, -0.6};
    carom_verdict verdict;
    carom_check(&c, 0.5, inside, &verdict);
    assert_int_equal(verdict.violations, 0);
    assert_near(verdict.dE, 0.5 * (1.5 * (-1 + 0.5) - 0.45 * (3 + 3 - 1.575) - 0.6 * (4 + 4 - 2.1)), 1e-15);
    carom_check(&c, 0.5, outside, &verdict);
    assert_int_equal(verdict.violations, CAROM_VIOLATION_CONE);
}

// The verdict does not depend on the units of mass and speed.
static void units(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 10000; i++) {
        random_stream r = random_at(21, i);
        carom_contact c = random_contact(&r, 2, 3.0), d;
        const double P[3] = {random_between(&r, -0.2, 3.0), random_between(&r, -1.0, 1.0), 0.0};
        const double mass = random_power10(random_between(&r, -9.0, 9.0));
        const double speed = random_power10(random_between(&r, -6.0, 6.0));
        d = c;
        double Q[3] = {P[0] * mass * speed, P[1] * mass * speed, 0.0};
        for (int k = 0; k < 2; k++) {
            d.v[k] *= speed;
            for (int j = 0; j < 2; j++) d.W[k][j] /= mass;
        }
        carom_verdict here, there;
        carom_check(&c, 0.5, P, &here);
        carom_check(&d, 0.5, Q, &there);
        assert_int_equal(here.violations, there.violations);
        assert_near(here.energy_slack, there.energy_slack, 1e-14);
        assert_near(here.approach_slack, there.approach_slack, 1e-14);
    }
}

static unsigned broken_by(int dim, const double *W, const double *v, const double *P, double mu) {
    carom_contact c = {.dim = dim};
    carom_verdict verdict;
    double impulse[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < dim; i++) {
        c.v[i] = v[i];
        impulse[i] = P[i];
        for (int j = 0; j < dim; j++) c.W[i][j] = W[dim * i + j];
    }
    assert_int_equal(carom_check(&c, mu, impulse, &verdict), CAROM_OK);
    return verdict.violations;
}

// Tests that an energy gain is detected for a nearly singular W. P is then large, and dE is a small difference of large
// terms.
static void gains_near_singular(void **state) {
    (void)state;
    const carom_contact c = {.dim = 2, .W = {{1, 0.999999999999}, {0.999999999999, 1}}, .v = {-1.0, -0.9}};
    carom_params p = params_plain();
    carom_result out;
    p.mu = 2.0;
    assert_int_equal(carom_collide(&carom_law_whittaker, &c, &p, &out), CAROM_OK);
    assert_true(out.dE > 2e11);
    assert_int_equal(out.violations, CAROM_VIOLATION_ENERGY);
}

// Tests CAROM_VIOLATION_LOSS for W of rank 1. Impulses of about 1e16 leave no correct digits of v', or lose more energy
// than there is.
static void loses_more_than_there_is(void **state) {
    (void)state;
    const double ones[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1}, v[3] = {-1, -1, 0.5};
    const double huge[3] = {1.5e16, 5.9e15, -2.09e16}, fair[3] = {1.0, 0.0, 0.0};
    assert_int_equal(broken_by(3, ones, v, huge, 2.0) & CAROM_VIOLATION_LOSS, CAROM_VIOLATION_LOSS);
    assert_int_equal(broken_by(3, ones, v, fair, 2.0), 0);
    const double bar[9] = {1, 1, 0.5, 1, 1, 0.5, 0.5, 0.5, 0.25}, falls[3] = {-1, -1, -0.5};
    const double wedge[3] = {4.5e15, -8e15, 7e15};
    assert_int_equal(broken_by(3, bar, falls, wedge, HUGE_VAL) & CAROM_VIOLATION_LOSS, CAROM_VIOLATION_LOSS);
    const double pendulum[4] = {1, -1, -1, 1}, swings[2] = {-0.5, -0.1}, jam[2] = {1.69e15, 1.69e15};
    assert_int_equal(broken_by(2, pendulum, swings, jam, 2.0) & CAROM_VIOLATION_LOSS, CAROM_VIOLATION_LOSS);
    // W is slightly indefinite, so P.W P < 0 removes energy that does not exist.
    const double below[4] = {1, 1 + 4e-13, 1 + 4e-13, 1}, still[2] = {-1, -1}, along[2] = {1e13, -1e13};
    assert_int_equal(broken_by(2, below, still, along, 2.0) & CAROM_VIOLATION_LOSS, CAROM_VIOLATION_LOSS);
}

// A belt is a motion that no impulse can stop. Friction against it may dissipate any energy. An impulse that stops all
// motion is not a loss either.
static void belts(void **state) {
    (void)state;
    const double belt[4] = {1, 0, 0, 0}, v[2] = {-1, 1}, P[2] = {1.5, -0.75};
    assert_int_equal(broken_by(2, belt, v, P, 0.5), 0);
    const double pendulum[4] = {1, -1, -1, 1}, swings[2] = {-0.5, 0.5}, stop[2] = {0.25, -0.25};
    assert_int_equal(broken_by(2, pendulum, swings, stop, 1.0), 0);
}

static void refusals(void **state) {
    (void)state;
    const double P[3] = {1.0, 0.0, 0.0}, bad[3] = {(double)NAN, 0.0, 0.0}, huge[3] = {1e200, 1e200, 0.0};
    carom_contact flat = sphere;
    carom_verdict verdict;
    assert_int_equal(carom_check(NULL, 0.5, P, &verdict), CAROM_NULL_POINTER);
    assert_int_equal(carom_check(&sphere, 0.5, NULL, &verdict), CAROM_NULL_POINTER);
    assert_int_equal(carom_check(&sphere, 0.5, P, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_check(&sphere, -1.0, P, &verdict), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(carom_check(&sphere, 0.5, bad, &verdict), CAROM_NOT_FINITE);
    assert_int_equal(carom_check(&sphere, 0.5, huge, &verdict), CAROM_OVERFLOW);
    for (int i = 0; i < 2; i++) {
        carom_contact fast = sphere, light = sphere;
        fast.v[i] = HUGE_VAL, light.W[i][i] = (double)NAN;
        assert_int_equal(carom_check(&fast, 0.5, P, &verdict), CAROM_NOT_FINITE);
        assert_int_equal(carom_check(&light, 0.5, P, &verdict), CAROM_NOT_FINITE);
    }
    flat.dim = 1;
    assert_int_equal(carom_check(&flat, 0.5, P, &verdict), CAROM_BAD_DIM);
    flat.dim = 3;
    flat.W[2][2] = 1.0;
    assert_int_equal(carom_check(&flat, 0.5, P, &verdict), CAROM_OK);
}

// P is large along the null vector of W, so v' has a rounding error. An error of 7e-4 of the speed is accepted, and an
// error of 0.36 is CAROM_VIOLATION_LOSS. The unit of speed does not matter.
static void lost_in_any_units(void **state) {
    (void)state;
    for (int i = -1; i <= 1; i++) {
        const double unit = ldexp(1.0, 10 * i);
        const carom_contact c = {.dim = 2, .W = {{1, 1}, {1, 1}}, .v = {-unit, -unit}};
        const unsigned kept = broken(&c, HUGE_VAL, unit * (1.0 + 2e11), -unit * 2e11);
        const unsigned lost = broken(&c, HUGE_VAL, unit * (1.0 + 1e14), -unit * 1e14);
        assert_int_equal(kept & CAROM_VIOLATION_LOSS, 0);
        assert_int_equal(lost & CAROM_VIOLATION_LOSS, CAROM_VIOLATION_LOSS);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(admissible),
        cmocka_unit_test(both_sides),
        cmocka_unit_test(several_at_once),
        cmocka_unit_test(space),
        cmocka_unit_test(units),
        cmocka_unit_test(refusals),
        cmocka_unit_test(gains_near_singular),
        cmocka_unit_test(loses_more_than_there_is),
        cmocka_unit_test(belts),
        cmocka_unit_test(lost_in_any_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
