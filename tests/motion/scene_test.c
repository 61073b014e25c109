// Tests scenes: defaults, rejected input and the part that the error names, gaps and their derivatives.
#include <math.h>

#include "carom/motion.h"
#include "support/cmocka.h"

static const double rod[2][3] = {{-0.5, 0.0, 0.0}, {0.5, 0.0, 0.0}};

static carom_motion_scene rod_scene(int dim) {
    carom_motion_scene s = carom_motion_scene_default(dim);
    s.mass = 1.0;
    s.inertia[0] = s.inertia[1] = s.inertia[2] = 1.0 / 12.0;
    s.shape.corners = 2;
    s.shape.corner = rod;
    return s;
}

static carom_motion_state high(int dim) {
    carom_motion_state state = {.orientation = {1.0, 0.0, 0.0, 0.0}};
    state.centre[dim - 1] = 2.0;
    return state;
}

static carom_motion_error error;

static carom_status validate(const carom_motion_scene *s, carom_motion_state start) {
    return carom_motion_validate(s, &start, &error);
}

static void test_defaults(void **unused) {
    (void)unused;
    for (int dim = 2; dim <= 3; dim++) {
        const carom_motion_scene s = rod_scene(dim);
        assert_int_equal(validate(&s, high(dim)), CAROM_OK);
        assert_int_equal(error.part, CAROM_MOTION_PART_NONE);
        assert_true(carom_motion_size(&s) == 0.5);
        assert_true(s.gravity[dim - 1] == -9.81 && s.planes == 1 && s.plane->normal[dim - 1] == 1.0);
    }
    carom_motion_scene s;
    assert_int_equal(carom_motion_scene_init(&s, sizeof s, 4), CAROM_BAD_DIM);
    assert_int_equal(carom_motion_scene_init(&s, sizeof s - 8, 2), CAROM_BAD_STRUCT);
    assert_int_equal(validate(&s, high(2)), CAROM_BAD_STRUCT);
    assert_int_equal(error.part, CAROM_MOTION_PART_SCENE);
}

