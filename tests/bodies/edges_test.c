// Tests the limits of bodies, chains and mechanisms: each invalid number is rejected, sums may overflow, and grossly
// invalid input is reported.
#include "support/cmocka.h"

#include <float.h>
#include <string.h>

#include "bodies/mechanism.h"
#include "carom/derivatives.h"

static const carom_body ball = {.mass = 1.0, .inertia = {{0.4, 0, 0}, {0, 0.4, 0}, {0, 0, 0.4}}};

static carom_status assemble(int dim, carom_body body, carom_contact_point touch) {
    double memory[512];
    carom_mechanism m;
    int at;
    const carom_assembly s = {.dim = dim, .bodies = 1, .contacts = 1, .body = &body, .contact = &touch};
    return carom_assembly_mechanism(&s, memory, sizeof memory, &m, &at);
}

static void assemblies(void **state) {
    (void)state;
    const carom_contact_point floor = {.a = 0, .b = CAROM_GROUND, .point = {0, -1, 0}, .normal = {0, 1, 0}};
    const double bad[] = {(double)NAN, HUGE_VAL};
    for (int dim = 2; dim <= 3; dim++) {
        assert_int_equal(assemble(dim, ball, floor), CAROM_OK);
        for (int k = 0; k < 2; k++) {
            carom_body body = ball;
            body.velocity[1] = bad[k];
            assert_int_equal(assemble(dim, body, floor), CAROM_NOT_FINITE);
            body = ball, body.spin[2] = bad[k];
            assert_int_equal(assemble(dim, body, floor), CAROM_NOT_FINITE);
            body = ball, body.centre[0] = bad[k];
            assert_int_equal(assemble(dim, body, floor), CAROM_NOT_FINITE);
            carom_contact_point touch = floor;
            touch.point[1] = bad[k];
            assert_int_equal(assemble(dim, ball, touch), CAROM_NOT_FINITE);
        }
        // A body of infinite mass must not have a velocity, and a body with infinite moments must not have a spin.
        carom_body wall = ball;
        wall.mass = HUGE_VAL, wall.velocity[0] = 1.0;
        assert_int_equal(assemble(dim, wall, floor), CAROM_CONSTRAINT_VIOLATED);
        carom_body slider = ball;
        for (int k = 0; k < 3; k++) slider.inertia[k][k] = HUGE_VAL;
        slider.velocity[0] = 1.0;
        assert_int_equal(assemble(dim, slider, floor), CAROM_OK);
        slider.spin[2] = 1.0;
        assert_int_equal(assemble(dim, slider, floor), CAROM_CONSTRAINT_VIOLATED);
        // Indices of bodies that do not exist, and contacts of a body with itself.
        const int pairs[][2] = {{-2, 0}, {0, -2}, {1, 0}, {0, 1}, {0, 0}, {CAROM_GROUND, CAROM_GROUND}};
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
            carom_contact_point touch = floor;
            touch.a = pairs[k][0], touch.b = pairs[k][1];
            assert_int_equal(assemble(dim, ball, touch), CAROM_BAD_INDEX);
        }
    }
    // In 3D some of the moments may be infinite, so that the body rotates only about the other axes.
    for (int free = 1; free < 7; free++) {
        carom_body body = ball;
        const carom_assembly s = {.dim = 3, .bodies = 1, .contacts = 1, .body = &body, .contact = &floor};
        for (int k = 0; k < 3; k++)
            if (!(free >> k & 1)) body.inertia[k][k] = HUGE_VAL;
        assert_int_equal(carom_assembly_speeds(&s), 6);
        assert_int_equal(assemble(3, body, floor), CAROM_OK);
    }
}

static void ellipsoids(void **state) {
    (void)state;
    const double up[3] = {0, 0, 1};
    double arm[3];
    for (int k = 0; k < 3; k++) {
        double s[3] = {1, 1, 1};
        s[k] = 0.0;
        assert_int_equal(carom_ellipsoid_arm(s, up, arm), CAROM_BAD_VALUE);
        s[k] = HUGE_VAL;
        assert_int_equal(carom_ellipsoid_arm(s, up, arm), CAROM_BAD_VALUE);
    }
    // A needle, seen from its side. Its width divided by its length is smaller than the smallest double.
    assert_int_equal(carom_ellipsoid_arm((const double[3]){1e-200, 1e200, 1.0}, (const double[3]){1, 0, 0}, arm),
                     CAROM_OVERFLOW);
}

