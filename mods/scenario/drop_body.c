// Reads the body of a motion file: converts named shapes to corners or semi-axes, and to moments of inertia.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/eigen.h"
#include "base/vec.h"
#include "base/worst.h"
#include "carom/motion.h"
#include "carom/scenario.h"
#include "mods/scenario/drop_read.h"
#include "mods/scenario/uniform.h"

static const carom_json_place bodies_place = {NULL, "bodies", 0}, body_place = {&bodies_place, NULL, 0};

static bool refuse(const carom_reading *r, const char *key, const char *why) {
    const carom_json_place at = {&body_place, key, 0};
    return carom_refuse_at(r->refusal, &r->source, &at, CAROM_BAD_VALUE, "%s", why);
}

// The data of a shape while it is being read.
typedef struct {
    const carom_reading *r;
    carom_drop *d;
    const char *key; // "shape" or "outline"
    const char *name;
    const json_t *value;
    double size[3];
    double mass;
    double moments[3]; // moments of inertia of a uniform body; NaN if unknown
    double middle[3];  // the centre of mass of a uniform body
} solid;

static bool refuse_solid(const solid *s, const char *why) {
    const carom_json_place of = {&body_place, s->key, 0}, at = {&of, s->name, 0};
    return carom_refuse_at(s->r->refusal, &s->r->source, &at, CAROM_BAD_VALUE, "%s", why);
}

static bool refuse_room(const solid *s) {
    return carom_refuse_memory(s->r, &body_place);
}

static double (*corners(solid *s, int count))[3] {
    s->d->corner = carom_room((size_t)count, sizeof *s->d->corner);
    s->d->scene.shape.corners = count;
    s->d->scene.shape.corner = (const double(*)[3])s->d->corner;
    return s->d->corner;
}

static bool round_solid(solid *s) {
    s->d->scene.shape.radius = s->size[0];
    return corners(s, 1) || refuse_room(s);
}

static bool line_solid(solid *s) {
    double(*corner)[3] = corners(s, 2);
    if (!corner) return refuse_room(s);
    corner[0][0] = -0.5 * s->size[0];
    corner[1][0] = 0.5 * s->size[0];
    return true;
}

// Computes half of a capsule's length and its parts: a middle piece, and two halves of a ball (3D) or a disc (2D).
// Their centroids are 3/8 r and 4/(3 pi) r from their flat sides.
static bool capsule_solid(solid *s) {
    const double half = 0.5 * s->size[0], r = s->size[1], pi = 3.14159265358979323846;
    const bool flat = s->d->scene.dim == 2;
    const double volume[2] = {flat ? 4.0 * half * r : 2.0 * half * pi * r * r,
                              flat ? pi * r * r : 4.0 / 3.0 * pi * r * r * r};
    const double m[2] = {s->mass * volume[0] / (volume[0] + volume[1]), s->mass * volume[1] / (volume[0] + volume[1])};
    const double own = flat ? 0.5 : 0.4, out = flat ? 4.0 / (3.0 * pi) * r : 0.375 * r;
    const double ends = m[1] * (own * r * r + half * half + 2.0 * half * out);
    s->moments[2] = s->moments[1] = m[0] * (4.0 * half * half + (flat ? 4.0 : 3.0) * r * r) / 12.0 + ends;
    s->moments[0] = flat ? s->moments[2] : 0.5 * m[0] * r * r + 0.4 * m[1] * r * r;
    s->d->scene.shape.radius = r;
    return line_solid(s);
}

// Reads two sides in 2D or three in 3D and lists the corners; in 2D they are in order around the shape.
static bool block_solid(solid *s) {
    const int count = s->d->scene.dim == 2 ? 4 : 8;
    double(*corner)[3] = corners(s, count);
    if (!corner) return refuse_room(s);
    for (int i = 0; i < count; i++) {
        const int sign[3] = {(i + 1) % 4 / 2 ? 1 : -1, i % 4 / 2 ? 1 : -1, i / 4 ? 1 : -1};
        for (int k = 0; k < s->d->scene.dim; k++) corner[i][k] = 0.5 * sign[k] * s->size[k];
    }
    return true;
}

static bool ellipsoid_solid(solid *s) {
    for (int i = 0; i < s->d->scene.dim; i++) s->d->scene.shape.semi_axes[i] = s->size[i];
    if (s->d->scene.dim == 2) s->moments[2] = 0.25 * s->mass * (s->size[0] * s->size[0] + s->size[1] * s->size[1]);
    return true;
}

