// Tests motion files. The scene read from a file must be the scene that a C program defines. The command must print the
// numbers of the library, bit for bit. Named shapes must have the corners and moments of inertia of their formulas.
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "carom/scenario.h"
#include "support/laws.h"

static carom_drop *parse(const char *text) {
    carom_error error;
    carom_drop *drop = carom_drop_parse(text, strlen(text), NULL, &error);
    if (!drop) fail_msg("%s: %s", text, error.detail);
    return drop;
}

#define DISC                                                                                                           \
    "{\"law\":\"routh\",\"params\":{\"e\":0.5,\"mu\":0.3},\"bodies\":[{\"mass\":2,\"shape\":{\"disc\":0.1},"           \
    "\"centre\":[0,1],\"velocity\":[1,0],\"spin\":-3}],\"motion\":{\"until\":2}}"

// Runs the scene of DISC, defined in C.
static carom_motion_result run_disc(void **memory) {
    static const double middle[1][3] = {{0.0, 0.0, 0.0}};
    static carom_params params;
    static carom_motion_scene s;
    const carom_motion_state start = {.centre = {0.0, 1.0}, .velocity = {1.0, 0.0}, .spin = {0.0, 0.0, -3.0}};
    carom_motion_result r;
    params = carom_params_default();
    params.e = 0.5;
    params.mu = 0.3;
    s = carom_motion_scene_default(2);
    s.mass = 2.0;
    s.inertia[2] = 0.5 * 2.0 * 0.1 * 0.1;
    s.shape.corners = 1;
    s.shape.corner = middle;
    s.shape.radius = 0.1;
    s.law = &carom_law_routh;
    s.params = &params;
    s.until = 2.0;
    s.max_events = 1000;
    s.persist = CAROM_MOTION_PERSIST_STEP;
    *memory = malloc(carom_motion_memory_size(&s));
    assert_int_equal(carom_motion_run(&s, &start, *memory, carom_motion_memory_size(&s), &r), CAROM_OK);
    return r;
}

static double at(const json_t *object, const char *key, size_t index) {
    const json_t *value = json_object_get(object, key);
    return json_number_value(json_is_array(value) ? json_array_get(value, index) : value);
}

static void same_state(const json_t *printed, const carom_motion_state *state) {
    assert_non_null(printed);
    assert_true(at(printed, "t", 0) == state->t);
    for (size_t i = 0; i < 2; i++) {
        assert_true(at(printed, "centre", i) == state->centre[i]);
        assert_true(at(printed, "velocity", i) == state->velocity[i]);
    }
    assert_true(at(printed, "angle", 0) == state->angle);
    assert_true(at(printed, "spin", 0) == state->spin[2]);
}

static void command_prints_the_numbers_of_the_library(void **unused) {
    char file[] = "/tmp/carom_drop.XXXXXX", line[300];
    void *memory;
    const carom_motion_result r = run_disc(&memory);
    (void)unused;
    const int made = mkstemp(file);
    assert_true(made >= 0 && write(made, DISC, strlen(DISC)) == (ssize_t)strlen(DISC) && !close(made));
    snprintf(line, sizeof line, "%s drop %s --json", CAROM_COMMAND, file);
    FILE *pipe = popen(line, "r");
    assert_non_null(pipe);
    json_t *whole = json_loadf(pipe, 0, NULL);
    assert_int_equal(pclose(pipe), 0);
    unlink(file);
    const json_t *run = json_array_get(json_object_get(whole, "runs"), 0), *events = json_object_get(run, "events");
    assert_int_equal(json_array_size(events), r.events);
    assert_true(r.events > 5);
    same_state(json_object_get(run, "end"), &r.end);
    for (int i = 0; i < r.events; i++) {
        const json_t *event = json_array_get(events, (size_t)i), *hits = json_object_get(event, "hits");
        same_state(json_object_get(event, "before"), &r.event[i].before);
        same_state(json_object_get(event, "after"), &r.event[i].after);
        assert_true(at(event, "energy_after", 0) == r.event[i].energy_after);
        assert_string_equal(json_string_value(json_object_get(event, "kind")),
                            carom_enum_name(CAROM_ENUM_MOTION_KIND, (int)r.event[i].kind));
        assert_int_equal(json_array_size(hits), r.event[i].hits);
        for (int k = 0; k < r.event[i].hits; k++)
            for (size_t n = 0; n < 2; n++)
                assert_true(at(json_array_get(hits, (size_t)k), "P", n) ==
                            r.hit[r.event[i].first_hit + k].outcome.P[n]);
    }
    json_decref(whole);
    free(memory);
}

