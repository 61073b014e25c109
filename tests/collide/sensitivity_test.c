// Tests the mass derivatives dv'/dM against closed forms and against differences, and cases without a derivative.
#include "support/cmocka.h"
#include "support/params.h"

#include "bench/random.h"
#include "carom/derivatives.h"
#include "support/floor.h"
#include "support/laws.h"

static carom_contact sphere(double theta) {
    const carom_contact c = {
        .dim = 3, .W = {{1.0 / 7.0, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}}, .v = {-cos(theta), -sin(theta), 0.0}};
    return c;
}

static carom_params with(double e, double mu) {
    carom_params p = params_plain();
    p.e = e;
    p.mu = mu;
    return p;
}

// A sliding sphere with e = 0.8 and mu = 0.1; v has the angle theta = 0.9 rad to the normal. By hand, P_n = p = 7 (1 +
// e) cos(theta) and W_tt = b = 1/2. The slip after the impact is r = sin(theta) - mu b p. The derivatives of W with
// respect to M are dW13/dM13 = -W11 W33 and dW23/dM23 = -W22 W33. In whittaker friction opposes the slip after the
// impact; in routh it turns with the slip.
static void slides(void **state) {
    (void)state;
    const double theta = 0.9, mu = 0.1, p = 7.0 * 1.8 * cos(theta), b = 0.5, r = sin(theta) - mu * b * p;
    const carom_contact c = sphere(theta);
    carom_params params = with(0.8, mu);
    carom_mass_jacobian s;
    assert_int_equal(carom_collide_mass_jacobian(&carom_law_whittaker, &c, &params, &s), CAROM_OK);
    const double dW13 = -1.0 / 14.0, dW23 = -0.25;
    assert_near(s.J[2][4], dW13 * p / (1.0 + mu * b * p / r), 1e-10); // error seen: 3e-13
    assert_near(s.J[2][5], mu * dW23 * p / (1.0 + mu * b * p / r), 1e-10);
    params.restitution = CAROM_NEWTON;
    assert_int_equal(carom_collide_mass_jacobian(&carom_law_routh, &c, &params, &s), CAROM_OK);
    assert_near(s.J[2][4], dW13 * r * log(sin(theta) / r) / (mu * b), 1e-10);
    assert_true(s.columns == 6 && s.smooth == CAROM_SMOOTH && s.column == -1);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 6; k++) assert_true(s.error[i][k] >= 0.0 && s.error[i][k] < 1e-7);
}

// Without friction in 2D, v_t' = v_t + W_nt P_n and P_n = -(1 + e) v_n/W_nn. For M = [a b; b m], W_nt/W_nn = -b/m.
static void in_the_plane(void **state) {
    (void)state;
    const double a = 3.0, b = 0.5, m = 2.0, det = a * m - b * b;
    const carom_contact c = {.dim = 2, .W = {{m / det, -b / det}, {-b / det, a / det}}, .v = {-1.0, 0.2}};
    const carom_params p = with(0.5, 0.0);
    carom_mass_jacobian s;
    assert_int_equal(carom_collide_mass_jacobian(&carom_law_frictionless, &c, &p, &s), CAROM_OK);
    assert_int_equal(s.columns, 3);
    assert_near(s.M[0][1], b, 1e-15);
    assert_near(s.J[1][0], 0.0, 1e-11);
    assert_near(s.J[1][1], 1.5 * b / (m * m), 1e-11);
    assert_near(s.J[1][2], -1.5 / m, 1e-11);
}

// At tan(theta) = mu (1 + e) W_tt/W_nn whittaker changes from sticking to sliding, and there is no derivative.
static void between_modes(void **state) {
    (void)state;
    const double mu = 0.1, edge = atan(mu * 1.8 * 3.5);
    const carom_params p = with(0.8, mu);
    carom_mass_jacobian s;
    const carom_contact at = sphere(edge);
    assert_int_equal(carom_collide_mass_jacobian(&carom_law_whittaker, &at, &p, &s), CAROM_NOT_APPLICABLE);
    assert_true(s.smooth == CAROM_KINK && s.column >= 0);
    const double off[] = {1e-6, -1e-6, 1e-4, -1e-4, 0.05};
    for (int i = 0; i < 5; i++) {
        const carom_contact c = sphere(edge + off[i]);
        assert_int_equal(carom_collide_mass_jacobian(&carom_law_whittaker, &c, &p, &s), CAROM_OK);
    }
}

