// Tests stepped phases. The errors must be of first order in the step for a sliding and a rolling disc. Also tests
// rest, lift-off and states between samples.
#include <math.h>
#include <string.h>

#include "carom/motion.h"
#include "support/cmocka.h"
#include "support/laws.h"

static const double disc[1][3] = {{0.0, 0.0, 0.0}};
static const double box[4][3] = {{-0.2, -0.05, 0.0}, {0.2, -0.05, 0.0}, {0.2, 0.05, 0.0}, {-0.2, 0.05, 0.0}};
static const double rod[2][3] = {{-0.5, 0.0, 0.0}, {0.5, 0.0, 0.0}};
static const double g = 9.81;
static carom_params params;
static double memory[1 << 19];
static carom_motion_result r;

static carom_motion_scene scene_of(const double (*corner)[3], int corners, double e, double mu) {
    carom_motion_scene s = carom_motion_scene_default(2);
    params = carom_params_default();
    params.e = e;
    params.mu = mu;
    s.mass = 1.0;
    s.inertia[2] = corners == 1 ? 0.5 * 0.01 : corners == 2 ? 1.0 / 12.0 : 0.17 / 12.0;
    s.shape.corners = corners;
    s.shape.corner = corner;
    s.shape.radius = corners == 1 ? 0.1 : 0.0;
    s.law = &carom_law_routh;
    s.params = &params;
    s.max_hits = 500;
    s.persist = CAROM_MOTION_PERSIST_STEP;
    return s;
}

static carom_status run(const carom_motion_scene *s, const carom_motion_state *start) {
    return carom_motion_run(s, start, memory, sizeof memory, &r);
}

// A disc slides with v = v0 - mu g t until it rolls with 2/3 v0. Returns the error of its position after 0.5 s.
static double sliding_error(double step) {
    carom_motion_scene s = scene_of(disc, 1, 0.5, 0.2);
    const carom_motion_state start = {.centre = {0.0, 0.1}, .velocity = {1.0, 0.0}};
    const double t = 1.0 / (3.0 * 0.2 * g), x = t - 0.5 * 0.2 * g * t * t + 2.0 / 3.0 * (0.5 - t);
    s.step = step;
    s.until = 0.5;
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_TIME);
    assert_true(r.events == 1 && r.event[0].kind == CAROM_MOTION_KIND_CONTACT_BEGINS && r.event[0].stepped);
    assert_true(!r.end.exact && r.end.t == 0.5);
    assert_true(fabs(r.end.velocity[0] + 0.1 * r.end.spin[2]) < 1e-9); // rolls
    return fabs(r.end.centre[0] - x);
}

// A disc rolls down a slope of 0.3 rad with a = 2/3 g sin(0.3). Returns the error of its position after 0.5 s.
static double rolling_error(double step) {
    carom_motion_scene s = scene_of(disc, 1, 0.5, 0.5);
    const carom_motion_plane slope = {.normal = {sin(0.3), cos(0.3), 0.0}};
    const carom_motion_state start = {.centre = {0.1 * sin(0.3), 0.1 * cos(0.3)}};
    s.plane = &slope;
    s.step = step;
    s.until = 0.5;
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_TIME);
    const double along =
        cos(0.3) * (r.end.centre[0] - start.centre[0]) - sin(0.3) * (r.end.centre[1] - start.centre[1]);
    return fabs(along - 0.5 * (2.0 / 3.0 * g * sin(0.3)) * 0.25);
}

// Half the step must give half the error.
static void check_order(double (*error)(double), double step) {
    const double one = error(step), half = error(step / 2.0), quarter = error(step / 4.0);
    print_message("errors %.3g %.3g %.3g m\n", one, half, quarter);
    assert_true(one < 10.0 * step);
    assert_true(one / half > 1.8 && one / half < 2.2);
    assert_true(half / quarter > 1.8 && half / quarter < 2.2);
}

