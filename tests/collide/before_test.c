// Tests carom_collide_inverse on problems solved by hand, and the input that it rejects.
#include "support/cmocka.h"
#include "support/params.h"

#include <math.h>

#include "carom/carom.h"
#include "support/laws.h"

static const carom_contact rod = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};

static double distance(const double a[2], const double b[2]) {
    return hypot(a[0] - b[0], a[1] - b[1]);
}

// Without friction, v_n = -v_n'/e, and v_t = v_t' - W_nt P_n.
static void frictionless_by_hand(void **state) {
    (void)state;
    carom_params p = params_plain();
    p.e = 0.5;
    carom_contact after = rod;
    after.v[0] = 0.5, after.v[1] = 0.0; // P_n = 0.6 and v_t = 0.9
    carom_inverse found[CAROM_MAX_INVERSES];
    int count;
    assert_int_equal(carom_collide_inverse(&carom_law_frictionless, &after, &p, found, &count), CAROM_OK);
    assert_int_equal(count, 1);
    assert_true(distance(found[0].v, (double[2]){-1.0, 0.9}) < 1e-12); // the largest error was 3e-16
    assert_true(distance(found[0].P, (double[2]){0.6, 0.0}) < 1e-12);
}

// If the slip ends during the impact, the initial slip cannot be recovered: every |v_t| up to a limit gives the same
// result. For a diagonal W the limit is mu (1 + e) |v_n| W_tt / W_nn, here 0.3 x 1.5 x 1 x 3/2 = 0.675.
static void a_family_where_it_stuck(void **state) {
    (void)state;
    carom_params p = params_plain();
    p.e = 0.5, p.mu = 0.3, p.restitution = CAROM_NEWTON;
    const carom_contact after = {.dim = 2, .W = {{2.0, 0.0}, {0.0, 3.0}}, .v = {0.5, 0.0}};
    carom_inverse found[CAROM_MAX_INVERSES];
    int count;
    assert_int_equal(carom_collide_inverse(&carom_law_routh, &after, &p, found, &count), CAROM_NOT_UNIQUE);
    assert_int_equal(count, 2);
    assert_true(found[0].family && found[1].family);
    assert_true(distance(found[0].v, (double[2]){-1.0, -0.675}) < 1e-9); // error seen: 2e-11
    assert_true(distance(found[1].v, (double[2]){-1.0, 0.675}) < 1e-9);
}

// With unequal inverse masses, equal angles of (v_n, v_t) are too coarse: here the result turns between two of them.
static void unequal_masses(void **state) {
    (void)state;
    carom_inverse found[CAROM_MAX_INVERSES];
    int count, listed = 0;
    for (int k = 0; k < 40; k++) {
        carom_params p = params_plain();
        p.e = 0.9, p.e_t = 0.5, p.mu = 0.3;
        carom_contact c = {.dim = 2, .W = {{1.0, 0.0}, {0.0, ldexp(1.0, 2 * k - 40)}}, .v = {-1.0, ldexp(0.1, k - 20)}};
        carom_result out;
        assert_int_equal(carom_collide(&carom_law_bilinear, &c, &p, &out), CAROM_OK);
        const double start[2] = {c.v[0], c.v[1]};
        for (int i = 0; i < 2; i++) c.v[i] = out.v[i];
        carom_collide_inverse(&carom_law_bilinear, &c, &p, found, &count);
        for (int i = 0; i < count; i++) {
            const double off = hypot(found[i].v[0] - start[0], (found[i].v[1] - start[1]) / ldexp(1.0, k - 20));
            listed += off < 1e-8; // the largest error was 2e-10
        }
    }
    assert_int_equal(listed, 40);
}

