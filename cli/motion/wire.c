#include "cli/motion/wire.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double turn = 6.28318530717958648;

// Adds lines.

static void begin(carom_wire *w) {
    if (w->lines < CAROM_WIRE_LINES) w->first[++w->lines] = w->points;
}

static void add(carom_wire *w, double x, double y, double z) {
    if (w->points == CAROM_WIRE_POINTS) return;
    double *p = w->point[w->points++];
    p[0] = x, p[1] = y, p[2] = z;
    w->first[w->lines] = w->points;
}

static void segment(carom_wire *w, const double a[3], const double b[3]) {
    begin(w);
    add(w, a[0], a[1], a[2]);
    add(w, b[0], b[1], b[2]);
}

// Adds a closed ellipse around m with these half axes.
static void ring(carom_wire *w, const double m[3], const double u[3], const double v[3], int steps) {
    begin(w);
    for (int i = 0; i <= steps; i++) {
        const double c = cos(turn * (i % steps) / steps), s = sin(turn * (i % steps) / steps);
        add(w, m[0] + c * u[0] + s * v[0], m[1] + c * u[1] + s * v[1], m[2] + c * u[2] + s * v[2]);
    }
}

static void rings(carom_wire *w, const double m[3], const double size[3]) {
    enum { STEPS = 36 };
    const double a[3][3] = {{size[0], 0, 0}, {0, size[1], 0}, {0, 0, size[2]}};
    for (int i = 0; i < 3; i++) ring(w, m, a[i], a[(i + 1) % 3], STEPS);
}

// Computes convex hulls in 2D with Andrew's algorithm.

static int by_place(const void *a, const void *b) {
    const double *p = a, *q = b;
    if (p[0] != q[0]) return p[0] < q[0] ? -1 : 1;
    return p[1] < q[1] ? -1 : p[1] > q[1];
}

static double side(const double a[2], const double b[2], const double c[2]) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

size_t carom_wire_hull(double (*at)[2], size_t count, double (*hull)[2]) {
    size_t n = 0;
    qsort(at, count, sizeof *at, by_place);
    if (count < 3) {
        memcpy(hull, at, count * sizeof *at);
        return count;
    }
    for (int way = 0; way < 2; way++) {
        const size_t start = n;
        for (size_t i = 0; i < count; i++) {
            const double *p = at[way ? count - 1 - i : i];
            while (n >= start + 2 && side(hull[n - 2], hull[n - 1], p) <= 0.0) n--;
            memcpy(hull[n++], p, sizeof *hull);
        }
        n--; // skip the first point of the other half
    }
    return n;
}

// Draws 2D bodies.

// Adds the hull of the corners, with arcs around them.
static void flat_corners(const carom_motion_shape *shape, carom_wire *w) {
    enum { ARC = 12 };
    double at[CAROM_MOTION_MAX_CORNERS][2], hull[2 * CAROM_MOTION_MAX_CORNERS][2];
    const double r = shape->radius;
    for (int i = 0; i < shape->corners; i++) memcpy(at[i], shape->corner[i], sizeof at[i]);
    if (shape->corners == 1) {
        const double m[3] = {at[0][0], at[0][1], 0.0}, end[3] = {at[0][0] + r, at[0][1], 0.0};
        ring(w, m, (const double[3]){r, 0, 0}, (const double[3]){0, r, 0}, 60);
        segment(w, m, end);
        return;
    }
    const size_t n = carom_wire_hull(at, (size_t)shape->corners, hull);
    begin(w);
    for (size_t i = 0; i < n; i++) {
        const double *before = hull[(i + n - 1) % n], *here = hull[i], *next = hull[(i + 1) % n];
        // Outward directions of the sides, which are on the right of a counterclockwise path.
        const double from = atan2(before[0] - here[0], here[1] - before[1]);
        double swing = atan2(here[0] - next[0], next[1] - here[1]) - from;
        if (r == 0.0) {
            add(w, here[0], here[1], 0.0);
            continue;
        }
        while (swing < 0.0) swing += turn;
        for (int k = 0; k <= ARC; k++)
            add(w, here[0] + r * cos(from + swing * k / ARC), here[1] + r * sin(from + swing * k / ARC), 0.0);
    }
    if (n > 2 || r > 0.0) {
        const double *first = w->point[w->first[w->lines - 1]];
        add(w, first[0], first[1], 0.0);
    }
}

static void flat_ellipse(const carom_motion_shape *shape, carom_wire *w) {
    const double *m = shape->middle, *a = shape->semi_axes;
    ring(w, m, (const double[3]){a[0], 0, 0}, (const double[3]){0, a[1], 0}, 72);
    segment(w, m, (const double[3]){m[0] + a[0], m[1], 0.0});
}