static void test_order(void **unused) {
    (void)unused;
    check_order(sliding_error, 1e-3);
    check_order(rolling_error, 1e-3);
}

// Between samples the state is interpolated linearly, which must be as accurate as the steps.
static void test_dense(void **unused) {
    (void)unused;
    sliding_error(1e-4);
    carom_motion_scene s = scene_of(disc, 1, 0.5, 0.2);
    for (int i = 0; i <= 10; i++) {
        const double t = 0.015 * i;
        carom_motion_state state;
        assert_int_equal(carom_motion_state_at(&s, &r, t, &state), CAROM_OK);
        assert_true(fabs(state.centre[0] - (t - 0.5 * 0.2 * g * t * t)) < 5e-5);
        assert_true(state.exact == (t == 0.0));
    }
}

// A sliding box stops after v^2/(2 mu g). A dropped box and a dropped rod come to rest.
static void test_rest(void **unused) {
    (void)unused;
    carom_motion_scene s = scene_of(box, 4, 0.3, 0.4);
    carom_motion_state start = {.centre = {0.0, 0.05}, .velocity = {1.0, 0.0}};
    s.until = 5.0;
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_REST);
    assert_int_equal(r.event[r.events - 1].kind, CAROM_MOTION_KIND_REST);
    assert_true(r.end.velocity[0] == 0.0 && r.end.spin[2] == 0.0);
    assert_true(fabs(r.end.centre[0] - 1.0 / (2.0 * 0.4 * g)) < 1e-3);
    assert_true(fabs(r.end.centre[1] - 0.05) < 1e-5);
    start = (carom_motion_state){.centre = {0.0, 0.5}, .angle = 0.3, .velocity = {0.2, 0.0}};
    assert_int_equal(run(&s, &start), CAROM_OK);
    print_message("box: %d events, %d samples, rests at %g s, y %g\n", r.events, r.samples, r.end.t, r.end.centre[1]);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_REST);
    assert_true(fabs(r.end.centre[1] - 0.05) < 1e-3 || fabs(r.end.centre[1] - 0.2) < 1e-3);
    s = scene_of(rod, 2, 0.3, 0.4);
    s.until = 20.0;
    start = (carom_motion_state){.centre = {0.0, 0.8}, .angle = 0.6};
    assert_int_equal(run(&s, &start), CAROM_OK);
    print_message("rod: %d events, %d samples, rests at %g s, y %g\n", r.events, r.samples, r.end.t, r.end.centre[1]);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_REST);
    assert_true(fabs(r.end.centre[1]) < 1e-3);
}

// If a law has coefficients of its own or no restitution, routh is used in stepped phases.
static void test_law(void **unused) {
    (void)unused;
    sliding_error(1e-3);
    assert_ptr_equal(r.rest_law, &carom_law_routh);
    carom_motion_scene s = scene_of(disc, 1, 0.5, 0.2);
    const carom_motion_state start = {.centre = {0.0, 0.1}, .velocity = {1.0, 0.0}};
    s.until = 0.1;
    s.law = &carom_law_ivanov;
    params.eta = 1.0;
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_ptr_equal(r.rest_law, &carom_law_routh);
    s.law = &carom_law_whittaker;
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_ptr_equal(r.rest_law, &carom_law_whittaker);
}

// Sliding never ends. Without a time limit 16 steps per stored state end it. With one, the states are thinned.
static void test_samples(void **unused) {
    (void)unused;
    carom_motion_scene s = scene_of(disc, 1, 0.5, 0.0);
    const carom_motion_state start = {.centre = {0.0, 0.1}, .velocity = {1.0, 0.0}};
    s.max_samples = 100;
    assert_int_equal(run(&s, &start), CAROM_TRUNCATED);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_STEPS);
    assert_true(r.samples <= 101);
    s.until = 5.0; // 49,500 steps
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_TIME);
    assert_true(r.samples <= 100 && r.end.t == 5.0);
    for (int i = 0; i <= 50; i++) {
        carom_motion_state state;
        assert_int_equal(carom_motion_state_at(&s, &r, 0.1 * i, &state), CAROM_OK);
        assert_true(fabs(state.centre[0] - 0.1 * i) < 1e-9);
    }
    s.until = 1e9;
    assert_int_equal(run(&s, &start), CAROM_TRUNCATED);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_STEPS);
    s.max_samples = 0;
    s.max_hits = 1;
    s.until = 1.0;
    assert_int_equal(run(&s, &(carom_motion_state){.centre = {0.0, 0.5}, .velocity = {1.0, 0.0}}), CAROM_TRUNCATED);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_HITS);
}