// Reads rows of 2 or 3 numbers.
static bool listed_solid(solid *s) {
    const size_t count = json_array_size(s->value), dim = (size_t)s->d->scene.dim;
    if (json_array_size(json_array_get(s->value, 0)) != dim)
        return refuse_solid(s, dim == 2 ? "in 2D each corner has two numbers: [[0, 0], [1, 0], [0, 1]]"
                                        : "in 3D each corner has three numbers: [[0, 0, 0], [1, 0, 0], ...]");
    if (count > CAROM_MOTION_MAX_CORNERS) return refuse_solid(s, "has more than 256 corners");
    double(*corner)[3] = corners(s, (int)count);
    if (!corner) return refuse_room(s);
    for (size_t i = 0; i < count; i++) carom_read_numbers(json_array_get(s->value, i), corner[i], dim);
    return true;
}

// Computes area, centroid and moment from triangles at the first corner.
static bool polygon_solid(solid *s) {
    if (json_array_size(s->value) < 3) return refuse_solid(s, "a polygon has at least three corners");
    if (!listed_solid(s)) return false;
    const int count = s->d->scene.shape.corners;
    const double(*c)[3] = (const double(*)[3])s->d->corner;
    double area = 0.0, first[2] = {0.0}, second = 0.0, turned = 0.0;
    bool convex = true;
    for (int i = 0; i < count; i++) {
        const double *a = c[i], *b = c[(i + 1) % count], *next = c[(i + 2) % count];
        const double ab[2] = {b[0] - a[0], b[1] - a[1]}, bc[2] = {next[0] - b[0], next[1] - b[1]};
        const double cross = ab[0] * bc[1] - ab[1] * bc[0];
        turned += atan2(cross, ab[0] * bc[0] + ab[1] * bc[1]);
        const double p[2] = {a[0] - c[0][0], a[1] - c[0][1]}, q[2] = {b[0] - c[0][0], b[1] - c[0][1]};
        const double twice = p[0] * q[1] - p[1] * q[0];
        area += 0.5 * twice;
        for (int k = 0; k < 2; k++) first[k] += twice * (p[k] + q[k]) / 6.0;
        for (int k = 0; k < 2; k++) second += twice * (p[k] * p[k] + p[k] * q[k] + q[k] * q[k]) / 12.0;
    }
    for (int i = 0; i < count; i++) {
        const double *a = c[i], *b = c[(i + 1) % count], *next = c[(i + 2) % count];
        const double cross = (b[0] - a[0]) * (next[1] - b[1]) - (b[1] - a[1]) * (next[0] - b[0]);
        convex = convex && cross * area >= 0.0;
    }
    // Reject a star polygon, whose sides turn by more than one full turn.
    if (!convex || !(fabs(area) > 0.0) || fabs(turned) > 7.0)
        return refuse_solid(s, "must be convex, with its corners in order around it");
    for (int k = 0; k < 2; k++) s->middle[k] = c[0][k] + first[k] / area;
    second = second / area - (first[0] * first[0] + first[1] * first[1]) / (area * area);
    s->moments[2] = s->mass * second;
    return true;
}

static const struct {
    const char *name;
    size_t sizes; // 0 if the solid is given by rows
    bool flat, space;
    bool (*make)(solid *s);
    const char *wanted;
} solids[] = {{"rod", 1, true, false, line_solid, "must be one positive length"},
              {"disc", 1, true, false, round_solid, "must be one positive radius"},
              {"rectangle", 2, true, false, block_solid, "must be two positive sides"},
              {"ellipse", 2, true, false, ellipsoid_solid, "must be two positive semi-axes"},
              {"polygon", 0, true, false, polygon_solid, "must be a list of corners"},
              {"capsule", 2, true, true, capsule_solid, "must be a positive length and a positive radius"},
              {"sphere", 1, true, true, round_solid, "must be one positive radius"},
              {"box", 3, false, true, block_solid, "must be three positive sides"},
              {"ellipsoid", 3, false, true, ellipsoid_solid, "must be three positive semi-axes"},
              {"corners", 0, true, true, listed_solid, "must be a list of corners"}};

static bool make_solid(solid *s) {
    const bool flat = s->d->scene.dim == 2;
    size_t kind = 0;
    while (strcmp(solids[kind].name, s->name) != 0) kind++;
    if (!(flat ? solids[kind].flat : solids[kind].space))
        return refuse_solid(s, flat ? "is a 3D shape, and \"centre\" has two numbers"
                                    : "is a 2D shape, and \"centre\" has three numbers");
    const size_t count = solids[kind].sizes;
    bool good = count ? carom_read_numbers(s->value, s->size, 3) == count : carom_is_array(json_array_get(s->value, 0));
    for (size_t i = 0; i < count; i++) good = good && s->size[i] > 0.0;
    if (!good) return refuse_solid(s, solids[kind].wanted);
    // Shapes that also exist in scenarios use the same moments of inertia.
    const carom_uniform *uniform = carom_uniform_find(s->name);
    if (uniform) uniform->moments(s->mass, s->size, s->moments);
    return solids[kind].make(s);
}