static void file_and_program_make_one_scene(void **unused) {
    void *by_hand, *by_file;
    const carom_motion_result wanted = run_disc(&by_hand);
    carom_drop *drop = parse(DISC);
    carom_motion_result got;
    (void)unused;
    assert_int_equal(carom_drop_laws(drop), 1);
    assert_string_equal(carom_drop_law_name(drop, 0), "routh");
    assert_null(carom_drop_scene(drop, 1));
    assert_null(carom_drop_scene(drop, -1));
    assert_string_equal(carom_drop_plane_name(drop, 0), "floor");
    const carom_motion_scene *scene = carom_drop_scene(drop, 0);
    by_file = malloc(carom_motion_memory_size(scene));
    assert_int_equal(carom_motion_run(scene, carom_drop_start(drop), by_file, carom_motion_memory_size(scene), &got),
                     CAROM_OK);
    assert_int_equal(got.events, wanted.events);
    assert_true(got.end.t == wanted.end.t && got.end.centre[0] == wanted.end.centre[0]);
    carom_drop_free(drop);
    free(by_hand);
    free(by_file);
}

static void near(double got, double wanted) {
    if (!(fabs(got - wanted) <= 1e-14 * fabs(wanted) + 1e-16)) fail_msg("%.17g instead of %.17g", got, wanted);
}

// The moments are compared with textbook formulas. The centroid of the corners must be at the origin.
static void shapes_have_their_moments(void **unused) {
    static const struct {
        const char *shape;
        int dim, corners;
        double radius, inertia[3];
    } rows[] = {
        {"{\"rod\":2}", 2, 2, 0.0, {0, 0, 3.0 * 4.0 / 12.0}},
        {"{\"disc\":2}", 2, 1, 2.0, {0, 0, 0.5 * 3.0 * 4.0}},
        {"{\"sphere\":2}", 2, 1, 2.0, {0, 0, 0.4 * 3.0 * 4.0}},
        {"{\"rectangle\":[1,2]}", 2, 4, 0.0, {0, 0, 3.0 * 5.0 / 12.0}},
        {"{\"ellipse\":[1,2]}", 2, 0, 0.0, {0, 0, 3.0 * 5.0 / 4.0}},
        {"{\"polygon\":[[5,5],[6,5],[6,7],[5,7]]}", 2, 4, 0.0, {0, 0, 3.0 * 5.0 / 12.0}},
        {"{\"polygon\":[[5,7],[6,7],[6,5],[5,5]]}", 2, 4, 0.0, {0, 0, 3.0 * 5.0 / 12.0}},
        // An equilateral triangle has m a^2/12.
        {"{\"polygon\":[[0,0],[2,0],[1,1.7320508075688772]]}", 2, 3, 0.0, {0, 0, 3.0 * 4.0 / 12.0}},
        {"{\"sphere\":2}", 3, 1, 2.0, {4.8, 4.8, 4.8}},
        {"{\"box\":[1,2,3]}", 3, 8, 0.0, {3.0 * 13.0 / 12.0, 3.0 * 10.0 / 12.0, 3.0 * 5.0 / 12.0}},
        {"{\"ellipsoid\":[1,2,3]}", 3, 0, 0.0, {3.0 * 13.0 / 5.0, 3.0 * 10.0 / 5.0, 3.0 * 5.0 / 5.0}},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "{\"law\":\"frictionless\",\"params\":{\"e\":1},\"bodies\":[{\"mass\":3,\"centre\":[0,9%s],"
                 "\"shape\":%s}]}",
                 rows[i].dim == 3 ? ",9" : "", rows[i].shape);
        carom_drop *drop = parse(text);
        const carom_motion_scene *s = carom_drop_scene(drop, 0);
        assert_int_equal(s->dim, rows[i].dim);
        assert_int_equal(s->shape.corners, rows[i].corners);
        assert_true(s->shape.radius == rows[i].radius);
        for (int k = s->dim == 2 ? 2 : 0; k < 3; k++) near(s->inertia[k], rows[i].inertia[k]);
        for (int k = 0; k < s->dim && !s->shape.corners; k++) assert_true(s->shape.semi_axes[k] == k + 1.0);
        double sum[3] = {0.0};
        for (int c = 0; c < s->shape.corners; c++)
            for (int k = 0; k < 3; k++) sum[k] += s->shape.corner[c][k];
        for (int k = 0; k < 3; k++) assert_true(fabs(sum[k]) < 1e-14);
        carom_drop_free(drop);
    }
}