// Draws 3D bodies.

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Returns true if two corners share an edge: two different planes through both have all other corners on one side.
static bool is_edge(const carom_motion_shape *shape, int i, int j, double size) {
    const double(*c)[3] = shape->corner;
    double along[3], found[3] = {0.0};
    bool one = false;
    for (int n = 0; n < 3; n++) along[n] = c[j][n] - c[i][n];
    for (int k = 0; k < shape->corners; k++) {
        double to[3], normal[3], low = 0.0, high = 0.0;
        for (int n = 0; n < 3; n++) to[n] = c[k][n] - c[i][n];
        cross(along, to, normal);
        const double length = sqrt(dot(normal, normal));
        if (!(length > 1e-9 * size * size)) continue;
        for (int m = 0; m < shape->corners; m++) {
            for (int n = 0; n < 3; n++) to[n] = c[m][n] - c[i][n];
            const double height = dot(normal, to) / length;
            low = fmin(low, height);
            high = fmax(high, height);
        }
        if (low < -1e-9 * size && high > 1e-9 * size) continue;
        const double sign = high > 1e-9 * size ? -1.0 : 1.0; // makes the normal point outward
        for (int n = 0; n < 3; n++) normal[n] *= sign / length;
        if (one && dot(normal, found) < 1.0 - 1e-9) return true;
        memcpy(found, normal, sizeof found);
        one = true;
    }
    return false;
}

static void edges(const carom_motion_shape *shape, double size, carom_wire *w) {
    enum { MOST = 80 }; // if there are more corners, only the outline is shown
    for (int i = 0; i < shape->corners && shape->corners <= MOST; i++)
        for (int j = i + 1; j < shape->corners; j++)
            if (shape->corners == 2 || is_edge(shape, i, j, size)) segment(w, shape->corner[i], shape->corner[j]);
}

// Adds two balls and four lines between them.
static void capsule(const carom_motion_shape *shape, carom_wire *w) {
    const double *a = shape->corner[0], *b = shape->corner[1], r = shape->radius;
    double axis[3], u[3], v[3], length;
    for (int i = 0; i < 3; i++) axis[i] = b[i] - a[i];
    cross(axis, fabs(axis[0]) < fabs(axis[1]) ? (const double[3]){1, 0, 0} : (const double[3]){0, 1, 0}, u);
    cross(axis, u, v);
    length = sqrt(dot(u, u));
    for (int i = 0; i < 3; i++) u[i] *= r / length;
    length = sqrt(dot(v, v));
    for (int i = 0; i < 3; i++) v[i] *= r / length;
    length = sqrt(dot(axis, axis));
    for (int i = 0; i < 3; i++) axis[i] *= r / length;
    for (int k = 0; k < 2; k++) {
        const double *m = k ? b : a;
        ring(w, m, u, v, 36);
        ring(w, m, u, axis, 36);
        ring(w, m, v, axis, 36);
    }
    for (int k = 0; k < 4; k++) {
        const double *side_of = k % 2 ? v : u, s = k / 2 ? -1.0 : 1.0;
        segment(w, (const double[3]){a[0] + s * side_of[0], a[1] + s * side_of[1], a[2] + s * side_of[2]},
                (const double[3]){b[0] + s * side_of[0], b[1] + s * side_of[1], b[2] + s * side_of[2]});
    }
}

void carom_wire_of(const carom_motion_scene *scene, carom_wire *w) {
    const carom_motion_shape *shape = &scene->shape;
    w->dim = scene->dim;
    w->points = w->lines = 0;
    w->first[0] = 0;
    if (scene->dim == 2) {
        if (shape->corners)
            flat_corners(shape, w);
        else
            flat_ellipse(shape, w);
        return;
    }
    if (!shape->corners)
        rings(w, shape->middle, shape->semi_axes);
    else if (shape->corners == 1)
        rings(w, shape->corner[0], (const double[3]){shape->radius, shape->radius, shape->radius});
    else if (shape->corners == 2 && shape->radius > 0.0)
        capsule(shape, w);
    else
        edges(shape, carom_motion_size(scene), w);
}

void carom_wire_axes(const carom_motion_scene *scene, const carom_motion_state *state, double R[3][3]) {
    memset(R, 0, 9 * sizeof(double));
    if (scene->dim == 2) {
        R[0][0] = R[1][1] = cos(state->angle);
        R[1][0] = sin(state->angle);
        R[0][1] = -R[1][0];
        R[2][2] = 1.0;
        return;
    }
    const double *o = state->orientation;
    const double n = 1.0 / sqrt(o[0] * o[0] + o[1] * o[1] + o[2] * o[2] + o[3] * o[3]);
    const double q[4] = {n * o[0], n * o[1], n * o[2], n * o[3]};
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        R[i][i] = 1.0 - 2.0 * (q[1 + j] * q[1 + j] + q[1 + k] * q[1 + k]);
        R[i][j] = 2.0 * (q[1 + i] * q[1 + j] - q[0] * q[1 + k]);
        R[i][k] = 2.0 * (q[1 + i] * q[1 + k] + q[0] * q[1 + j]);
    }
}