static bool read_solid(const carom_reading *r, const json_t *body, carom_drop *d, solid *s) {
    const json_t *shape = json_object_get(body, "shape"), *outline = json_object_get(body, "outline");
    *s = (solid){.r = r, .d = d, .key = shape ? "shape" : "outline", .mass = d->scene.mass};
    for (int i = 0; i < 3; i++) s->moments[i] = (double)NAN;
    if (!shape && !outline)
        return carom_refuse_at(
            r->refusal, &r->source, &body_place, CAROM_MISSING_KEY,
            "\"shape\" is missing: what touches the planes, such as {\"rod\": 1} or {\"disc\": 0.1}");
    if (carom_key_count(shape ? shape : outline) != 1)
        return refuse(r, s->key, "must have one key: the name of the shape, such as {\"rod\": 1}");
    json_t *value;
    s->name = carom_next_key(shape ? shape : outline, NULL, &value);
    s->value = value;
    return make_solid(s);
}

// Computes the position of the shape. Corners and ellipsoids are relative to the centre of mass.
static bool place_solid(const carom_reading *r, const json_t *body, carom_drop *d, const solid *s) {
    const json_t *offset = json_object_get(body, "offset"), *rounding = json_object_get(body, "rounding");
    double by[3];
    if (offset && carom_read_vector(offset, by) != (size_t)d->scene.dim)
        return refuse(r, "offset", "must have as many numbers as \"centre\"");
    if (!offset) memset(by, 0, sizeof by);
    const bool moved = json_object_get(body, "shape") != NULL;
    for (int i = 0; i < d->scene.shape.corners; i++)
        for (int k = 0; k < 3; k++) d->corner[i][k] += by[k] - (moved ? s->middle[k] : 0.0);
    memcpy(d->scene.shape.middle, by, sizeof by);
    if (rounding && !d->scene.shape.corners)
        return refuse(r, "rounding", "goes with corners, which this shape has not");
    d->scene.shape.radius += carom_read_number(rounding, 0.0);
    return true;
}

