// Tests motions: why they end, ties, grazes, states between events, single steps, and rejected input.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/motion.h"
#include "carom/systems.h"
#include "support/cmocka.h"
#include "support/laws.h"

static const double rod[2][3] = {{-0.5, 0.0, 0.0}, {0.5, 0.0, 0.0}};
static const double disc[1][3] = {{0.0, 0.0, 0.0}};
static const double cube[8][3] = {{-0.05, -0.05, -0.05}, {-0.05, -0.05, 0.05}, {-0.05, 0.05, -0.05},
                                  {-0.05, 0.05, 0.05},   {0.05, -0.05, -0.05}, {0.05, -0.05, 0.05},
                                  {0.05, 0.05, -0.05},   {0.05, 0.05, 0.05}};
static carom_params params;
static double memory[1 << 18];
static carom_motion_result r;

static carom_motion_scene scene_of(int dim, const double (*corner)[3], int corners, double e, double mu) {
    carom_motion_scene s = carom_motion_scene_default(dim);
    params = carom_params_default();
    params.e = e;
    params.mu = mu;
    s.mass = 1.0;
    s.inertia[0] = s.inertia[1] = s.inertia[2] = corners == 8 ? 1.0 / 600.0 : 1.0 / 12.0;
    s.shape.corners = corners;
    s.shape.corner = corner;
    s.shape.radius = corners == 1 ? 0.1 : 0.0;
    s.law = &carom_law_routh;
    s.params = &params;
    s.max_hits = 200;
    return s;
}

static carom_status run(const carom_motion_scene *s, const carom_motion_state *start) {
    return carom_motion_run(s, start, memory, sizeof memory, &r);
}

static void test_stops(void **unused) {
    (void)unused;
    carom_motion_scene s = scene_of(2, disc, 1, 0.5, 0.3);
    carom_motion_state start = {.centre = {0.0, 1.0}};
    s.until = 0.3;
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_TIME);
    assert_true(r.events == 0 && r.end.t == 0.3);
    s.until = 10.0;
    s.max_events = 2;
    assert_int_equal(run(&s, &start), CAROM_TRUNCATED);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_EVENTS);
    assert_int_equal(r.events, 2);
    s.max_events = 100;
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_CONTACT_PERSISTS);
    assert_true(r.event[r.events - 1].left_out > 0.0);
    s.rest_speed = 0.0;
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_CHATTER);
    s.gravity[1] = 0.0;
    s.until = HUGE_VAL;
    start.velocity[1] = -1.0;
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_LEAVES);
    assert_int_equal(r.events, 1);
    carom_motion_state far;
    assert_int_equal(carom_motion_state_at(&s, &r, 100.9, &far), CAROM_OK);
    assert_true(fabs(far.centre[1] - 50.1) < 1e-12);
}

// A cube in 3D lands flat on four corners, or on an edge. The method is glocker, with circular friction cones.
static void test_method_in_3d(void **unused) {
    (void)unused;
    carom_motion_scene s = scene_of(3, cube, 8, 0.5, 0.3);
    carom_motion_state start = {.centre = {0.0, 0.0, 1.0}, .orientation = {1.0, 0.0, 0.0, 0.0}};
    assert_ptr_equal(s.method, &carom_law_glocker);
    s.several = CAROM_MOTION_RULE_METHOD;
    s.max_events = 1;
    assert_int_equal(run(&s, &start), CAROM_TRUNCATED);
    assert_ptr_equal(r.event[0].method, &carom_law_glocker);
    assert_int_equal(r.event[0].hits, 4);
    const double fall = r.event[0].before.velocity[2];
    assert_true(fabs(r.event[0].after.velocity[2] + 0.5 * fall) < 1e-12 * -fall);
    for (int i = 0; i < 4; i++) assert_true(fabs(r.hit[i].impulse[2] + 0.375 * fall) < 1e-8);
    for (int k = 0; k < 3; k++) assert_true(fabs(r.event[0].after.spin[k]) < 1e-10);
    // The cube slides along x. Friction of mu P_n at every corner opposes the motion.
    start.velocity[0] = 5.0;
    assert_int_equal(run(&s, &start), CAROM_TRUNCATED);
    double pushed = 0.0;
    for (int i = 0; i < r.event[0].hits; i++) pushed += r.hit[i].impulse[2];
    assert_true(pushed > 0.0 && fabs(r.event[0].after.velocity[0] - 5.0 + 0.3 * pushed) < 1e-12);
    assert_true(r.event[0].energy_after < r.event[0].energy_before);
    for (int i = 0; i < r.event[0].hits; i++) assert_int_equal(r.hit[i].outcome.violations, 0);
    // The cube spins only about the vertical axis. Friction at the corners slows the spin, and the cube stays upright.
    start.velocity[0] = 0.0;
    start.spin[2] = 200.0;
    assert_int_equal(run(&s, &start), CAROM_TRUNCATED);
    const carom_motion_state *after = &r.event[0].after;
    assert_true(after->spin[2] > 0.0 && after->spin[2] < 199.0 && fabs(after->spin[0]) + fabs(after->spin[1]) < 1e-9);
    // The cube lands on an edge along x and must not rotate about the other axes.
    start.spin[2] = 0.0;
    start.orientation[0] = 0.98;
    start.orientation[1] = sqrt(1.0 - 0.98 * 0.98);
    assert_int_equal(run(&s, &start), CAROM_TRUNCATED);
    assert_int_equal(r.event[0].touching, 2);
    assert_true(fabs(after->spin[0]) > 0.1 && fabs(after->spin[1]) + fabs(after->spin[2]) < 1e-9);
    // The same impact by the method sequence.
    s.method = &carom_law_sequence;
    double *room = malloc(carom_motion_memory_size(&s));
    assert_int_equal(carom_motion_run(&s, &start, room, carom_motion_memory_size(&s), &r), CAROM_TRUNCATED);
    assert_ptr_equal(r.event[0].method, &carom_law_sequence);
    assert_true(r.event[0].energy_after < r.event[0].energy_before && r.event[0].hits == 2);
    free(room);
}

