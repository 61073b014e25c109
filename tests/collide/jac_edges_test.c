// Tests derivatives in special cases: both sides of kinks, no approach, jumps, units far from 1, speeds below
// rest_speed, invalid calls.
#include <math.h>
#include <string.h>

#include "carom/derivatives.h"
#include "support/cmocka.h"
#include "support/laws.h"
#include "support/params.h"

static const carom_contact rod = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};

static carom_params friction(double e, double mu) {
    carom_params p = params_plain();
    p.e = e;
    p.mu = mu;
    return p;
}

// There is a kink at v_n = 0. P is 0 for v_n >= 0, and P_n = -(1 + e) v_n / W_nn for v_n < 0.
static void touching_is_a_kink(void **state) {
    (void)state;
    const carom_params p = friction(0.5, 0.0);
    carom_contact c = rod;
    carom_result out;
    carom_jacobian j;
    c.v[0] = 0.0;
    assert_int_equal(carom_collide_jacobian(&carom_law_frictionless, &c, &p, &out, &j), CAROM_OK);
    assert_int_equal(j.smooth, CAROM_KINK);
    assert_true(j.dP_dv[0][0] == 0.0 && j.n_v[0] == 1.0 && fabs(j.c[0] + 1.5 / 2.5) < 1e-15);
    c.v[0] = 1.0; // the bodies separate, so P = 0 also nearby
    assert_int_equal(carom_collide_jacobian(&carom_law_frictionless, &c, &p, &out, &j), CAROM_NO_IMPACT);
    assert_true(j.smooth == CAROM_SMOOTH && j.dP_dv[0][0] == 0.0);
}

// At a kink the JVP uses the side to which the tangent points. Here v_n = 0, and the tangents point to approach and to
// separation.
static void tangents_choose_their_side(void **state) {
    (void)state;
    const carom_params p = friction(0.5, 0.0);
    const double dv[2] = {-1.0, 1.0}, zero = 0.0;
    double dP[2];
    uint8_t smooth[2];
    carom_batch_in in = {.dim = 2, .params = &p};
    in.W[0][0] = carom_shared(&rod.W[0][0]), in.W[0][1] = carom_shared(&rod.W[0][1]);
    in.W[1][1] = carom_shared(&rod.W[1][1]), in.v[0] = carom_shared(&zero), in.v[1] = carom_shared(&rod.v[1]);
    const carom_batch_tangent din = {.v = {carom_array(dv)}};
    const carom_batch_tangent_out dout = {.P = {carom_array_out(dP)}, .smooth = carom_bytes_array_out(smooth)};
    assert_int_equal(carom_collide_jvp_batch(&carom_law_frictionless, 2, &in, &din, NULL, &dout), CAROM_OK);
    assert_true(fabs(dP[0] - 0.6) < 1e-15 && dP[1] == 0.0 && smooth[0] == CAROM_KINK);
}

// For units far from 1 the derivatives are those of the same problem near 1, scaled, bit for bit.
static void scales(void **state) {
    (void)state;
    const carom_params p = friction(0.5, 0.7);
    carom_contact far = rod;
    carom_result out;
    carom_jacobian near, j;
    for (int i = 0; i < 2; i++) {
        far.v[i] = ldexp(far.v[i], 60);
        for (int k = 0; k < 2; k++) far.W[i][k] = ldexp(far.W[i][k], -80);
    }
    assert_int_equal(carom_collide_jacobian(&carom_law_routh, &rod, &p, &out, &near), CAROM_OK);
    assert_int_equal(carom_collide_jacobian(&carom_law_routh, &far, &p, &out, &j), CAROM_OK);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            assert_true(j.dP_dv[i][k] == ldexp(near.dP_dv[i][k], 80));
            assert_true(j.dP_dW[i][k] == ldexp(near.dP_dW[i][k], 220));
        }
}

// At the limit of sticking, P_n = 1/2, and P_t = 1/4 = mu P_n just stops the slip. This is a kink in any unit of mass.
static void kinks_have_no_unit(void **state) {
    (void)state;
    static const carom_law *const laws[] = {&carom_law_whittaker, &carom_law_routh, &carom_law_ccp};
    const carom_params p = friction(0.0, 0.5);
    for (int l = 0; l < 3; l++)
        for (int power = -60; power <= 60; power += 20) {
            const carom_contact c = {
                .dim = 2, .W = {{ldexp(2.0, power), 0.0}, {0.0, ldexp(4.0, power)}}, .v = {-1.0, -1.0}};
            carom_result out;
            carom_jacobian j;
            assert_int_equal(carom_collide_jacobian(laws[l], &c, &p, &out, &j), CAROM_OK);
            assert_near(ldexp(out.P[1], power), 0.25, 1e-15);
            assert_int_equal(j.smooth, CAROM_KINK);
            assert_true(j.c[0] != 0.0 || j.c[1] != 0.0);
        }
}

// Below rest_speed the derivative with respect to e is 0. At rest_speed P jumps.
static void resting(void **state) {
    (void)state;
    carom_params p = friction(0.5, 0.7);
    carom_result out;
    carom_jacobian j;
    p.rest_speed = 2.0;
    assert_int_equal(carom_collide_jacobian(&carom_law_whittaker, &rod, &p, &out, &j), CAROM_OK);
    assert_true(j.param[0] == CAROM_PARAM_e && j.dP_dparam[0][0] == 0.0);
    p.rest_speed = 1.0;
    carom_collide_jacobian(&carom_law_whittaker, &rod, &p, &out, &j);
    assert_true(j.smooth == CAROM_JUMP && isnan(j.dP_dv[0][0]));
}