// A disc that slides without friction into a wall bounces off the wall and slides on.
static void test_wall(void **unused) {
    (void)unused;
    carom_motion_scene s = scene_of(disc, 1, 0.5, 0.0);
    const carom_motion_plane planes[2] = {{.normal = {0.0, 1.0, 0.0}}, {.normal = {-1.0, 0.0, 0.0}, .offset = -1.0}};
    const carom_motion_state start = {.centre = {0.0, 0.1}, .velocity = {2.0, 0.0}};
    s.plane = planes;
    s.planes = 2;
    s.until = 1.0;
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_TIME);
    int impacts = 0;
    for (int i = 0; i < r.events; i++) impacts += r.event[i].kind == CAROM_MOTION_KIND_IMPACT;
    assert_int_equal(impacts, 1);
    assert_true(fabs(r.end.velocity[0] + 1.0) < 1e-9);
    assert_true(fabs(r.end.centre[0] - 0.35) < 1e-2);
}

// The law impulse-ratio has coefficients of its own, so routh is used in stepped phases. Without a mu it slides without
// friction.
static void test_no_friction(void **unused) {
    (void)unused;
    carom_motion_scene s = scene_of(disc, 1, 0.5, 0.2);
    const carom_motion_state start = {.centre = {0.0, 0.1}, .velocity = {1.0, 0.0}};
    const double ratio[2] = {0.0, 0.0};
    s.law = carom_law_find(NULL, "impulse-ratio", CAROM_ONE_CONTACT);
    params = carom_params_default();
    params.e = 0.5;
    assert_int_equal(carom_params_set(&params, carom_law_find_coefficient(s.law, "ratio"), ratio, 2), CAROM_OK);
    s.until = 0.3;
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_TIME);
    assert_ptr_equal(r.rest_law, &carom_law_routh);
    assert_true(fabs(r.end.centre[0] - 0.3) < 1e-12 && r.end.spin[2] == 0.0);
}

static double deepest(const carom_motion_scene *s, const carom_motion_state *state) {
    double least = HUGE_VAL;
    for (int i = 0; i < s->planes; i++)
        for (int j = 0; j < s->shape.corners; j++) {
            carom_motion_gap gap;
            assert_int_equal(carom_motion_gap_compute(s, state, i, j, &gap), CAROM_OK);
            least = fmin(least, gap.gap);
        }
    return least;
}

// A tumbling cube comes to rest on a face. At the end of a stepped phase no corner may be inside the floor.
static void test_cube(void **unused) {
    (void)unused;
    static const double cube[8][3] = {{-0.05, -0.05, -0.05}, {-0.05, -0.05, 0.05}, {-0.05, 0.05, -0.05},
                                      {-0.05, 0.05, 0.05},   {0.05, -0.05, -0.05}, {0.05, -0.05, 0.05},
                                      {0.05, 0.05, -0.05},   {0.05, 0.05, 0.05}};
    carom_motion_scene s = carom_motion_scene_default(3);
    const carom_motion_state start = {
        .centre = {0.0, 0.0, 0.3}, .orientation = {1.0, 0.2, 0.1, 0.05}, .spin = {1.0, 2.0, 3.0}};
    params = carom_params_default();
    params.e = 0.3;
    params.mu = 0.4;
    s.mass = 1.0;
    s.inertia[0] = s.inertia[1] = s.inertia[2] = 1.0 / 600.0;
    s.shape.corners = 8;
    s.shape.corner = cube;
    s.law = &carom_law_routh;
    s.params = &params;
    s.max_hits = 500;
    s.persist = CAROM_MOTION_PERSIST_STEP;
    s.until = 5.0;
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_REST);
    assert_true(r.end.t < 1.0 && fabs(r.end.centre[2] - 0.05) < 1e-6);
    int phases = 0;
    for (int i = 1; i + 1 < r.events; i++) {
        if (!r.event[i - 1].stepped) continue;
        phases++;
        assert_true(deepest(&s, &r.event[i].before) > -1e-12);
    }
    assert_true(phases > 3);
}