// Each rule resolves a rod that lands flat. FASTEST finds a tie, and the other rules have symmetric results.
static void test_rules(void **unused) {
    (void)unused;
    carom_motion_scene s = scene_of(2, rod, 2, 0.5, 0.3);
    const carom_motion_state start = {.centre = {0.0, 1.0}};
    s.max_events = 1;
    assert_int_equal(run(&s, &start), CAROM_TRUNCATED);
    assert_ptr_equal(r.event[0].method, &carom_law_glocker);
    assert_true(!r.event[0].tie && r.event[0].touching == 2 && r.event[0].hits == 2);
    assert_true(fabs(r.event[0].after.velocity[1] + 0.5 * r.event[0].before.velocity[1]) < 1e-12);
    s.several = CAROM_MOTION_RULE_FASTEST;
    assert_int_equal(run(&s, &start), CAROM_TRUNCATED);
    assert_true(r.event[0].tie && !r.event[0].method);
    s.several = CAROM_MOTION_RULE_MEAN;
    assert_int_equal(run(&s, &start), CAROM_TRUNCATED);
    assert_true(r.event[0].orders == 2 && fabs(r.event[0].after.spin[2]) < 1e-12);
    s.several = CAROM_MOTION_RULE_STOP;
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_MULTIPLE_CONTACTS);
    assert_int_equal(r.events, 0);
}

// A cube lands flat with the rule MEAN. There are four contacts, energy is not gained, and the hits account for the
// energy change.
static void test_cube(void **unused) {
    (void)unused;
    for (int i = 0; i < 3; i++) {
        carom_motion_scene s = scene_of(3, cube, 8, 0.5 * i, 0.2);
        const carom_motion_state start = {
            .centre = {0.0, 0.0, 0.5}, .orientation = {1.0, 0.0, 0.0, 0.0}, .velocity = {0.3, 0.1, 0.0}};
        double sum = 0.0;
        s.max_events = 1;
        assert_int_equal(carom_status_classify(run(&s, &start)), CAROM_CLASS_OK);
        assert_int_equal(r.event[0].touching, 4);
        assert_true(r.event[0].orders > 4);
        for (int k = 0; k < r.event[0].hits; k++) sum += r.hit[k].outcome.dE;
        assert_true(sum < 0.0);
        assert_true(fabs(r.event[0].energy_after - r.event[0].energy_before - sum) < 1e-13);
    }
}

// The end of a spinning rod dips below the floor by less than the search resolves, and rises again.
static void test_graze(void **unused) {
    (void)unused;
    carom_motion_scene s = scene_of(2, rod, 2, 0.5, 0.3);
    carom_motion_state start = {.centre = {0.0, 0.5}, .angle = -0.5, .velocity = {0.2, 0.0}, .spin = {0.0, 0.0, -2.0}};
    s.gravity[1] = 0.0;
    s.until = 3.0;
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_TIME);
    for (int i = 0; i < r.events; i++) {
        assert_int_equal(r.event[i].kind, CAROM_MOTION_KIND_GRAZE);
        assert_int_equal(r.event[i].hits, 0);
    }
    assert_true(r.end.spin[2] == -2.0);
}