static void chains(void **state) {
    (void)state;
    carom_link bars[2] = {carom_link_bar(1.0, 1.0, CAROM_BASE, 0.0, 0.0), carom_link_bar(1.0, 1.0, 0, 0.0, 0.0)}, up[2];
    bars[0].length = bars[1].length = 1e308;
    memcpy(up, bars, sizeof up);
    up[0].angle = up[1].angle = 1.5707963267948966;
    const double u[2] = {1.5, 1.5};
    double v[2];
    carom_chain chain = {.links = 2, .contacts = 0, .link = bars, .pinned = 1};
    const carom_chain_contact end = {.link = 1, .distance = 1e308};
    chain.contacts = 1, chain.contact = &end;
    assert_int_equal(carom_chain_velocity(&chain, u, 1, 1e308, v), CAROM_OVERFLOW); // the horizontal velocity overflows
    chain.link = up;
    assert_int_equal(carom_chain_velocity(&chain, u, 1, 1e308, v), CAROM_OVERFLOW); // the vertical velocity overflows
    assert_int_equal(carom_chain_velocity(&chain, (const double[2]){0, 0}, 1, 1e308, v), CAROM_OK);
    carom_error r;
    carom_link heavy = carom_link_bar(1.0, HUGE_VAL, CAROM_BASE, 0.0, 0.0);
    chain.link = &heavy, chain.links = 1;
    carom_chain_error(CAROM_BAD_MASS, &chain, 0, &r);
    assert_int_equal(r.reason, CAROM_REASON_LINK_MASS);
    assert_true(isinf(r.value));
}

// A mechanism with two speeds, one contact, and one constraint, which its speeds satisfy.
typedef struct {
    double M[4], u[2], R[4], J[2], memory[128];
    carom_mechanism m;
    carom_delassus d;
} device;

static void make(device *x) {
    *x = (device){.M = {1, 0, 0, 1}, .u = {-1, 0}, .R = {1, 0, 0, 1}, .J = {0, 1}};
    x->m = (carom_mechanism){
        .dim = 2, .speeds = 2, .contacts = 1, .constraints = 1, .M = x->M, .u = x->u, .R = x->R, .J = x->J};
    assert_int_equal(carom_delassus_compute(&x->m, x->memory, sizeof x->memory, &x->d), CAROM_OK);
}

// Checks that a carom_delassus of another mechanism is rejected.
static void not_made(void **state) {
    (void)state;
    device x;
    make(&x);
    assert_true(carom_mechanism_made(&x.m, &x.d));
    carom_delassus d[11];
    for (int k = 0; k < 11; k++) d[k] = x.d;
    d[0].dim = 3, d[0].size = 3, d[1].speeds = 3, d[2].contacts = 2, d[2].size = 4, d[3].constraints = 0;
    d[4].rank = -1, d[5].rank = 2, d[6].W = NULL, d[7].v = NULL, d[8].du = NULL, d[9].reactions = NULL;
    d[10].order = NULL;
    for (int k = 0; k < 11; k++) assert_false(carom_mechanism_made(&x.m, &d[k]));
    carom_mechanism none = x.m;
    none.speeds = 0;
    assert_false(carom_mechanism_made(&none, &x.d));
    d[0] = x.d, d[0].size = 3;
    assert_false(carom_mechanism_made(&x.m, &d[0]));

    const double P[2] = {1, 0};
    double after[2], reactions[1];
    assert_int_equal(carom_delassus_apply(&x.d, P, after, reactions), CAROM_OK);
    assert_true(after[0] == 0.0 && after[1] == 0.0);
    assert_int_equal(carom_delassus_apply(&d[8], P, after, reactions), CAROM_NULL_POINTER);
    assert_int_equal(carom_delassus_apply(&d[9], P, after, reactions), CAROM_NULL_POINTER);
    assert_int_equal(carom_delassus_apply(&d[9], P, after, NULL), CAROM_OK);
    d[9].constraints = 0; // without constraints there are no reactions
    assert_int_equal(carom_delassus_apply(&d[9], P, after, reactions), CAROM_OK);
    d[10] = x.d, d[10].u = NULL;
    assert_int_equal(carom_delassus_apply(&d[10], P, after, reactions), CAROM_NULL_POINTER);
}