// Squares, with any friction, come to rest flat. Half the step moves the time of rest little.
static void test_squares(void **unused) {
    (void)unused;
    static const double square[4][3] = {{-0.05, -0.05, 0.0}, {0.05, -0.05, 0.0}, {0.05, 0.05, 0.0}, {-0.05, 0.05, 0.0}};
    for (int i = 0; i < 12; i++) {
        carom_motion_scene s = scene_of(square, 4, 0.3 * (i % 3), 0.1 * (i + 1));
        const carom_motion_state start = {.centre = {0.0, 0.6}, .angle = 0.05 + 0.13 * i};
        double end[2];
        s.inertia[2] = 1.0 / 600.0;
        s.until = 3.0;
        for (int half = 0; half < 2; half++) {
            s.step = half ? 4e-5 : 8e-5;
            assert_int_equal(run(&s, &start), CAROM_OK);
            assert_int_equal(r.stop, CAROM_MOTION_STOP_REST);
            assert_true(fabs(r.end.centre[1] - 0.05) < 1e-9);
            end[half] = r.end.t;
        }
        assert_true(fabs(end[1] - end[0]) < 0.01 * end[0]);
    }
}

// Without friction nothing stops a box: neither on a slope of 0.2 degrees nor at 0.05 mm/s on a level floor, whatever
// the step.
static void test_slides(void **unused) {
    (void)unused;
    for (int i = 0; i < 4; i++) {
        const bool level = i < 2;
        const double v = level ? 5e-5 : 0.0, a = level ? 0.0 : 0.0343;
        carom_motion_scene s = scene_of(box, 4, 0.5, 0.0);
        s.gravity[0] = a;
        s.step = i % 2 ? 1e-5 : (double)NAN;
        s.until = 1.0;
        assert_int_equal(run(&s, &(carom_motion_state){.centre = {0.0, 0.05}, .velocity = {v, 0.0}}), CAROM_OK);
        assert_int_equal(r.stop, CAROM_MOTION_STOP_TIME);
        assert_true(fabs(r.end.centre[0] - v - 0.5 * a) < 1e-3 * (v + a));
        // With friction the box rests where it lies.
        params.mu = 0.5;
        s.gravity[0] = 0.1;
        assert_int_equal(run(&s, &(carom_motion_state){.centre = {0.0, 0.05}}), CAROM_OK);
        assert_true(r.stop == CAROM_MOTION_STOP_REST && r.end.t == 0.0);
    }
}

// An ellipse and an off-centre disc roll for 60 s, on the floor.
static void test_rolls(void **unused) {
    (void)unused;
    static const double off[1][3] = {{0.0, 0.03, 0.0}};
    for (int i = 0; i < 2; i++) {
        carom_motion_scene s = scene_of(off, 1, 0.0, 1.0);
        carom_motion_state start = {.centre = {0.0, 0.07}, .velocity = {-0.21, 0.0}, .spin = {0.0, 0.0, 3.0}};
        s.inertia[2] = 0.004;
        s.step = 1e-3;
        s.until = 60.0;
        if (i == 1) {
            s.shape = (carom_motion_shape){.semi_axes = {0.1, 0.06}};
            start.centre[1] = 0.06;
            start.velocity[0] = -0.18;
        }
        const double energy = carom_motion_energy(&s, &start);
        assert_int_equal(run(&s, &start), CAROM_OK);
        assert_int_equal(r.stop, CAROM_MOTION_STOP_TIME);
        assert_true(fabs(carom_motion_energy(&s, &r.end) - energy) < 0.02 * energy);
        for (int k = 0; k <= 6000; k++) {
            carom_motion_state state;
            carom_motion_gap gap;
            assert_int_equal(carom_motion_state_at(&s, &r, 0.01 * k, &state), CAROM_OK);
            assert_int_equal(carom_motion_gap_compute(&s, &state, 0, 0, &gap), CAROM_OK);
            assert_true(gap.gap > -1e-12);
        }
    }
}