// At the time of an event, carom_motion_state_at returns the state after it. Single steps must give the same motion as
// one call.
static void test_steps(void **unused) {
    (void)unused;
    static double other[1 << 18];
    carom_motion_scene s = scene_of(2, rod, 2, 0.7, 0.3);
    const carom_motion_state start = {
        .centre = {0.0, 1.3}, .angle = 0.4, .velocity = {0.5, 0.0}, .spin = {0.0, 0.0, 2.0}};
    carom_motion_result one;
    carom_motion_state at;
    s.until = 1.5;
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_int_equal(carom_motion_begin(&s, &start, other, sizeof other, &one), CAROM_OK);
    for (int i = 0; one.stop == CAROM_MOTION_STOP_NONE; i++) {
        assert_int_equal(one.events, i);
        assert_int_equal(carom_motion_step(&s, &one), CAROM_OK);
    }
    assert_int_equal(one.events, r.events);
    assert_true(r.events > 2);
    for (int i = 0; i < r.events; i++) {
        assert_true(one.event[i].after.t == r.event[i].after.t &&
                    one.event[i].after.spin[2] == r.event[i].after.spin[2]);
        assert_int_equal(carom_motion_state_at(&s, &r, r.event[i].after.t, &at), CAROM_OK);
        assert_true(at.spin[2] == r.event[i].after.spin[2] && at.exact);
    }
    assert_int_equal(carom_motion_step(&s, &one), CAROM_OK); // the motion has ended
    assert_int_equal(carom_motion_state_at(&s, &r, -0.1, &at), CAROM_BAD_VALUE);
    assert_int_equal(carom_motion_state_at(&s, &r, 1.6, &at), CAROM_BAD_VALUE);
}

static carom_status answers_nothing(const carom_law *self, const carom_contact *c, const carom_params *p,
                                    carom_result *out) {
    return CAROM_NO_SOLUTION;
}

static void test_refused(void **unused) {
    (void)unused;
    carom_motion_scene s = scene_of(2, rod, 2, 0.5, 0.3);
    carom_motion_state start = {.centre = {0.0, 1.0}, .angle = 0.3};
    const size_t bytes = carom_motion_memory_size(&s);
    assert_true(bytes > 0 && bytes <= sizeof memory);
    assert_int_equal(carom_motion_run(&s, &start, memory, bytes - 1, &r), CAROM_SMALL_MEMORY);
    assert_int_equal(carom_motion_run(&s, &start, memory, bytes, &r), CAROM_OK);
    s.law = NULL;
    assert_int_equal(run(&s, &start), CAROM_UNKNOWN_LAW);
    assert_true(carom_motion_memory_size(&s) == 0);
    s.law = &carom_law_pfeiffer_glocker;
    s.params = NULL;
    assert_int_equal(run(&s, &start), CAROM_NULL_POINTER);
    s = scene_of(2, rod, 2, 1.5, 0.3);
    assert_int_equal(run(&s, &start), CAROM_COEFFICIENT_RANGE);
    s = scene_of(2, rod, 2, 0.5, 0.3);
    carom_motion_error error;
    s.max_events = 0;
    assert_int_equal(carom_motion_validate(&s, &start, &error), CAROM_BAD_COUNT);
    assert_int_equal(error.part, CAROM_MOTION_PART_OPTION);
    s = scene_of(2, rod, 2, 0.5, 0.3);
    carom_contact_vtable code = *carom_law_routh.contact;
    carom_law silent = carom_law_routh;
    code.solve = answers_nothing;
    silent.contact = &code;
    s.law = &silent;
    assert_int_equal(run(&s, &start), CAROM_NO_SOLUTION);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_NO_ANSWER);
    assert_true(r.events == 0 && r.end.velocity[1] < 0.0);
}

// The coefficients of a plane replace those of the scene.
static void test_planes(void **unused) {
    (void)unused;
    carom_motion_scene s = scene_of(2, disc, 1, 0.5, 0.3);
    carom_params bouncy = params;
    bouncy.e = 0.9;
    const carom_motion_plane floor = {.normal = {0.0, 1.0}, .params = &bouncy};
    const carom_motion_state start = {.centre = {0.0, 1.0}};
    s.plane = &floor;
    s.max_events = 1;
    assert_int_equal(run(&s, &start), CAROM_TRUNCATED);
    assert_true(fabs(r.event[0].after.velocity[1] + 0.9 * r.event[0].before.velocity[1]) < 1e-12);
}

// The rest_speed of the coefficients applies if the scene has none. The suppressed bounces last 2 v/(g (1 - e)).
static void test_left_out(void **unused) {
    (void)unused;
    carom_motion_scene s = scene_of(2, disc, 1, 0.5, 0.3);
    const carom_motion_state start = {.centre = {0.0, 1.0}};
    params.rest_speed = 1.0; // the approach speeds are 4.2, 2.1, 1.05 and 0.53 m/s
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_CONTACT_PERSISTS);
    assert_int_equal(r.events, 4);
    for (int i = 0; i < 3; i++) assert_true(r.event[i].left_out == 0.0);
    const double leaves = 0.5 * sqrt(2.0 * 9.81 * 0.9) / 8.0;
    assert_true(fabs(r.event[3].left_out - 2.0 * leaves / (9.81 * 0.5)) < 1e-12);
    s.rest_speed = 3.0; // the rest_speed of the scene has priority
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_int_equal(r.events, 2);
}

