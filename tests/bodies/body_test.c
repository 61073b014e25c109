// Tests W and v of pairs of bodies against values computed by hand. Tests also that each kind of invalid pair is
// rejected.
#include "support/cmocka.h"

#include <string.h>

#include "bench/random.h"
#include "bodies/inertia.h"

// Returns the rod of Wang & Mason 1992, section 6. Its length and mass are 1, it is inclined by 45 degrees, and its
// lower end touches the ground.
static carom_planar_pair rod(void) {
    const double h = 0.5 * sqrt(0.5);
    return (carom_planar_pair){.a = {.mass = 1.0, .inertia = 1.0 / 12.0, .centre = {h, h}, .velocity = {0.6, -1.0}},
                               .b = carom_planar_body_fixed(),
                               .normal = {0.0, 1.0}};
}

static void rod_on_ground(void **state) {
    (void)state;
    const carom_planar_pair pair = rod();
    carom_contact c;
    assert_int_equal(carom_planar_pair_contact(&pair, &c), CAROM_OK);
    assert_int_equal(c.dim, 2);
    // W_nn = 1 + (h / rho)^2 with h^2 = 1/8 and rho^2 = 1/12. Only the square root of 1/2 is rounded, so the bound is
    // 1e-15.
    assert_near(c.W[0][0], 2.5, 1e-15);
    assert_near(c.W[1][1], 2.5, 1e-15);
    assert_near(c.W[0][1], -1.5, 1e-15);
    assert_true(c.W[0][1] == c.W[1][0]);
    assert_true(c.v[0] == -1.0 && c.v[1] == 0.6);
}

// Checks two bodies of finite mass against Wang & Mason 1992, equations (5) to (23). Equation (21) prints a difference;
// the sum is correct.
static void two_bodies(void **state) {
    (void)state;
    const carom_planar_pair pair = {
        .a = {.mass = 2.0, .inertia = 1.0, .centre = {-0.25, -0.5}, .velocity = {0.25, -0.5}},
        .b = {.mass = 1.0, .inertia = 0.25, .centre = {-0.5, 0.25}, .velocity = {-0.25, 0.5}},
        .normal = {0.0, 3.0}, // its length is not 1: only the direction counts
    };
    carom_contact c;
    assert_int_equal(carom_planar_pair_contact(&pair, &c), CAROM_OK);
    const double W[2][2] = {{2.5625, 0.375}, {0.375, 2.0}};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) assert_near(c.W[i][j], W[i][j], 1e-15);
    assert_near(c.v[0], -1.0, 1e-15);
    assert_near(c.v[1], 0.5, 1e-15);
}

// Checks bodies that cannot move or rotate: a moving wall, a rod without rotation, a rod on a pin, and two walls.
static void what_does_not_yield(void **state) {
    (void)state;
    carom_planar_pair pair = rod();
    carom_contact c;
    pair.b.velocity[1] = 2.0;
    assert_int_equal(carom_planar_pair_contact(&pair, &c), CAROM_OK);
    assert_near(c.v[0], -3.0, 1e-15);
    const double P[2] = {2.0, -0.5};
    carom_planar_pair after;
    assert_int_equal(carom_planar_pair_apply(&pair, P, &after), CAROM_OK);
    assert_true(after.b.velocity[0] == 0.0 && after.b.velocity[1] == 2.0 && after.b.spin == 0.0);

    pair = rod();
    pair.a.inertia = HUGE_VAL;
    assert_int_equal(carom_planar_pair_contact(&pair, &c), CAROM_OK);
    assert_true(c.W[0][0] == 1.0 && c.W[0][1] == 0.0 && c.W[1][1] == 1.0);

    // A rod that is pinned at its centre only rotates, so W is singular.
    pair = rod();
    pair.a.mass = HUGE_VAL;
    assert_int_equal(carom_planar_pair_contact(&pair, &c), CAROM_OK);
    assert_near(c.W[0][0] * c.W[1][1] - c.W[0][1] * c.W[0][1], 0.0, 1e-15);

    // Between two walls nothing moves: W must be 0 and not NaN.
    pair.a = carom_planar_body_fixed();
    assert_int_equal(carom_planar_pair_contact(&pair, &c), CAROM_OK);
    assert_true(c.W[0][0] == 0.0 && c.W[0][1] == 0.0 && c.W[1][1] == 0.0);
}