// Prisms of 5 to 65 sides fall flat: the default rule of 3D, the mean over orders, must end.
static void test_prisms(void **unused) {
    (void)unused;
    static double corner[130][3];
    const int sides[4] = {5, 8, 32, 65};
    for (int i = 0; i < 4; i++) {
        carom_motion_scene s = carom_motion_scene_default(3);
        scene_of(disc, 1, 0.5, 0.5);
        for (int k = 0; k < 2 * sides[i]; k++) {
            const double angle = 2.0 * 3.14159265358979 * (k / 2) / sides[i];
            corner[k][0] = 0.012 * cos(angle);
            corner[k][1] = 0.012 * sin(angle);
            corner[k][2] = k % 2 ? 0.001 : -0.001;
        }
        s.mass = 0.005;
        s.inertia[0] = s.inertia[1] = 1.8e-7;
        s.inertia[2] = 3.6e-7;
        s.shape.corners = 2 * sides[i];
        s.shape.corner = (const double(*)[3])corner;
        s.law = &carom_law_routh;
        s.params = &params;
        s.max_hits = 5000;
        s.max_events = 1000;
        s.persist = CAROM_MOTION_PERSIST_STEP;
        s.until = 5.0;
        const carom_motion_state start = {.centre = {0.0, 0.0, 0.1}, .orientation = {1.0, 0.0, 0.0, 0.0}};
        assert_int_equal(run(&s, &start), CAROM_OK);
        print_message("prism of %d sides: %d events, %d hits, rests at %g s\n", sides[i], r.events, r.hits, r.end.t);
        assert_int_equal(r.stop, CAROM_MOTION_STOP_REST);
        assert_int_equal(r.event[0].touching, sides[i]);
        assert_true(r.event[0].hits <= 8 && fabs(r.end.centre[2] - 0.001) < 1e-9 && r.end.t < 1.0);
    }
}

// A law that does not read mu_static has no static friction in stepped phases either: the box slides down.
static void test_unread_mu_static(void **unused) {
    (void)unused;
    carom_motion_scene s = scene_of(box, 4, 0.0, 0.2);
    const carom_motion_plane slope = {.normal = {sin(0.3), cos(0.3), 0.0}};
    const carom_motion_state start = {.centre = {0.05 * sin(0.3), 0.05 * cos(0.3)}, .angle = -0.3};
    params.mu_static = 10.0;
    s.law = &carom_law_chatterjee2;
    s.plane = &slope;
    s.until = 1.0;
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_TIME);
    assert_true(fabs(r.end.velocity[0] / cos(0.3) - g * (sin(0.3) - 0.2 * cos(0.3))) < 1e-3);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_order),
                                       cmocka_unit_test(test_dense),
                                       cmocka_unit_test(test_rest),
                                       cmocka_unit_test(test_law),
                                       cmocka_unit_test(test_samples),
                                       cmocka_unit_test(test_wall),
                                       cmocka_unit_test(test_no_friction),
                                       cmocka_unit_test(test_cube),
                                       cmocka_unit_test(test_squares),
                                       cmocka_unit_test(test_slides),
                                       cmocka_unit_test(test_rolls),
                                       cmocka_unit_test(test_prisms),
                                       cmocka_unit_test(test_unread_mu_static)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
