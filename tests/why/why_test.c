// Tests carom/explain.h: rejected arguments, limit cases and names.
#include "carom/bodies.h"
#include "carom/explain.h"
#include "carom/geometry.h"
#include "support/laws.h"
#include "support/params.h"

#include "support/cmocka.h"

static const carom_contact rod = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};

static carom_params with(double e, double mu) {
    carom_params p = params_plain();
    p.e = e;
    p.mu = mu;
    return p;
}

static void refuses(void **state) {
    (void)state;
    const carom_params p = with(0.5, 0.7), bad = with(0.5, -1.0), endless = with(0.5, HUGE_VAL);
    const double b[3] = {-9.81, 0.0, 0.0}, lost[3] = {(double)NAN, 0.0, 0.0};
    carom_contact space = {.dim = 3, .W = {{1, 0, 0}, {0, 2, 0}, {0, 0, 2}}, .v = {-1, 1, 0}}, part = rod;
    carom_contact_class k;
    carom_restitution_comparison r;
    carom_energy_form form;
    carom_contact_forces f;
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    int count;
    part.v[0] = 1.0;
    assert_int_equal(carom_contact_classify(NULL, 0.5, &k), CAROM_NULL_POINTER);
    assert_int_equal(carom_restitution_compare(&rod, NULL, &r), CAROM_NULL_POINTER);
    assert_int_equal(carom_restitution_compare(&space, &p, &r), CAROM_WRONG_DIM);
    assert_int_equal(carom_restitution_compare(&rod, &bad, &r), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(carom_energy_form_compute(&rod, &p, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_energy_form_compute(&space, &p, &form), CAROM_WRONG_DIM);
    assert_int_equal(carom_energy_form_compute(&part, &p, &form), CAROM_NOT_APPLICABLE);
    assert_int_equal(carom_energy_form_compute(&rod, &endless, &form), CAROM_NOT_APPLICABLE);
    assert_int_equal(carom_forces_compute(&rod, NULL, &p, &f), CAROM_NULL_POINTER);
    assert_int_equal(carom_forces_compute(&rod, lost, &p, &f), CAROM_NOT_FINITE);
    assert_int_equal(carom_forces_compute(&rod, b, &bad, &f), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(carom_forces_compute(&rod, b, &endless, &f), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(carom_collide_all(&carom_law_smith, &rod, &p, NULL, &count), CAROM_NULL_POINTER);
    assert_int_equal(carom_collide_all(&carom_law_smith, &rod, &bad, list, &count), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(count, 0);
    assert_null(carom_enum_name(CAROM_ENUM_AGREEMENT, 0));
    assert_string_equal(carom_enum_name(CAROM_ENUM_AGREEMENT, CAROM_AGREE_PLASTIC), "plastic");
}

// W of a billiard ball: W_nt is 0 and the tangential entries are equal, except for rounding.
static void rounding_has_no_direction(void **state) {
    (void)state;
    const carom_contact ball = {.dim = 3,
                                .W = {{4.761904761904763, -1.1e-15, 8.9e-16},
                                      {-1.1e-15, 16.666666666666664, 1.8e-15},
                                      {8.9e-16, 1.8e-15, 16.66666666666667}},
                                .v = {-1.92, 3.1, 0.56}};
    carom_critical k;
    carom_hodograph h;
    carom_contact_class class;
    assert_int_equal(carom_critical_compute(&ball, 0.5, 0.2, &k), CAROM_OK);
    assert_true(isinf(k.mu_c) && k.mu_hold == 0.0);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) assert_true(k.direction[i][j] == 0.0 || k.direction[i][j] == 1.0);
    assert_int_equal(carom_hodograph_compute(&ball, 0.2, 0.2, &h), CAROM_OK);
    assert_true(h.everywhere && h.count == 0 && h.mu_critical == 0.0);
    assert_int_equal(carom_contact_classify(&ball, 0.5, &class), CAROM_OK);
    assert_true(class.central && !class.direct && isinf(class.mu_jam));
}

// A coupling of 1e-9 exceeds rounding, so the impact is not central.
static void a_small_coupling_is_one(void **state) {
    (void)state;
    carom_contact c = {.dim = 2, .W = {{1.0, 1e-9}, {1e-9, 1.0}}, .v = {-1.0, 1.0}};
    carom_critical k;
    carom_contact_class class;
    carom_critical_compute(&c, 0.5, 0.2, &k);
    carom_contact_classify(&c, 0.5, &class);
    assert_near(k.mu_c, 1e9, 1.0);
    assert_true(!class.central);
}

// F_star is the normal impulse at which the slip stops on the path of routh. It is infinite if the slip never stops.
static void f_star_is_where_the_slip_stops(void **state) {
    (void)state;
    carom_path_point points[16];
    carom_path path = {points, 16, 0};
    carom_params p = with(0.5, 0.7);
    carom_result out;
    carom_critical k;
    carom_critical_compute(&rod, p.e, p.mu, &k);
    carom_trace(&carom_law_routh, &rod, &p, &path, &out);
    assert_int_equal(points[1].event, CAROM_EVENT_SLIP_STICKS);
    assert_near(k.F_star, points[1].P[0], 1e-15);
    carom_contact grows = rod;
    grows.v[1] = -0.6;
    carom_critical_compute(&grows, p.e, 0.2, &k);
    assert_true(isinf(k.F_star));
}

// The limits between the four cases: b_n = 0, p = 0 with b_n < 0, and p = 0 with b_n = 0.
static void borders_of_the_four_cases(void **state) {
    (void)state;
    const carom_contact c = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {0.0, -0.2}};
    const carom_params p = with(0.5, 0.5), balance = with(0.5, 5.0 / 3.0);
    carom_contact_forces f;
    assert_int_equal(carom_forces_compute(&c, (double[3]){0.0, 0.0}, &p, &f), CAROM_OK);
    assert_int_equal(f.which, CAROM_FORCE_CONTACT);
    assert_int_equal(carom_forces_compute(&c, (double[3]){-1.0, 0.0}, &balance, &f), CAROM_OK);
    assert_true(f.p == 0.0);
    assert_int_equal(f.which, CAROM_FORCE_INCONSISTENT);
    assert_int_equal(carom_forces_compute(&c, (double[3]){0.0, 0.0}, &balance, &f), CAROM_OK);
    assert_int_equal(f.which, CAROM_FORCE_INDETERMINATE);
}

// Compares the free acceleration of a contact point on a spinning brick with Euler's equations.
static void falling_is_the_change_of_velocity(void **state) {
    (void)state;
    const double g[3] = {0.0, 0.0, -9.81};
    const carom_pair pair = {.a = {.mass = 2.0,
                                   .inertia = {{0.3, 0.02, 0.0}, {0.02, 0.5, 0.01}, {0.0, 0.01, 0.7}},
                                   .centre = {0.1, 0.2, 0.3},
                                   .velocity = {1.0, -2.0, 0.5},
                                   .spin = {3.0, -1.0, 2.0}},
                             .b = carom_body_fixed(),
                             .normal = {0.0, 0.0, 1.0}};
    double b[3], spun[3], twist[3];
    assert_int_equal(carom_pair_free_acceleration(&pair, g, b), CAROM_OK);
    // Solves I w' = -w x I w by Cramer's rule. Then a = g + w' x r + w x (w x r) with r = point - centre.
    const double *w = pair.a.spin, r[3] = {-0.1, -0.2, -0.3};
    const double(*I)[3] = pair.a.inertia;
    double h[3], t[3];
    for (int i = 0; i < 3; i++) h[i] = I[i][0] * w[0] + I[i][1] * w[1] + I[i][2] * w[2];
    for (int i = 0; i < 3; i++) t[i] = h[(i + 1) % 3] * w[(i + 2) % 3] - h[(i + 2) % 3] * w[(i + 1) % 3];
    const double det = I[0][0] * (I[1][1] * I[2][2] - I[1][2] * I[1][2]) - I[0][1] * I[0][1] * I[2][2];
    twist[0] = (t[0] * (I[1][1] * I[2][2] - I[1][2] * I[1][2]) - I[0][1] * (t[1] * I[2][2] - I[1][2] * t[2])) / det;
    twist[1] = (I[0][0] * (t[1] * I[2][2] - I[1][2] * t[2]) - I[0][1] * t[0] * I[2][2]) / det;
    twist[2] = (t[2] - I[1][2] * twist[1]) / I[2][2];
    for (int i = 0; i < 3; i++) spun[i] = w[(i + 1) % 3] * r[(i + 2) % 3] - w[(i + 2) % 3] * r[(i + 1) % 3];
    double frame[3][3];
    carom_pair_frame(&pair, frame);
    for (int k = 0; k < 3; k++) {
        double wanted = 0.0;
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, l = (i + 2) % 3;
            wanted += frame[k][i] * (g[i] + twist[j] * r[l] - twist[l] * r[j] + w[j] * spun[l] - w[l] * spun[j]);
        }
        assert_near(b[k], wanted, 1e-13);
    }
}

// Smith's example near a fold of its solutions, where three results exist. The law must return the result that
// continues the frictionless impact, not the result that follows after two folds.
static void smith_answers_before_the_fold(void **state) {
    (void)state;
    const carom_contact c = {.dim = 3, .W = {{10, 2, 8}, {2, 4, -1}, {8, -1, 9}}, .v = {-0.0625, 1, 0}};
    const carom_params p = with(0.6, 2.515);
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    int count;
    assert_int_equal(carom_collide_all(&carom_law_smith, &c, &p, list, &count), CAROM_OK);
    assert_int_equal(count, 3);
    assert_true(list[0].returned && list[0].stable);
    assert_near(list[0].result.P[0], 0.0658310930857, 1e-12);
    assert_true(list[2].result.violations == CAROM_VIOLATION_NOT_UNIQUE);
    for (int i = 0; i < 3; i++) assert_int_equal(list[i].index, i == 1 ? -1 : 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses),
        cmocka_unit_test(rounding_has_no_direction),
        cmocka_unit_test(a_small_coupling_is_one),
        cmocka_unit_test(f_star_is_where_the_slip_stops),
        cmocka_unit_test(borders_of_the_four_cases),
        cmocka_unit_test(falling_is_the_change_of_velocity),
        cmocka_unit_test(smith_answers_before_the_fold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