// Checks a sphere in 3D in 100 random frames. W is 1/m along the normal and 1/m + r^2/I = 7/2 along the tangents.
static void sphere(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 100; i++) {
        random_stream r = random_at(11, i);
        carom_pair pair = {.a = {.mass = 1.0}, .b = carom_body_fixed()};
        double q[4], n[3];
        for (int k = 0; k < 4; k++) q[k] = random_between(&r, -3.0, 3.0);
        assert_int_equal(carom_rotation_from_quaternion(q, pair.a.axes), CAROM_OK);
        random_direction(&r, 3, n);
        for (int k = 0; k < 3; k++) {
            pair.a.inertia[k][k] = 0.4;
            pair.normal[k] = 5.0 * n[k];
            pair.a.centre[k] = n[k];
            pair.a.velocity[k] = -n[k];
        }
        carom_contact c;
        assert_int_equal(carom_pair_contact(&pair, &c), CAROM_OK);
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) assert_near(c.W[j][k], j != k ? 0.0 : j ? 3.5 : 1.0, 1e-14);
        assert_near(c.v[0], -1.0, 1e-15);
    }
}

static void chosen_tangents(void **state) {
    (void)state;
    const carom_planar_pair wall = {
        .a = {.mass = 1.0, .inertia = 1.0}, .b = carom_planar_body_fixed(), .normal = {-2.0, 0.0}};
    double flat[2][2], frame[3][3];
    assert_int_equal(carom_planar_pair_frame(&wall, flat), CAROM_OK);
    assert_true(flat[0][0] == -1.0 && flat[0][1] == 0.0 && flat[1][0] == 0.0 && flat[1][1] == 1.0);
    assert_int_equal(carom_planar_pair_frame(NULL, flat), CAROM_NULL_POINTER);
    assert_int_equal(carom_pair_frame(NULL, frame), CAROM_NULL_POINTER);
    carom_pair pair = {.a = {.mass = 1.0}, .b = carom_body_fixed(), .normal = {0.0, 0.0, 2.0}};
    for (int k = 0; k < 3; k++) pair.a.inertia[k][k] = 1.0;
    memcpy(pair.a.velocity, (double[3]){3.0, 4.0, -5.0}, sizeof pair.a.velocity);
    carom_contact c;
    assert_int_equal(carom_pair_contact(&pair, &c), CAROM_OK);
    assert_true(c.v[0] == -5.0 && c.v[1] == 3.0 && c.v[2] == 4.0); // the normal is z, the tangents are x and y
    pair.tangent[0][1] = 7.0;
    assert_int_equal(carom_pair_contact(&pair, &c), CAROM_OK);
    assert_true(c.v[1] == 4.0 && c.v[2] == -3.0); // the second tangent is n x t1
    pair.tangent[1][0] = 1.0;
    assert_int_equal(carom_pair_contact(&pair, &c), CAROM_OK);
    assert_true(c.v[1] == 4.0 && c.v[2] == 3.0); // a left-handed frame is kept as given
}