#define REFUSED(dim, change, status, where, at)                                                                        \
    do {                                                                                                               \
        carom_motion_scene s = rod_scene(dim);                                                                         \
        carom_motion_state start = high(dim);                                                                          \
        carom_motion_plane plane = *s.plane;                                                                           \
        double corner[1][3] = {{0.1, 0.0, 0.0}};                                                                       \
        (void)start, (void)plane, (void)corner;                                                                        \
        change;                                                                                                        \
        assert_int_equal(carom_motion_validate(&s, &start, &error), status);                                           \
        assert_int_equal(error.part, CAROM_MOTION_PART_##where);                                                       \
        assert_int_equal(error.index, at);                                                                             \
    } while (0)

static void test_refused(void **unused) {
    (void)unused;
    REFUSED(2, s.mass = 0.0, CAROM_BAD_MASS, MASS, -1);
    REFUSED(2, s.mass = HUGE_VAL, CAROM_BAD_MASS, MASS, -1);
    REFUSED(2, s.inertia[2] = -1.0, CAROM_BAD_MASS, MASS, 2);
    REFUSED(3, s.inertia[1] = (double)NAN, CAROM_BAD_MASS, MASS, 1);
    REFUSED(3, s.inertia[0] = 0.2, CAROM_BAD_MASS, MASS, 0); // exceeds the sum of the other two
    REFUSED(2, s.shape.corners = 257, CAROM_BAD_SHAPE, SHAPE, -1);
    REFUSED(2, s.shape.corners = 0, CAROM_BAD_SHAPE, SHAPE, -1); // and no semi-axes
    REFUSED(2, s.shape.radius = -0.1, CAROM_BAD_SHAPE, SHAPE, -1);
    REFUSED(2, (corner[0][2] = 1.0, s.shape.corner = (const double(*)[3])corner, s.shape.corners = 1), CAROM_BAD_SHAPE,
            SHAPE, 0);
    REFUSED(2, (corner[0][0] = 0.0, s.shape.corner = (const double(*)[3])corner, s.shape.corners = 1), CAROM_BAD_SHAPE,
            SHAPE, -1); // a point without extent
    REFUSED(2, s.planes = 65, CAROM_BAD_COUNT, PLANE, -1);
    REFUSED(2, (plane.normal[0] = 1e-5, s.plane = &plane), CAROM_BAD_FRAME, PLANE, 0);
    REFUSED(2, (plane.offset = (double)NAN, s.plane = &plane), CAROM_NOT_FINITE, PLANE, 0);
    REFUSED(2, s.gravity[0] = (double)NAN, CAROM_NOT_FINITE, GRAVITY, -1);
    REFUSED(2, s.touch = -1.0, CAROM_BAD_VALUE, OPTION, -1);
    REFUSED(2, start.spin[2] = (double)NAN, CAROM_NOT_FINITE, START, -1);
    REFUSED(2, start.spin[0] = 1.0, CAROM_BAD_VALUE, START, -1);
    REFUSED(2, start.angle = 2e6, CAROM_OVERFLOW, START, -1);
    REFUSED(3, start.orientation[0] = 0.0, CAROM_BAD_FRAME, START, -1);
}

static void test_inside(void **unused) {
    (void)unused;
    const carom_motion_scene s = rod_scene(2);
    carom_motion_state start = high(2);
    start.centre[1] = -0.003;
    assert_int_equal(validate(&s, start), CAROM_STARTS_INSIDE);
    assert_int_equal(error.part, CAROM_MOTION_PART_START);
    assert_int_equal(error.index, 0);
    assert_true(fabs(error.value - 0.003) < 1e-15);
    start.centre[1] = -0.9e-9 * 0.5; // less deep than `touch`
    assert_int_equal(validate(&s, start), CAROM_OK);
}

// Compares the derivatives of the gap with central differences of two flights. Their error is h^2/6 times a higher
// derivative.
static void check_gap(const carom_motion_scene *s, carom_motion_state state) {
    const double h = 1e-4;
    carom_motion_gap now, before, after;
    carom_motion_state moved;
    assert_int_equal(carom_motion_gap_compute(s, &state, 0, 0, &now), CAROM_OK);
    assert_int_equal(carom_motion_flight(s, &state, -h, &moved), CAROM_OK);
    assert_int_equal(carom_motion_gap_compute(s, &moved, 0, 0, &before), CAROM_OK);
    assert_int_equal(carom_motion_flight(s, &state, h, &moved), CAROM_OK);
    assert_int_equal(carom_motion_gap_compute(s, &moved, 0, 0, &after), CAROM_OK);
    assert_true(fabs((after.gap - before.gap) / (2.0 * h) - now.rate) < 1e-6);
    assert_true(fabs((after.rate - before.rate) / (2.0 * h) - now.acceleration) < 1e-5);
}

static void test_gaps(void **unused) {
    (void)unused;
    for (int dim = 2; dim <= 3; dim++) {
        carom_motion_scene s = rod_scene(dim);
        carom_motion_state state = high(dim);
        state.angle = 0.7;
        state.spin[2] = 5.0;
        state.velocity[dim - 1] = -1.0;
        if (dim == 3) {
            s.inertia[1] = 0.1;
            s.inertia[2] = 0.11;
            state.spin[0] = 3.0;
            state.spin[1] = -4.0;
            state.orientation[2] = 0.4;
        }
        check_gap(&s, state);
        s.shape = (carom_motion_shape){.semi_axes = {0.3, 0.1, 0.2}, .middle = {0.05, 0.02, 0.0}};
        check_gap(&s, state);
    }
}

// A flight and its reversal must return to the start. The largest error was 3e-14 of the distances and angles covered;
// the bound is 1e-13.
static void test_reversal(void **unused) {
    (void)unused;
    const double moments[4][3] = {{0.1, 0.1, 0.1}, {0.1, 0.1, 0.05}, {0.1, 0.15, 0.2}, {0.1, 0.15, 0.1}};
    for (int i = 0; i < 4; i++) {
        carom_motion_scene s = rod_scene(3);
        for (int k = 0; k < 3; k++) s.inertia[k] = moments[i][k];
        const carom_motion_state start = {.centre = {0.1, 0.2, 2.0},
                                          .orientation = {0.5, 0.5, 0.5, 0.5},
                                          .velocity = {1.0, -2.0, 3.0},
                                          .spin = {2.0, 5.0, -3.0}};
        carom_motion_state there, back;
        assert_int_equal(carom_motion_flight(&s, &start, 1.5, &there), CAROM_OK);
        assert_int_equal(carom_motion_flight(&s, &there, -1.5, &back), CAROM_OK);
        for (int k = 0; k < 3; k++) {
            assert_true(fabs(back.centre[k] - start.centre[k]) < 1e-13 * 10.0);
            assert_true(fabs(back.velocity[k] - start.velocity[k]) < 1e-13 * 10.0);
            assert_true(fabs(back.spin[k] - start.spin[k]) < 1e-13 * 10.0);
            assert_true(fabs(back.orientation[k] - start.orientation[k]) < 1e-13);
        }
        assert_true(back.t == start.t);
        const double E = carom_motion_energy(&s, &start);
        assert_true(fabs(carom_motion_energy(&s, &there) - E) < 1e-13 * (E + 50.0));
    }
}

// There is no result if the spin turns the body by more than 1e6 rad, or if a number leaves the range of doubles.
static void test_overflow(void **unused) {
    (void)unused;
    for (int dim = 2; dim <= 3; dim++) {
        const carom_motion_scene s = rod_scene(dim);
        carom_motion_state state = high(dim), later;
        state.spin[2] = 1e9;
        assert_int_equal(carom_motion_flight(&s, &state, 1.0, &later), CAROM_OVERFLOW);
        state.spin[2] = 0.0;
        state.velocity[0] = 1e300;
        assert_int_equal(carom_motion_flight(&s, &state, 1e300, &later), CAROM_OVERFLOW);
        assert_int_equal(carom_motion_flight(&s, &state, (double)NAN, &later), CAROM_NOT_FINITE);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_defaults), cmocka_unit_test(test_refused),
                                       cmocka_unit_test(test_inside),   cmocka_unit_test(test_gaps),
                                       cmocka_unit_test(test_reversal), cmocka_unit_test(test_overflow)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