// A law with one mode whose v' has a kink at W_nt = 0.
static carom_status bent(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    (void)p;
    out->mode = CAROM_MODE_SLIDING;
    out->P[0] = -(1.0 + fabs(c->W[0][1])) * c->v[0] / c->W[0][0];
    out->P[1] = 0.0;
    return CAROM_OK;
}

static void kinks(void **state) {
    (void)state;
    const carom_contact_vtable code = {.solve = bent};
    const carom_law law = {.name = "bent",
                           .module = "test",
                           .solves = CAROM_2D,
                           .conditions = "",
                           .summary = "",
                           .citation = "",
                           .contact = &code};
    const carom_params p = with(0.5, 0.0);
    carom_mass_jacobian s;
    const double coupling[] = {0.0, 1e-7, 3e-4, -3e-4};
    for (int i = 0; i < 4; i++) {
        const double w = coupling[i];
        const carom_contact c = {.dim = 2, .W = {{1.0, w}, {w, 1.0}}, .v = {-1.0, 0.2}};
        assert_int_equal(carom_collide_mass_jacobian(&law, &c, &p, &s), CAROM_NOT_APPLICABLE);
        assert_int_equal(s.smooth, CAROM_KINK);
        assert_int_equal(s.column, 2);
        assert_true(isnan(s.J[0][2]) && !isnan(s.J[0][0]));
    }
    const carom_contact smooth = {.dim = 2, .W = {{1.0, 0.1}, {0.1, 1.0}}, .v = {-1.0, 0.2}};
    assert_int_equal(carom_collide_mass_jacobian(&law, &smooth, &p, &s), CAROM_OK);
}

// Compares the derivatives by the chain rule with differences of the same law without its derivatives.
static carom_status whittaker_solve(const carom_law *self, const carom_contact *c, const carom_params *p,
                                    carom_result *out) {
    (void)self;
    return carom_law_whittaker.contact->solve(&carom_law_whittaker, c, p, out);
}

static void two_ways(void **state) {
    (void)state;
    const carom_contact_vtable code = {.solve = whittaker_solve};
    carom_law plain = carom_law_whittaker;
    plain.contact = &code;
    int compared = 0;
    for (uint64_t n = 0; n < 2000; n++) {
        random_stream r = random_at(71, n);
        const carom_contact c = random_contact(&r, n % 2 ? 3 : 2, 1.0);
        const carom_params p = with(random_unit(&r), random_unit(&r));
        carom_mass_jacobian exact, rough;
        if (carom_collide_mass_jacobian(&carom_law_whittaker, &c, &p, &exact) != CAROM_OK) continue;
        if (carom_collide_mass_jacobian(&plain, &c, &p, &rough) != CAROM_OK) continue;
        for (int i = 0; i < c.dim; i++)
            for (int k = 0; k < exact.columns; k++)
                // Both results state their error. The sum of the two errors may be small by chance, so ten times the
                // sum is allowed.
                assert_true(fabs(exact.J[i][k] - rough.J[i][k]) <= 10.0 * (exact.error[i][k] + rough.error[i][k]));
        compared++;
    }
    assert_true(floor_met("mass Jacobians compared", compared, 2000, 0.9));
}

static void refused(void **state) {
    (void)state;
    carom_contact c = sphere(0.9);
    const carom_params p = with(0.8, 0.1);
    carom_mass_jacobian s;
    assert_int_equal(carom_collide_mass_jacobian(&carom_law_routh, &c, &p, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_collide_mass_jacobian(NULL, &c, &p, &s), CAROM_UNKNOWN_LAW);
    c.W[2][2] = 0.0;
    assert_int_equal(carom_collide_mass_jacobian(&carom_law_routh, &c, &p, &s), CAROM_NOT_APPLICABLE);
    assert_true(s.column == -1 && s.smooth == CAROM_SMOOTH && isnan(s.J[0][0]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slides), cmocka_unit_test(in_the_plane), cmocka_unit_test(between_modes),
        cmocka_unit_test(kinks),  cmocka_unit_test(two_ways),     cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
