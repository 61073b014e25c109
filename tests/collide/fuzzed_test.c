// Regression tests for faults that the fuzz tests (tests/fuzz) once found.
#include "support/cmocka.h"
#include "support/params.h"

#include <math.h>
#include <string.h>

#include "carom/derivatives.h"
#include "support/laws.h"

// mu is so small that both edges of the cone lose the same energy up to rounding. Friction must still oppose the slip,
// also in the mirror image of the problem. The impulse -W^-1 b, the minimum without the cone, pushes in the first
// problem and pulls in the second.
static void ccp_small_friction(void **state) {
    static const double W[2][3] = {{11.44140625, 5.123046875, 7.2822265625}, {11.44140625, -6.689453125, 4.0830078125}};
    static const double v_n[2] = {-2.754150390625, -2.77001953125}, mu[2] = {1e-16, 1e-15};
    (void)state;
    for (int k = 0; k < 2; k++) {
        double P_t[2];
        for (int side = 0; side < 2; side++) {
            const double w = side ? -W[k][1] : W[k][1], v_t = side ? -1.9970703125 : 1.9970703125;
            const carom_contact c = {.dim = 2, .W = {{W[k][0], w}, {w, W[k][2]}}, .v = {v_n[k], v_t}};
            carom_params p = params_plain();
            carom_result out;
            p.mu = mu[k];
            p.e = 0.75;
            assert_int_equal(carom_collide(&carom_law_ccp, &c, &p, &out), CAROM_OK);
            assert_true(out.P[1] * out.v[1] < 0.0);
            P_t[side] = out.P[1];
        }
        assert_true(P_t[0] == -P_t[1]);
    }
}

// carom_collide_all marks exactly one result as returned, and it is bit-identical to the result of carom_collide.
static void given_to_the_bit(void **state) {
    const carom_contact c = {
        .dim = 2, .W = {{8.392578125, -14.419921875}, {-14.419921875, 29.59765625}}, .v = {-1.4e-11, -2.0}};
    carom_params p = params_plain();
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    carom_result out;
    int count, given = 0;
    (void)state;
    p.e = 1.0;
    p.mu = p.rest_speed = 2.15625;
    assert_int_equal(carom_collide(&carom_law_deferred, &c, &p, &out), CAROM_OK);
    assert_int_equal(carom_collide_all(&carom_law_deferred, &c, &p, list, &count), CAROM_OK);
    for (int i = 0; i < count; i++) {
        if (!list[i].returned) continue;
        given++;
        assert_memory_equal(list[i].result.P, out.P, 2 * sizeof *out.P);
    }
    assert_int_equal(given, 1);
}

// The slip is 5e5 times faster than the approach. For e = 0, v_n' is 0 up to the rounding of its own terms, not of the
// slip. The fault gave v_n' = -2.7e-10.
static void slip_much_faster(void **state) {
    const carom_contact c = {.dim = 3,
                             .W = {{15.0634765625, 7.763671875, -12.0849609375},
                                   {7.763671875, 7.4580078125, -7.86328125},
                                   {-12.0849609375, -7.86328125, 12.076171875}},
                             .v = {-2.623046875, -4.0, -1400000.0}};
    (void)state;
    for (int disc = 0; disc < 2; disc++) {
        carom_params p = params_plain();
        carom_result out;
        p.e = 0.0;
        p.mu = 1.15625;
        p.friction = disc ? CAROM_FRICTION_DISC : CAROM_FRICTION_CONE;
        assert_int_equal(carom_collide(&carom_law_deferred, &c, &p, &out), CAROM_OK);
        assert_int_equal(out.violations, 0);
        assert_true(fabs(out.v[0]) <= 1e-13); // the largest |v_n'| was 7e-15
    }
}

// With mu = 0, box friction does not stop the slip along an axis. P_t is 0 for every v, and its derivatives are 0.
static void box_without_friction(void **state) {
    const carom_contact c = {.dim = 3,
                             .W = {{18.841796875, 9.27734375, -17.408203125},
                                   {9.27734375, 7.2080078125, -8.572265625},
                                   {-17.408203125, -8.572265625, 17.103515625}},
                             .v = {-2.528564453125, -3.875, 1.786376953125}};
    const carom_law *const laws[] = {&carom_law_deferred, &carom_law_whittaker};
    (void)state;
    for (int k = 0; k < 2; k++) {
        carom_params p = params_plain();
        carom_result out;
        carom_jacobian j;
        p.e = 1.0;
        p.mu = 0.0;
        p.friction = CAROM_FRICTION_BOX;
        assert_int_equal(carom_collide_jacobian(laws[k], &c, &p, &out, &j), CAROM_OK);
        for (int i = 1; i < 3; i++)
            for (int a = 0; a < 3; a++) assert_true(j.dP_dv[i][a] == 0.0);
        assert_true(j.dP_dv[0][0] == -2.0 / c.W[0][0]);
    }
}