// Checks that an inertia tensor in body axes with an orientation gives the same W as the rotated tensor in world axes.
static void axes(void **state) {
    (void)state;
    const double quarter[4] = {1.0, 0.0, 0.0, 1.0}; // 90 degrees about z
    carom_pair turned = {.a = {.mass = 1.0, .inertia = {{1.0}, {0.0, 2.0}, {0.0, 0.0, HUGE_VAL}}},
                         .b = carom_body_fixed(),
                         .point = {0.3, -0.2, 0.5},
                         .normal = {0.1, 0.2, 0.9}};
    carom_pair world = turned;
    assert_int_equal(carom_rotation_from_quaternion(quarter, turned.a.axes), CAROM_OK);
    world.a.inertia[0][0] = 2.0;
    world.a.inertia[1][1] = 1.0;
    carom_contact c, d;
    assert_int_equal(carom_pair_contact(&turned, &c), CAROM_OK);
    assert_int_equal(carom_pair_contact(&world, &d), CAROM_OK);
    for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++) assert_near(c.W[j][k], d.W[j][k], 1e-15);
}

static carom_status planar_with(void (*change)(carom_planar_pair *)) {
    carom_planar_pair pair = rod(), after;
    carom_contact c;
    carom_balance ledger;
    const double P[2] = {1.0, 0.0};
    change(&pair);
    const carom_status status = carom_planar_pair_contact(&pair, &c);
    assert_int_equal(carom_planar_pair_apply(&pair, P, &after), status);
    assert_int_equal(carom_planar_pair_balance(&pair, P, &ledger), status);
    return status;
}

static void no_normal(carom_planar_pair *p) {
    p->normal[1] = 0.0;
}
static void skewed_tangent(carom_planar_pair *p) {
    p->tangent[0] = 1.0;
    p->tangent[1] = 1e-3;
}
static void mass_nan(carom_planar_pair *p) {
    p->a.mass = (double)NAN;
}
static void mass_negative(carom_planar_pair *p) {
    p->b.mass = -HUGE_VAL;
}
static void inertia_zero(carom_planar_pair *p) {
    p->a.inertia = 0.0;
}
static void mass_subnormal(carom_planar_pair *p) {
    p->a.mass = 1e-310;
}
static void far_and_light(carom_planar_pair *p) {
    p->a.mass = p->a.inertia = 1e-300;
    p->point[0] = 1e10;
}
static void spin_infinite(carom_planar_pair *p) {
    p->a.spin = HUGE_VAL;
}
static void point_nan(carom_planar_pair *p) {
    p->point[0] = (double)NAN;
}
static void mirrored_tangent(carom_planar_pair *p) {
    p->tangent[0] = -1.0;
}