// Compares the moments of a capsule with sums over thin slices.
static void capsule_has_its_moment(void **unused) {
    (void)unused;
    for (int dim = 2; dim <= 3; dim++) {
        enum { SLICES = 200000 };
        const double half = 0.3, r = 0.2;
        char text[300];
        snprintf(text, sizeof text,
                 "{\"law\":\"frictionless\",\"params\":{\"e\":1},\"bodies\":[{\"mass\":3,\"centre\":[0,9%s],"
                 "\"shape\":{\"capsule\":[0.6,0.2]}}]}",
                 dim == 3 ? ",9" : "");
        double mass = 0.0, along = 0.0, across = 0.0;
        for (int i = 0; i < SLICES; i++) {
            const double x = (half + r) * (2.0 * (i + 0.5) / SLICES - 1.0), out = fmax(0.0, fabs(x) - half);
            const double y = sqrt(r * r - out * out), m = dim == 2 ? y : y * y;
            mass += m;
            along += m * (dim == 2 ? (double)NAN : y * y / 2.0);
            across += m * (x * x + (dim == 2 ? y * y / 3.0 : y * y / 4.0));
        }
        carom_drop *drop = parse(text);
        const double *I = carom_drop_scene(drop, 0)->inertia;
        assert_true(fabs(I[2] - 3.0 * across / mass) < 1e-7 * I[2]);
        if (dim == 3) assert_true(fabs(I[0] - 3.0 * along / mass) < 1e-7 * I[0]);
        if (dim == 3) assert_true(I[1] == I[2]);
        carom_drop_free(drop);
    }
}