// energy_error must be the largest rounding error of the energy in a flight.
static void test_energy_error(void **unused) {
    (void)unused;
    carom_motion_scene s = scene_of(2, rod, 2, 0.7, 0.3);
    const carom_motion_state start = {
        .centre = {0.0, 100.3}, .angle = 0.4, .velocity = {0.3, 0.1}, .spin = {0.0, 0.0, 2.0}};
    s.max_events = 3;
    assert_int_equal(run(&s, &start), CAROM_TRUNCATED);
    double most = 0.0, energy = carom_motion_energy(&s, &start);
    for (int i = 0; i < r.events; i++) {
        most = fmax(most, fabs(r.event[i].energy_before - energy));
        energy = r.event[i].energy_after;
    }
    assert_true(most > 0.0 && most < 1e-12);
    assert_true(r.energy_error == most);
}

// With Newton's restitution one of the two orders gains energy. The mean over the orders must report this at every hit.
static void test_broken_mean(void **unused) {
    (void)unused;
    static const double box[4][3] = {{-0.03, -0.1, 0.0}, {0.03, -0.1, 0.0}, {0.03, 0.1, 0.0}, {-0.03, 0.1, 0.0}};
    carom_motion_scene s = scene_of(2, box, 4, 1.0, 0.3);
    const carom_motion_state start = {.centre = {0.0, 1.0}, .velocity = {-2.0, 0.0}};
    s.inertia[2] = 0.0436 / 12.0;
    s.several = CAROM_MOTION_RULE_MEAN;
    s.max_events = 1;
    params.restitution = CAROM_NEWTON;
    assert_int_equal(run(&s, &start), CAROM_TRUNCATED);
    assert_int_equal(r.event[0].hits, 2);
    for (int i = 0; i < 2; i++) assert_int_equal(r.hit[i].outcome.violations, CAROM_VIOLATION_ENERGY);
    params.restitution = CAROM_POISSON;
    assert_int_equal(run(&s, &start), CAROM_TRUNCATED);
    for (int i = 0; i < 2; i++) assert_int_equal(r.hit[i].outcome.violations, 0);
}

// Two corners that land 1e-10 s apart do not count as chatter.
static void test_nearly_flat(void **unused) {
    (void)unused;
    carom_motion_scene s = scene_of(2, rod, 2, 0.5, 0.0);
    const carom_motion_state start = {.centre = {0.0, 3.0}, .angle = 2.25e-9};
    s.until = 0.9;
    assert_int_equal(run(&s, &start), CAROM_OK);
    assert_int_equal(r.stop, CAROM_MOTION_STOP_TIME);
    assert_int_equal(r.events, 3);
    assert_true(r.event[1].after.t - r.event[0].after.t < 2e-10);
}

// A rod that spins at 1e5 rad/s is thrown upwards. The search skips the time in which its bounding disc is above the
// floor, which it enters at a known time; steps of the search would end after 10,000.
static void test_flies_away_first(void **unused) {
    (void)unused;
    static const double ends[2][3] = {{-0.5, 0.0, 0.0}, {0.5, 0.0, 0.0}};
    carom_motion_scene s = carom_motion_scene_default(2);
    carom_motion_contact contact;
    const carom_motion_state start = {.centre = {0.0, 5.0}, .velocity = {0.0, 10.0}, .spin = {0.0, 0.0, 1e5}};
    const double enters = (10.0 + sqrt(100.0 + 2.0 * 9.81 * 4.5)) / 9.81;
    s.mass = 1.0;
    s.inertia[2] = 1.0 / 12.0;
    s.shape.corners = 2;
    s.shape.corner = ends;
    assert_int_equal(carom_motion_first_contact(&s, &start, 3.0, &contact), CAROM_OK);
    assert_true(contact.found);
    assert_true(contact.state.t >= enters && contact.state.t < enters + 4e-5); // half a turn takes 3.1e-5 s
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_flies_away_first),
                                       cmocka_unit_test(test_stops),
                                       cmocka_unit_test(test_rules),
                                       cmocka_unit_test(test_cube),
                                       cmocka_unit_test(test_graze),
                                       cmocka_unit_test(test_steps),
                                       cmocka_unit_test(test_refused),
                                       cmocka_unit_test(test_planes),
                                       cmocka_unit_test(test_left_out),
                                       cmocka_unit_test(test_energy_error),
                                       cmocka_unit_test(test_broken_mean),
                                       cmocka_unit_test(test_nearly_flat),
                                       cmocka_unit_test(test_method_in_3d)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
