// Reads the scene of a golden case and compares states with golden states.
#ifndef CAROM_TESTS_MOTION_GOLDEN_SCENE_H
#define CAROM_TESTS_MOTION_GOLDEN_SCENE_H

#include <math.h>
#include <string.h>

#include "carom/motion.h"
#include "support/golden.h"

typedef struct {
    carom_motion_scene scene;
    carom_motion_state start;
    double corner[CAROM_MOTION_MAX_CORNERS][3];
    carom_motion_plane plane[CAROM_MOTION_MAX_PLANES];
} golden_scene;

static void read_vector(const json_t *object, const char *key, double out[3]) {
    out[0] = out[1] = out[2] = 0.0;
    golden_reals(json_object_get(object, key), out, 3);
}

// In 2D the spin is one number, the component about the third axis.
static void read_spin(const json_t *object, const char *key, double out[3]) {
    const json_t *value = json_object_get(object, key);
    read_vector(object, key, out);
    if (!json_is_number(value)) return;
    out[0] = 0.0;
    out[2] = json_number_value(value);
}

static void read_state(const json_t *json, carom_motion_state *state) {
    *state = (carom_motion_state){.t = 0.0};
    if (json_object_get(json, "t")) state->t = golden_real(json, "t");
    if (json_object_get(json, "angle")) state->angle = golden_real(json, "angle");
    golden_reals(json_object_get(json, "orientation"), state->orientation, 4);
    read_vector(json, "centre", state->centre);
    read_vector(json, "velocity", state->velocity);
    read_spin(json, "spin", state->spin);
}

static void read_shape(const json_t *json, golden_scene *s) {
    const json_t *corners = json_object_get(json, "corners");
    const int count = (int)json_array_size(corners);
    for (int i = 0; i < count; i++) {
        s->corner[i][2] = 0.0;
        golden_reals(json_array_get(corners, (size_t)i), s->corner[i], 3);
    }
    s->scene.shape = (carom_motion_shape){.corners = count, .corner = (const double(*)[3])s->corner};
    if (count) s->scene.shape.radius = golden_real(json, "radius");
    read_vector(json, "semi_axes", s->scene.shape.semi_axes);
    read_vector(json, "middle", s->scene.shape.middle);
}

static void read_scene(const json_t *json, golden_scene *s) {
    const json_t *planes = json_object_get(json, "planes");
    s->scene = carom_motion_scene_default((int)golden_real(json, "dim"));
    s->scene.mass = golden_real(json, "mass");
    golden_reals(json_object_get(json, "inertia"), s->scene.inertia + (s->scene.dim == 2 ? 2 : 0), 3);
    read_vector(json, "gravity", s->scene.gravity);
    read_shape(json_object_get(json, "shape"), s);
    s->scene.planes = (int)json_array_size(planes);
    s->scene.plane = s->plane;
    for (int i = 0; i < s->scene.planes; i++) {
        const json_t *plane = json_array_get(planes, (size_t)i);
        s->plane[i] = (carom_motion_plane){.offset = golden_real(plane, "offset")};
        read_vector(plane, "normal", s->plane[i].normal);
    }
    read_state(json_object_get(json, "start"), &s->start);
}

// The tolerance is relative to max(1, |largest wanted|).
static void compare(golden_case *c, const char *what, const double *got, const json_t *wanted, double tol) {
    double numbers[16];
    const int count = golden_reals(wanted, numbers, 16);
    const double allowed = tol * fmax(1.0, golden_largest(wanted));
    for (int i = 0; i < count; i++) golden_near(c, what, got[i], numbers[i], allowed);
}

// A quaternion and its negative describe the same orientation.
static void compare_orientation(golden_case *c, const double got[4], const json_t *wanted, double tol) {
    double numbers[4], same[4], inner = 0.0;
    if (golden_reals(wanted, numbers, 4) != 4) return;
    for (int i = 0; i < 4; i++) inner += got[i] * numbers[i];
    for (int i = 0; i < 4; i++) same[i] = inner < 0.0 ? -got[i] : got[i];
    compare(c, "orientation", same, wanted, tol);
}

static void compare_state(golden_case *c, const carom_motion_scene *scene, const carom_motion_state *got,
                          const json_t *wanted, double tol) {
    compare(c, "t", &got->t, json_object_get(wanted, "t"), tol);
    compare(c, "centre", got->centre, json_object_get(wanted, "centre"), tol);
    compare(c, "velocity", got->velocity, json_object_get(wanted, "velocity"), tol);
    compare(c, "angle", &got->angle, json_object_get(wanted, "angle"), tol);
    compare_orientation(c, got->orientation, json_object_get(wanted, "orientation"), tol);
    compare(c, "spin", got->spin + (scene->dim == 2 ? 2 : 0), json_object_get(wanted, "spin"), tol);
}

#endif