// The same body is described in three sets of axes, with its inertia tensor, corners and orientation. The motions must
// agree.
static void tensor_turns_the_shape(void **unused) {
    static const char *const texts[3] = {
        "{\"law\":\"frictionless\",\"params\":{\"e\":0.8},\"bodies\":[{\"mass\":2,\"inertia\":[0.03,0.02,0.04],"
        "\"outline\":{\"corners\":[[0.2,0,0],[-0.1,0.3,0],[-0.1,-0.3,0],[0,0,0.2]]},\"centre\":[0,0,1],"
        "\"spin\":[1,2,3]}],\"motion\":{\"until\":0.9,\"persist\":\"stop\"}}",
        // These axes are turned by the angle with cosine 0.6 and sine 0.8 about z: R I R^T, R c, R^T.
        "{\"law\":\"frictionless\",\"params\":{\"e\":0.8},\"bodies\":[{\"mass\":2,\"inertia\":[[0.0236,0.0048,0],"
        "[0.0048,0.0264,0],[0,0,0.04]],\"outline\":{\"corners\":[[0.12,0.16,0],[-0.3,0.1,0],[0.18,-0.26,0],[0,0,0.2]]},"
        "\"orientation\":[[0.6,0.8,0],[-0.8,0.6,0],[0,0,1]],\"centre\":[0,0,1],\"spin\":[1,2,3]}],"
        "\"motion\":{\"until\":0.9,\"persist\":\"stop\"}}",
        // These axes are turned by the quaternion (1, 2, 2, 4)/5.
        "{\"law\":\"frictionless\",\"params\":{\"e\":0.8},\"bodies\":[{\"mass\":2,\"inertia\":[[0.0364,0.00384,0.00288]"
        ",[0.00384,0.028704,0.006528],[0.00288,0.006528,0.024896]],"
        "\"outline\":{\"corners\":[[-0.12,0.128,0.096],[0.06,-0.244,0.192],[0.06,0.116,-0.288],[0.16,0.096,0.072]]},"
        "\"orientation\":[[-0.6,0.64,0.48],[0.0,-0.6,0.8],[0.8,0.48,0.36]],\"centre\":[0,0,1],"
        "\"spin\":[1,2,3]}],\"motion\":{\"until\":0.9,\"persist\":\"stop\"}}"};
    carom_motion_state end[3];
    (void)unused;
    for (int i = 0; i < 3; i++) {
        carom_drop *drop = parse(texts[i]);
        const carom_motion_scene *s = carom_drop_scene(drop, 0);
        carom_motion_result r;
        void *memory = malloc(carom_motion_memory_size(s));
        assert_int_equal(carom_motion_run(s, carom_drop_start(drop), memory, carom_motion_memory_size(s), &r),
                         CAROM_OK);
        assert_true(r.events >= 2);
        end[i] = r.event[1].after;
        free(memory);
        carom_drop_free(drop);
    }
    for (int i = 1; i < 3; i++) {
        assert_true(fabs(end[0].t - end[i].t) < 1e-9);
        for (int k = 0; k < 3; k++) {
            assert_true(fabs(end[0].centre[k] - end[i].centre[k]) < 1e-9);
            assert_true(fabs(end[0].velocity[k] - end[i].velocity[k]) < 1e-8);
            assert_true(fabs(end[0].spin[k] - end[i].spin[k]) < 1e-7);
        }
    }
}

// Coefficients may be given for the file, a law and a plane. The most specific value applies.
static void parameters_come_from_the_nearest(void **unused) {
    carom_drop *drop =
        parse("{\"laws\":[\"routh\",{\"law\":\"routh\",\"name\":\"other\",\"params\":{\"mu\":0.4}},\"glocker\"],"
              "\"params\":{\"e\":0.5,\"mu\":0.3,\"e_t\":0},"
              "\"bodies\":[{\"mass\":1,\"shape\":{\"rod\":1},\"centre\":[0,2]}],"
              "\"planes\":[{\"normal\":[0,2]},{\"normal\":[1,0],\"point\":[-3,7],\"params\":{\"e\":0.9}}]}");
    (void)unused;
    assert_int_equal(carom_drop_laws(drop), 3);
    const carom_motion_scene *a = carom_drop_scene(drop, 0), *b = carom_drop_scene(drop, 1),
                             *c = carom_drop_scene(drop, 2);
    assert_true(a->params->mu == 0.3 && b->params->mu == 0.4 && c->params->e == 0.5);
    assert_null(a->plane[0].params);
    assert_true(a->plane[1].params->e == 0.9 && a->plane[1].params->mu == 0.3 && b->plane[1].params->mu == 0.4);
    assert_true(c->plane[1].params->e == 0.9);
    assert_true(a->plane[0].normal[1] == 1.0 && a->plane[1].offset == -3.0);
    assert_string_equal(carom_drop_law_name(drop, 1), "other");
    assert_null(carom_drop_plane_name(drop, 1));
    carom_drop_free(drop);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(command_prints_the_numbers_of_the_library),
        cmocka_unit_test(file_and_program_make_one_scene),
        cmocka_unit_test(shapes_have_their_moments),
        cmocka_unit_test(capsule_has_its_moment),
        cmocka_unit_test(tensor_turns_the_shape),
        cmocka_unit_test(parameters_come_from_the_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