static void refusals(void **state) {
    (void)state;
    carom_params p = params_plain();
    carom_contact after = rod;
    carom_inverse found[CAROM_MAX_INVERSES];
    int count = 7;
    after.v[0] = after.v[1] = 0.0;
    assert_int_equal(carom_collide_inverse(&carom_law_routh, &after, &p, found, &count), CAROM_NOT_APPLICABLE);
    assert_int_equal(count, 0);
    after.v[0] = -1.0; // no impact ends with v_n' < 0
    assert_int_equal(carom_collide_inverse(&carom_law_frictionless, &after, &p, found, &count), CAROM_STILL_APPROACHES);
    after.v[0] = -1e-12, after.v[1] = 1.0; // v_n' is 0 up to rounding, which e = 1 gives only for v_n = 0
    assert_int_equal(carom_collide_inverse(&carom_law_frictionless, &after, &p, found, &count), CAROM_NO_SOLUTION);
    after.v[0] = 1.0, p.rest_speed = 0.1;
    assert_int_equal(carom_collide_inverse(&carom_law_routh, &after, &p, found, &count), CAROM_NOT_APPLICABLE);
    p = params_plain(), p.e = 2.0;
    assert_int_equal(carom_collide_inverse(&carom_law_routh, &after, &p, found, &count), CAROM_COEFFICIENT_RANGE);
    p.e = 0.5, after.dim = 3;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) after.W[i][j] = i == j;
    assert_int_equal(carom_collide_inverse(&carom_law_routh, &after, &p, found, &count), CAROM_NOT_APPLICABLE);
    after = rod, after.v[0] = (double)NAN;
    assert_int_equal(carom_collide_inverse(&carom_law_routh, &after, &p, found, &count), CAROM_NOT_FINITE);
    after = rod;
    assert_int_equal(carom_collide_inverse(&carom_law_routh, &after, &p, NULL, &count), CAROM_NULL_POINTER);
}

// With e = 0 the approach speed s cannot be recovered either. For every s, v_t = v_t' + mu (W_tt / W_nn) s leads to
// v_t'.
static void a_family_without_end(void **state) {
    (void)state;
    carom_params p = params_plain();
    p.e = 0.0, p.mu = 0.5;
    const carom_contact after = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 3.5}}, .v = {0.0, 0.2}};
    carom_inverse found[CAROM_MAX_INVERSES];
    int count;
    assert_int_equal(carom_collide_inverse(&carom_law_routh, &after, &p, found, &count), CAROM_NOT_UNIQUE);
    assert_int_equal(count, 1);
    assert_true(found[0].family && found[0].unbounded && found[0].straight);
    assert_true(distance(found[0].v, (double[2]){0.0, 0.2}) == 0.0);
    assert_true(distance(found[0].direction, (double[2]){-1.0, 1.75}) < 1e-12); // the largest error was 2e-16
}

// For v_t > 0 friction drives the bodies together until they stick, at any slip speed. The result is v_n' = -v_n and
// v_t' = 0.
static void a_slip_without_end(void **state) {
    (void)state;
    carom_params p = params_plain();
    p.e = 1.0, p.mu = 1.75, p.restitution = CAROM_NEWTON;
    const carom_contact after = {.dim = 2, .W = {{5.0, 4.0}, {4.0, 4.0}}, .v = {3.0, 0.0}};
    carom_inverse found[CAROM_MAX_INVERSES];
    int count;
    assert_int_equal(carom_collide_inverse(&carom_law_routh, &after, &p, found, &count), CAROM_NOT_UNIQUE);
    assert_int_equal(count, 1);
    assert_true(found[0].unbounded && found[0].straight);
    assert_true(distance(found[0].v, (double[2]){-3.0, -5.5}) < 1e-9); // error seen: 3e-11
    assert_true(found[0].direction[0] == 0.0 && found[0].direction[1] == 1.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(frictionless_by_hand),
                                       cmocka_unit_test(a_family_where_it_stuck),
                                       cmocka_unit_test(refusals),
                                       cmocka_unit_test(unequal_masses),
                                       cmocka_unit_test(a_family_without_end),
                                       cmocka_unit_test(a_slip_without_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