static void refused(void **state) {
    (void)state;
    const carom_params p = friction(0.5, 0.7);
    const carom_contact singular = {.dim = 2, .W = {{1.0, 1.0}, {1.0, 1.0}}, .v = {-1.0, -1.0}};
    carom_result out;
    carom_jacobian j;
    assert_int_equal(carom_collide_jacobian(&carom_law_routh, &rod, &p, NULL, &j), CAROM_NULL_POINTER);
    assert_true(j.smooth == CAROM_SMOOTHNESS_NONE && isnan(j.dP_dv[0][0]));
    assert_int_equal(carom_collide_jacobian(&carom_law_routh, &rod, &p, &out, NULL), CAROM_NULL_POINTER);
    carom_contact_vtable code = *carom_law_routh.contact;
    carom_law bare = carom_law_routh;
    code.equations = NULL, code.differentiable = 0, bare.contact = &code;
    assert_int_equal(carom_collide_jacobian(&bare, &rod, &p, &out, &j), CAROM_NO_DERIVATIVE);
    assert_int_equal(out.status, CAROM_OK);
    carom_params stick = friction(0.0, 5.0);
    assert_int_equal(carom_collide_jacobian(&carom_law_whittaker, &singular, &stick, &out, &j), CAROM_OK);
    assert_int_equal(j.smooth, CAROM_SMOOTHNESS_NONE); // sticking needs W^-1, and W is singular
    assert_string_equal(carom_enum_name(CAROM_ENUM_SMOOTHNESS, CAROM_JUMP), "jump");
    for (int k = 0; k <= 6; k++) assert_true(!carom_enum_name(CAROM_ENUM_SMOOTHNESS, (int)k) == (k == 6));
    assert_true(carom_law_derivatives(NULL) == 0 && carom_law_derivatives(&bare) == 0);
}

// At f = 0 the law `accessible` has a kink. The derivative with respect to f differs for f > 0 and f < 0, and both are
// correct. For e > 1 it has no derivative there.
static void accessible_meets_both_ways(void **state) {
    (void)state;
    const double h = 1e-6;
    carom_params p = friction(0.5, 0.7);
    carom_result out, more, less;
    carom_jacobian j;
    assert_int_equal(carom_collide_jacobian(&carom_law_accessible, &rod, &p, &out, &j), CAROM_OK);
    assert_int_equal(j.smooth, CAROM_KINK);
    int f = 0;
    while (f < j.params && (int)j.param[f] != (int)CAROM_PARAM_f) f++;
    assert_true(f < j.params);
    p.own[CAROM_OWN(f)] = h;
    carom_collide(&carom_law_accessible, &rod, &p, &more);
    p.own[CAROM_OWN(f)] = -h;
    carom_collide(&carom_law_accessible, &rod, &p, &less);
    for (int i = 0; i < 2; i++) {
        const double up = (more.P[i] - out.P[i]) / h, down = (out.P[i] - less.P[i]) / h;
        const double here = j.dP_dparam[i][f], other = here + j.c[i] * j.n_param[f];
        assert_true(fabs(here - up) < 1e-8 && fabs(other - down) < 1e-8); // linear in f: rounding / h
    }
    p.own[CAROM_OWN(f)] = 0.5;
    assert_int_equal(carom_collide_jacobian(&carom_law_accessible, &rod, &p, &out, &j), CAROM_OK);
    assert_int_equal(j.smooth, CAROM_SMOOTH);
    p.e = 1.2;
    assert_int_equal(carom_collide_jacobian(&carom_law_accessible, &rod, &p, &out, &j), CAROM_OK);
    assert_int_equal(j.smooth, CAROM_SMOOTHNESS_NONE);
}

// Near a singular W, det W has lost half of its digits, but these impulses do not depend on it. The true derivatives
// are from arithmetic with 80 digits.
static void nearly_singular(void **state) {
    (void)state;
    carom_params p = friction(0.011612905277011198, 0.1620840818);
    carom_result out;
    carom_jacobian j;
    const carom_contact drawn = {2,
                                 {{1.542879573014263, 0.9415874210464259}, {0.9415874210464259, 0.57463131160639502}},
                                 {-2.7654963010696765, 1.0929614016492786}};
    p.e_t = -0.25672313068807329;
    assert_int_equal(carom_collide_jacobian(&carom_law_chatterjee2, &drawn, &p, &out, &j), CAROM_OK);
    assert_true(fabs(j.dP_dW[0][1] - 0.234603090201) < 1e-12);
    const carom_contact critical = {
        2,
        {{1.8930816971942117, 1.9180553947500183}, {1.9180553947500183, 1.9433585497329564}},
        {-1.6653532578867798, -1.0185176616936948}};
    p = friction(0.74143982792086716, 0.0);
    p.own[CAROM_OWN(ratio)] = 0.90788527869765012;
    p.own[CAROM_OWN(of)] = CAROM_RATIO_CRITICAL;
    assert_int_equal(carom_collide_jacobian(&carom_law_impulse_ratio, &critical, &p, &out, &j), CAROM_OK);
    assert_true(fabs(j.dP_dW[1][1] + 250.417251151) < 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touching_is_a_kink),
        cmocka_unit_test(tangents_choose_their_side),
        cmocka_unit_test(scales),
        cmocka_unit_test(kinks_have_no_unit),
        cmocka_unit_test(resting),
        cmocka_unit_test(refused),
        cmocka_unit_test(accessible_meets_both_ways),
        cmocka_unit_test(nearly_singular),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