// The problem is in 3D, with mu from 1e-20 to 1e-12 and no slip before the impact. P_n equals the impulse without
// friction, and friction opposes the slip that P_n causes.
static void ccp_no_slip_before(void **state) {
    const carom_contact c = {.dim = 3,
                             .W = {{23.822265625, 3.0458984375, 27.9072265625},
                                   {3.0458984375, 6.9775390625, -1.212890625},
                                   {27.9072265625, -1.212890625, 39.693359375}},
                             .v = {-1.875, 0.0, 0.0}};
    carom_params p = params_plain();
    carom_result out;
    (void)state;
    p.e = 0.25;
    for (p.mu = 1e-20; p.mu < 1e-12; p.mu *= 10.0) {
        assert_int_equal(carom_collide(&carom_law_ccp, &c, &p, &out), CAROM_OK);
        assert_int_equal(out.violations, 0);
        assert_true(fabs(out.P[0] - 1.25 * 1.875 / c.W[0][0]) < 1e-10 * out.P[0]); // differs by about mu
        assert_true(out.P[1] < 0.0 && out.P[2] < 0.0);
    }
}

// mu is very large, and for most values its square overflows. P_t is that for infinite friction, and P_n = |P_t|/mu.
static void ccp_steep_friction(void **state) {
    const carom_contact plane = {.dim = 2, .W = {{2.0, 3.0}, {3.0, 5.0}}, .v = {-1.0, -4.0}};
    const carom_contact space = {
        .dim = 3, .W = {{2.0, 3.0, 1.0}, {3.0, 6.0, 1.0}, {1.0, 1.0, 4.0}}, .v = {-1.0, -6.0, 2.0}};
    static const double slopes[] = {1e99, 1e150, 1e155, 1e200, 1e300, 1.7e308};
    (void)state;
    for (int dim = 2; dim <= 3; dim++)
        for (int k = 0; k < 6; k++) {
            const carom_contact *c = dim == 2 ? &plane : &space;
            carom_params p = params_plain();
            carom_result endless, out;
            p.e = 0.25;
            p.mu = HUGE_VAL;
            assert_int_equal(carom_collide(&carom_law_ccp, c, &p, &endless), CAROM_OK);
            p.mu = slopes[k];
            assert_int_equal(carom_collide(&carom_law_ccp, c, &p, &out), CAROM_OK);
            assert_int_equal(out.violations, 0);
            assert_int_equal(out.mode, CAROM_MODE_SLIDING);
            const double P_t = hypot(out.P[1], dim == 3 ? out.P[2] : 0.0);
            for (int i = 1; i < dim; i++) assert_true(fabs(out.P[i] - endless.P[i]) <= 1e-15 * P_t);
            assert_true(fabs(out.P[0] * p.mu / P_t - 1.0) <= 1e-15);
        }
}

// With a ratio of up to 1.7e308 the impulse is almost tangential. Newton's restitution is still satisfied, and twice
// the speed gives twice the impulse.
static void steep_ratio(void **state) {
    const carom_contact space = {
        .dim = 3, .W = {{8.0, 2.0, 3.0}, {2.0, 9.0, -1.0}, {3.0, -1.0, 7.0}}, .v = {-1.0, -0.25, 0.5}};
    static const double slopes[] = {1e40, 1e60, 1e150, 1e300, 1.7e308};
    (void)state;
    for (int dim = 2; dim <= 3; dim++)
        for (int of = CAROM_RATIO_NUMBER; of <= CAROM_RATIO_CRITICAL; of++)
            for (int k = 0; k < 5; k++) {
                carom_contact c = space;
                carom_params p = params_plain();
                carom_result once, twice, less;
                c.dim = dim;
                p.e = 0.5;
                p.own[CAROM_OWN(of)] = of;
                p.own[dim == 2 ? CAROM_OWN(ratio) : CAROM_OWN(ratio2)] = 1e30;
                const carom_status status = carom_collide(&carom_law_impulse_ratio, &c, &p, &less);
                if (status == CAROM_NO_SOLUTION) p.own[dim == 2 ? CAROM_OWN(ratio) : CAROM_OWN(ratio2)] = -1e30;
                const double sign = status == CAROM_NO_SOLUTION ? -1.0 : 1.0;
                assert_int_equal(carom_collide(&carom_law_impulse_ratio, &c, &p, &less), CAROM_OK);
                p.own[dim == 2 ? CAROM_OWN(ratio) : CAROM_OWN(ratio2)] = sign * slopes[k];
                assert_int_equal(carom_collide(&carom_law_impulse_ratio, &c, &p, &once), CAROM_OK);
                assert_int_equal(once.violations, less.violations);
                assert_true(fabs(once.v[0] - 0.5) < 1e-12);
                for (int i = 0; i < dim; i++) c.v[i] *= 2.0;
                assert_int_equal(carom_collide(&carom_law_impulse_ratio, &c, &p, &twice), CAROM_OK);
                for (int i = 1; i < dim; i++) {
                    assert_true(fabs(once.P[i] - less.P[i]) <= 1e-13 * hypot(less.P[1], dim == 3 ? less.P[2] : 0.0));
                    assert_true(twice.P[i] == 2.0 * once.P[i]);
                }
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ccp_no_slip_before), cmocka_unit_test(ccp_steep_friction),
        cmocka_unit_test(ccp_small_friction), cmocka_unit_test(given_to_the_bit),
        cmocka_unit_test(slip_much_faster),   cmocka_unit_test(box_without_friction),
        cmocka_unit_test(steep_ratio),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