static void refused_in_plane(void **state) {
    (void)state;
    assert_int_equal(planar_with(no_normal), CAROM_BAD_FRAME);
    assert_int_equal(planar_with(skewed_tangent), CAROM_BAD_FRAME);
    assert_int_equal(planar_with(mass_nan), CAROM_BAD_MASS);
    assert_int_equal(planar_with(mass_negative), CAROM_BAD_MASS);
    assert_int_equal(planar_with(inertia_zero), CAROM_BAD_MASS);
    assert_int_equal(planar_with(mass_subnormal), CAROM_OVERFLOW);
    carom_planar_pair light = rod();
    far_and_light(&light);
    assert_int_equal(carom_planar_pair_contact(&light, &(carom_contact){0}), CAROM_OVERFLOW);
    assert_int_equal(carom_planar_pair_apply(&light, (double[2]){1e300, 0.0}, &light), CAROM_OVERFLOW);
    assert_int_equal(planar_with(spin_infinite), CAROM_NOT_FINITE);
    assert_int_equal(planar_with(point_nan), CAROM_NOT_FINITE);
    assert_int_equal(planar_with(mirrored_tangent), CAROM_OK);
    carom_planar_pair pair = rod();
    assert_int_equal(carom_planar_pair_contact(&pair, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_planar_pair_apply(&pair, NULL, &pair), CAROM_NULL_POINTER);
    assert_int_equal(carom_planar_pair_balance(NULL, NULL, NULL), CAROM_NULL_POINTER);
    const double bad[2] = {(double)NAN, 0.0};
    assert_int_equal(carom_planar_pair_apply(&pair, bad, &pair), CAROM_NOT_FINITE);
}

static carom_status space(carom_body a) {
    const carom_pair pair = {.a = a, .b = carom_body_fixed(), .normal = {0.0, 0.0, 1.0}};
    carom_contact c;
    return carom_pair_contact(&pair, &c);
}

static void refused_in_space(void **state) {
    (void)state;
    const carom_body good = {.mass = 1.0, .inertia = {{1.0, 0.1}, {0.1, 2.0}, {0.0, 0.0, 3.0}}};
    assert_int_equal(space(good), CAROM_OK);
    carom_body a = good;
    memcpy(a.axes, (double[3][3]){{1.0}, {0.0, 1.0}, {0.0, 0.0, -1.0}}, sizeof a.axes);
    assert_int_equal(space(a), CAROM_BAD_FRAME); // left-handed
    a.axes[2][2] = 1.1;
    assert_int_equal(space(a), CAROM_BAD_FRAME); // stretched
    a = good;
    a.inertia[0][1] = 0.2;
    assert_int_equal(space(a), CAROM_BAD_MASS); // not symmetric
    a.inertia[1][0] = 0.2;
    assert_int_equal(space(a), CAROM_OK);
    a.inertia[0][1] = a.inertia[1][0] = sqrt(2.0);
    assert_int_equal(space(a), CAROM_BAD_MASS); // singular
    a = good;
    a.inertia[0][0] = HUGE_VAL;
    assert_int_equal(space(a), CAROM_BAD_MASS); // infinite, with a nonzero product of inertia
    // A thin rod has no moment of inertia about its own axis. Its tensor is rejected in any coordinate axes.
    for (uint64_t i = 0; i < 1000; i++) {
        random_stream r = random_at(31, i);
        double d[3];
        random_direction(&r, 3, d);
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) a.inertia[j][k] = 0.7 * ((j == k ? 1.0 : 0.0) - d[j] * d[k]);
        assert_int_equal(space(a), CAROM_BAD_MASS);
    }
    double axes[3][3];
    assert_int_equal(carom_rotation_from_quaternion((double[4]){0.0}, axes), CAROM_BAD_FRAME);
    assert_int_equal(carom_rotation_from_quaternion((double[4]){1.0, (double)NAN}, axes), CAROM_BAD_FRAME);
    assert_int_equal(carom_rotation_from_quaternion(NULL, axes), CAROM_NULL_POINTER);
}