static void slopes_that_overflow(void **state) {
    (void)state;
    device x;
    make(&x);
    double dR[4] = {1e308, 0, 0, 0}, dW[4], dv[2];
    const carom_mechanism_slopes slopes = {.coordinates = 1, .dR = dR};
    assert_int_equal(carom_delassus_slopes(&x.m, &x.d, &slopes, 0, dW, dv), CAROM_OVERFLOW); // 2 dR.x overflows
    dR[0] = 1.0;
    assert_int_equal(carom_delassus_slopes(&x.m, &x.d, &slopes, 0, dW, dv), CAROM_OK);
    assert_true(dW[0] == 2.0 && dv[0] == -1.0);
    dR[0] = 0.5e308, x.u[0] = -4.0; // dW is finite, dv overflows
    assert_int_equal(carom_delassus_slopes(&x.m, &x.d, &slopes, 0, dW, dv), CAROM_OVERFLOW);
}

static void pairs(void **state) {
    (void)state;
    carom_pair pair = {.a = ball, .b = carom_body_fixed(), .normal = {0, 0, 1}, .point = {0, 0, -1}};
    double b[3];
    assert_int_equal(carom_pair_free_acceleration(&pair, (const double[3]){0, 0, (double)NAN}, b), CAROM_NOT_FINITE);
    assert_int_equal(carom_pair_free_acceleration(&pair, (const double[3]){0, 0, -9.81}, b), CAROM_OK);
    assert_true(b[0] == -9.81);
    assert_false(carom_pair_looks_reversed(&pair));
    pair.normal[2] = -1.0;
    assert_true(carom_pair_looks_reversed(&pair));
    // Except for a rounding error, the centre is in the contact plane.
    pair = (carom_pair){.a = ball, .b = carom_body_fixed(), .normal = {0, 0, 1}, .point = {1, 0, 1e-12}};
    assert_false(carom_pair_looks_reversed(&pair));
    assert_false(carom_pair_looks_reversed(NULL));
}

static void refusals(void **state) {
    (void)state;
    device x;
    carom_error r;
    make(&x);
    carom_delassus row = x.d;
    row.row = 1;
    carom_mechanism blind = x.m, wide = x.m;
    blind.M = NULL, wide.speeds = CAROM_MAX_SPEEDS + 1;
    assert_int_equal(carom_delassus_error(CAROM_BAD_MASS_MATRIX, &x.m, &row, NULL), CAROM_NULL_POINTER);
    const carom_mechanism *const no_one[] = {NULL, &x.m, &x.m, &wide};
    const carom_delassus *const of[] = {&row, NULL, &x.d, &row};
    for (int k = 0; k < 4; k++) {
        assert_int_equal(carom_delassus_error(CAROM_BAD_MASS_MATRIX, no_one[k], of[k], &r), CAROM_OK);
        assert_int_equal(r.reason, CAROM_REASON_PLAIN);
    }
    carom_delassus_error(CAROM_BAD_MASS_MATRIX, &blind, &row, &r);
    assert_int_equal(r.reason, CAROM_REASON_M_SINGULAR);
    row.row = 2; // M does not have a row 2
    carom_delassus_error(CAROM_BAD_MASS_MATRIX, &x.m, &row, &r);
    assert_int_equal(r.reason, CAROM_REASON_PLAIN);
    // If two entries of M differ from their mirror images, the larger difference is reported, in any order.
    const double M[2][9] = {{1, 0.1, 0.2, 0, 1, 0, 0, 0, 1}, {1, 0.1, 0.2, 0, 1, 0.4, 0, 0, 1}};
    const carom_mechanism three = {.dim = 2, .speeds = 3, .contacts = 1, .M = M[0]};
    row.row = 2;
    carom_delassus_error(CAROM_BAD_MASS_MATRIX, &three, &row, &r);
    assert_true(r.reason == CAROM_REASON_M_UNEQUAL && r.column == 0 && r.value == 0.0 && r.other == 0.2);
    const double falling[9] = {1, 0, 0.4, 0, 1, 0.2, 0, 0, 1};
    const carom_mechanism other = {.dim = 2, .speeds = 3, .contacts = 1, .M = falling};
    carom_delassus_error(CAROM_BAD_MASS_MATRIX, &other, &row, &r);
    assert_true(r.column == 0 && r.other == 0.4);
    carom_mechanism rising = three;
    rising.M = M[1];
    carom_delassus_error(CAROM_BAD_MASS_MATRIX, &rising, &row, &r);
    assert_true(r.column == 1 && r.other == 0.4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assemblies), cmocka_unit_test(ellipsoids), cmocka_unit_test(chains),
        cmocka_unit_test(not_made),   cmocka_unit_test(pairs),      cmocka_unit_test(slopes_that_overflow),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