static void multiply(const double a[4], const double b[4], double out[4]) {
    out[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    out[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    out[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    out[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

// Computes the quaternion of a rotation matrix, starting with the largest of its four numbers to avoid cancellation.
static void quaternion_of(const double R[3][3], double q[4]) {
    const double trace = R[0][0] + R[1][1] + R[2][2];
    int most = 0;
    for (int i = 1; i < 3; i++)
        if (R[i][i] > R[most][most]) most = i;
    const int j = (most + 1) % 3, k = (most + 2) % 3;
    if (trace > R[most][most]) {
        q[0] = 0.5 * sqrt(1.0 + trace);
        q[1] = (R[2][1] - R[1][2]) / (4.0 * q[0]);
        q[2] = (R[0][2] - R[2][0]) / (4.0 * q[0]);
        q[3] = (R[1][0] - R[0][1]) / (4.0 * q[0]);
        return;
    }
    const double s = 0.5 * sqrt(fmax(0.0, 1.0 + 2.0 * R[most][most] - trace));
    q[1 + most] = s;
    q[0] = (R[k][j] - R[j][k]) / (4.0 * s);
    q[1 + j] = (R[j][most] + R[most][j]) / (4.0 * s);
    q[1 + k] = (R[k][most] + R[most][k]) / (4.0 * s);
}

// Rotates the body's axes to the principal axes if the tensor is not diagonal.
static bool turn_to_principal(const carom_reading *r, carom_drop *d, const double tensor[3][3]) {
    double values[3], axes[3][3], back[3][3], q[4], at[4];
    for (int i = 0; i < 9; i++)
        if (fabs(tensor[i / 3][i % 3] - tensor[i % 3][i / 3]) > 1e-12 * fabs(tensor[i / 3][i / 3]))
            return refuse(r, "inertia", "must be symmetric");
    if (!d->scene.shape.corners)
        return refuse(r, "inertia", "must be diagonal: the axes of an ellipsoid are its principal axes here");
    carom_eigen(3, tensor, values, axes);
    carom_cross(axes[0], axes[1], axes[2]); // right-handed
    for (int i = 0; i < d->scene.shape.corners; i++) carom_apply3((const double(*)[3])axes, d->corner[i], d->corner[i]);
    for (int i = 0; i < 9; i++) back[i / 3][i % 3] = axes[i % 3][i / 3];
    memcpy(d->scene.inertia, values, sizeof values);
    quaternion_of((const double(*)[3])back, q);
    memcpy(at, d->start.orientation, sizeof at);
    multiply(at, q, d->start.orientation);
    return true;
}

static bool read_inertia(const carom_reading *r, const json_t *body, carom_drop *d, const solid *s) {
    const json_t *inertia = json_object_get(body, "inertia"), *gyration = json_object_get(body, "gyration");
    double number[9];
    if (inertia && gyration) return refuse(r, "gyration", "is another form of \"inertia\"; give one of them");
    if (!inertia && !gyration) {
        const bool uniform = json_object_get(body, "shape") != NULL && isfinite(s->moments[2]);
        if (!uniform || json_object_get(body, "offset"))
            return carom_refuse_at(
                r->refusal, &r->source, &body_place, CAROM_MISSING_KEY,
                "\"inertia\" is missing: only a uniform \"shape\" without \"offset\" has an inertia of its own%s",
                s->name && !strcmp(s->name, "corners") ? "; \"corners\" has none" : "");
        memcpy(d->scene.inertia, s->moments, sizeof s->moments);
        return true;
    }
    if (gyration) {
        const double k = carom_read_number(gyration, 0.0);
        if (d->scene.dim == 3) return refuse(r, "gyration", "is for 2D; give \"inertia\"");
        d->scene.inertia[2] = d->scene.mass * k * k;
        return true;
    }
    const size_t count = carom_read_numbers(inertia, number, 9);
    if (d->scene.dim == 2 && count != 1) return refuse(r, "inertia", "must be one number in 2D");
    for (size_t i = 0; i < 3; i++) d->scene.inertia[i] = count == 9 ? number[4 * i] : number[count == 3 ? i : 0];
    bool diagonal = true;
    for (size_t i = 0; i < count && count == 9; i++) diagonal = diagonal && (i % 4 == 0 || number[i] == 0.0);
    return diagonal || turn_to_principal(r, d, (const double(*)[3])number);
}

static bool read_vector(const carom_reading *r, const json_t *body, const char *key, int dim, double out[3]) {
    const json_t *value = json_object_get(body, key);
    memset(out, 0, 3 * sizeof *out);
    if (!value || carom_read_vector(value, out) == (size_t)dim) return true;
    return refuse(r, key, "must have as many numbers as \"centre\"");
}

static bool is_rotation(const double R[3][3]) {
    double third[3], off = 0.0;
    carom_cross(R[0], R[1], third);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) carom_worsen(&off, fabs(carom_dot3(R[i], R[k]) - (i == k)));
    for (int i = 0; i < 3; i++) carom_worsen(&off, fabs(third[i] - R[2][i]));
    return off < 1e-6;
}

static bool read_start(const carom_reading *r, const json_t *body, carom_drop *d) {
    const json_t *angle = json_object_get(body, "angle"), *turned = json_object_get(body, "orientation");
    const json_t *spin = json_object_get(body, "spin");
    carom_motion_state *start = &d->start;
    double number[9] = {1.0};
    const int dim = d->scene.dim;
    start->exact = true;
    if (!read_vector(r, body, "velocity", dim, start->velocity)) return false;
    if (dim == 2 && turned) return refuse(r, "orientation", "is for 3D; in 2D give \"angle\"");
    if (dim == 3 && angle) return refuse(r, "angle", "is for 2D; in 3D give \"orientation\"");
    if (spin && carom_is_array(spin) != (dim == 3))
        return refuse(r, "spin", dim == 2 ? "must be a number in 2D" : "must be three numbers in 3D");
    carom_read_numbers(spin, start->spin + (dim == 2 ? 2 : 0), dim == 2 ? 1 : 3);
    start->angle = carom_read_angle(angle, 0.0);
    const size_t count = carom_read_numbers(turned, number, 9);
    if (count != 9) memcpy(start->orientation, number, sizeof start->orientation);
    if (count == 9 && !is_rotation((const double(*)[3])number))
        return refuse(r, "orientation", "is not a rotation: its rows must be orthogonal unit vectors, right-handed");
    if (count == 9) quaternion_of((const double(*)[3])number, start->orientation);
    return true;
}

bool carom_drop_body(const carom_reading *r, const json_t *body, carom_drop *d) {
    solid s;
    double centre[3];
    const int dim = (int)carom_read_vector(json_object_get(body, "centre"), centre);
    d->name = json_string_value(json_object_get(body, "name"));
    if (!d->name) d->name = "body";
    d->scene = carom_motion_scene_default(dim);
    d->scene.mass = carom_read_number(json_object_get(body, "mass"), 0.0);
    if (!isfinite(d->scene.mass)) return refuse(r, "mass", "must be finite: a body of infinite mass does not fall");
    memcpy(d->start.centre, centre, sizeof centre);
    return read_solid(r, body, d, &s) && place_solid(r, body, d, &s) && read_start(r, body, d) &&
           read_inertia(r, body, d, &s);
}