static void nothing_given(void **state) {
    (void)state;
    carom_planar_pair plane = rod();
    carom_pair pair = {.a = carom_body_fixed(), .b = carom_body_fixed(), .normal = {0.0, 0.0, 1.0}};
    carom_contact c;
    carom_balance ledger;
    const double P[3] = {1.0, 0.0, 0.0};
    double frame[3][3], flat[2][2];
    assert_int_equal(carom_pair_contact(NULL, &c), CAROM_NULL_POINTER);
    assert_int_equal(carom_pair_contact(&pair, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_pair_frame(NULL, frame), CAROM_NULL_POINTER);
    assert_int_equal(carom_pair_frame(&pair, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_pair_apply(NULL, P, &pair), CAROM_NULL_POINTER);
    assert_int_equal(carom_pair_apply(&pair, NULL, &pair), CAROM_NULL_POINTER);
    assert_int_equal(carom_pair_apply(&pair, P, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_pair_balance(NULL, P, &ledger), CAROM_NULL_POINTER);
    assert_int_equal(carom_pair_balance(&pair, NULL, &ledger), CAROM_NULL_POINTER);
    assert_int_equal(carom_pair_balance(&pair, P, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_planar_pair_contact(NULL, &c), CAROM_NULL_POINTER);
    assert_int_equal(carom_planar_pair_frame(NULL, flat), CAROM_NULL_POINTER);
    assert_int_equal(carom_planar_pair_frame(&plane, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_planar_pair_apply(NULL, P, &plane), CAROM_NULL_POINTER);
    assert_int_equal(carom_planar_pair_apply(&plane, P, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_planar_pair_balance(&plane, NULL, &ledger), CAROM_NULL_POINTER);
    assert_int_equal(carom_planar_pair_balance(&plane, P, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_rotation_from_quaternion((double[4]){1.0}, NULL), CAROM_NULL_POINTER);
}

// Checks that a frame has three perpendicular directions, or that it is rejected.
static void refused_frames(void **state) {
    (void)state;
    const carom_pair upright = {.a = carom_body_fixed(), .b = carom_body_fixed(), .normal = {0.0, 0.0, 2.0}};
    double d[3][3], flat[2][2];
    carom_pair pair = upright;
    assert_int_equal(carom_pair_frame(&pair, d), CAROM_OK);
    assert_true(d[0][2] == 1.0 && d[1][0] == 1.0 && d[2][1] == 1.0);
    pair.normal[0] = HUGE_VAL;
    assert_int_equal(carom_pair_frame(&pair, d), CAROM_BAD_FRAME);
    pair = upright;
    pair.tangent[0][0] = (double)NAN; // not a number
    assert_int_equal(carom_pair_frame(&pair, d), CAROM_BAD_FRAME);
    pair.tangent[0][0] = 0.0;
    pair.tangent[0][2] = 1.0; // along the normal
    assert_int_equal(carom_pair_frame(&pair, d), CAROM_BAD_FRAME);
    pair = upright;
    pair.tangent[0][0] = pair.tangent[1][0] = 1.0; // both tangents have the same direction
    assert_int_equal(carom_pair_frame(&pair, d), CAROM_BAD_FRAME);
    pair.tangent[1][1] = 1.0; // the tangents are 45 degrees apart
    assert_int_equal(carom_pair_frame(&pair, d), CAROM_BAD_FRAME);
    pair.tangent[1][0] = 0.0;
    assert_int_equal(carom_pair_frame(&pair, d), CAROM_OK);

    carom_planar_pair plane = rod();
    assert_int_equal(carom_planar_pair_frame(&plane, flat), CAROM_OK);
    assert_true(flat[0][1] == 1.0 && flat[1][0] == 1.0);
    no_normal(&plane);
    assert_int_equal(carom_planar_pair_frame(&plane, flat), CAROM_BAD_FRAME);
    for (int i = 0; i < 4; i++) assert_true(isnan(flat[i / 2][i % 2]));
}

// Checks that bodies in 3D with NaN, infinite numbers or incomplete axes are rejected.
static void refused_bodies(void **state) {
    (void)state;
    const carom_body good = {.mass = 1.0, .inertia = {{1.0}, {0.0, 2.0}, {0.0, 0.0, 3.0}}};
    carom_body a = good;
    a.centre[1] = (double)NAN;
    assert_int_equal(space(a), CAROM_NOT_FINITE);
    a = good;
    a.velocity[2] = HUGE_VAL;
    assert_int_equal(space(a), CAROM_NOT_FINITE);
    for (int k = 1; k < 3; k++) {
        a = good;
        a.axes[k][k] = 1.0;
        assert_int_equal(space(a), CAROM_BAD_FRAME);
    }
    // The inverse of each moment is just below the largest double, but sums of these inverses overflow.
    a = good;
    carom_inertia inertia;
    for (int k = 0; k < 3; k++) a.inertia[k][k] = 1e-308;
    assert_int_equal(carom_inertia_make(&a, &inertia), CAROM_OVERFLOW);
    assert_int_equal(space(a), CAROM_OVERFLOW);
}

// Checks finite numbers whose result overflows. The call must return CAROM_OVERFLOW, not an infinite result.
static void out_of_range(void **state) {
    (void)state;
    const carom_pair upright = {.a = {.mass = 1.0, .inertia = {{1.0}, {0.0, 1.0}, {0.0, 0.0, 1.0}}},
                                .b = carom_body_fixed(),
                                .normal = {0.0, 0.0, 1.0}};
    carom_contact c;
    carom_pair pair = upright, after;
    // Two bodies that separate with twice the largest double.
    pair.a.velocity[0] = 1.7e308;
    pair.b.velocity[0] = -1.7e308;
    assert_int_equal(carom_pair_contact(&pair, &c), CAROM_OVERFLOW);
    // The arm along the normal is long: W_nn stays finite, the tangential entries of W overflow.
    pair = upright;
    pair.point[2] = -1e100;
    for (int k = 0; k < 3; k++) pair.a.inertia[k][k] = 1e-150;
    assert_int_equal(carom_pair_contact(&pair, &c), CAROM_OVERFLOW);
    assert_true(c.W[0][0] == 1.0);
    // The body cannot rotate about y, so W overflows only in the second tangent.
    pair.a.inertia[1][1] = HUGE_VAL;
    assert_int_equal(carom_pair_contact(&pair, &c), CAROM_OVERFLOW);
    assert_true(c.W[0][0] == 1.0 && c.W[1][1] == 1.0);
    // An impulse that makes the spin overflow, and one that makes the velocity of the other body overflow.
    pair = upright;
    pair.point[2] = -1e10;
    const double along_x[3] = {0.0, 1e300, 0.0};
    assert_int_equal(carom_pair_apply(&pair, along_x, &after), CAROM_OVERFLOW);
    pair = upright;
    pair.b = pair.a;
    pair.b.mass = 1e-10;
    assert_int_equal(carom_pair_apply(&pair, along_x, &after), CAROM_OVERFLOW);
    pair.b.mass = 1.0;
    assert_int_equal(carom_pair_apply(&pair, along_x, &after), CAROM_OK);
    assert_true(after.a.velocity[0] == 1e300 && after.b.velocity[0] == -1e300);
}

// Checks the detection of reversed normals with a ball on a floor, where each of them is body A once, and with two
// balls. No pair is reported whose centre is almost in the contact plane, or which is invalid.
static void reversed_normals(void **state) {
    (void)state;
    const carom_planar_body ball = {.mass = 1.0, .inertia = 0.4, .centre = {0.0, 1.0}};
    carom_planar_pair pair = {.a = ball, .b = carom_planar_body_fixed(), .normal = {0.0, 1.0}};
    assert_false(carom_planar_looks_reversed(&pair));
    pair.normal[1] = -3.0;
    assert_true(carom_planar_looks_reversed(&pair));
    pair = (carom_planar_pair){.a = carom_planar_body_fixed(), .b = ball, .normal = {0.0, -1.0}};
    assert_false(carom_planar_looks_reversed(&pair));
    pair.normal[1] = 1.0;
    assert_true(carom_planar_looks_reversed(&pair));
    pair.a = ball;
    pair.b.centre[1] = 3.0;
    pair.point[1] = 2.0;
    assert_true(carom_planar_looks_reversed(&pair));
    pair.normal[1] = -1.0;
    assert_false(carom_planar_looks_reversed(&pair));
    pair.normal[0] = 1e12;
    assert_false(carom_planar_looks_reversed(&pair));
    pair.a.mass = -1.0;
    assert_false(carom_planar_looks_reversed(&pair));
    assert_false(carom_planar_looks_reversed(NULL) || carom_pair_looks_reversed(NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rod_on_ground),    cmocka_unit_test(two_bodies),       cmocka_unit_test(what_does_not_yield),
        cmocka_unit_test(sphere),           cmocka_unit_test(chosen_tangents),  cmocka_unit_test(axes),
        cmocka_unit_test(refused_in_plane), cmocka_unit_test(refused_in_space), cmocka_unit_test(nothing_given),
        cmocka_unit_test(refused_frames),   cmocka_unit_test(refused_bodies),   cmocka_unit_test(out_of_range),
        cmocka_unit_test(reversed_normals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
