#include "motion/shape.h"

#include <math.h>

#include "base/vec.h"

int carom_shape_features(const carom_motion_scene *scene) {
    return scene->shape.corners > 0 ? scene->shape.corners : 1;
}

static double length(const double x[3]) {
    return sqrt(carom_dot3(x, x));
}

static double longest_axis(const carom_motion_scene *scene) {
    const double *a = scene->shape.semi_axes;
    return scene->dim == 2 ? fmax(a[0], a[1]) : fmax(a[0], fmax(a[1], a[2]));
}

static double shortest_axis(const carom_motion_scene *scene) {
    const double *a = scene->shape.semi_axes;
    return scene->dim == 2 ? fmin(a[0], a[1]) : fmin(a[0], fmin(a[1], a[2]));
}

static double furthest_corner(const carom_motion_shape *shape) {
    double most = 0.0;
    for (int i = 0; i < shape->corners; i++) most = fmax(most, length(shape->corner[i]));
    return most;
}

double carom_shape_size(const carom_motion_scene *scene) {
    const carom_motion_shape *shape = &scene->shape;
    return shape->corners > 0 ? furthest_corner(shape) + shape->radius : length(shape->middle) + longest_axis(scene);
}

// Computes D u; D holds the semi-axes, two of them in 2D.
static void stretch(const carom_motion_scene *scene, const double u[3], double out[3]) {
    for (int i = 0; i < 3; i++) out[i] = i < scene->dim ? scene->shape.semi_axes[i] * u[i] : 0.0;
}

// Computes the gap of a corner or an ellipsoid.
//   corner      arm R b - r n,                            gap n.(p + R b) - r - d
//   ellipsoid   arm R (m - D^2 u/|D u|), u = R^T n,       gap n.(p + R m) - |D u| - d
double carom_shape_gap(const carom_motion_scene *scene, const carom_pose *pose, int plane, int feature, double arm[3],
                       double *rate) {
    const carom_motion_shape *shape = &scene->shape;
    const double *n = scene->plane[plane].normal;
    double turning[3], gap;
    if (shape->corners > 0) {
        carom_to_world(&pose->axes, shape->corner[feature], arm);
        gap = carom_dot3(n, arm) - shape->radius;
        carom_add3(arm, -shape->radius, n);
    } else {
        double u[3], Du[3], point[3];
        carom_to_body(&pose->axes, n, u);
        stretch(scene, u, Du);
        const double support = length(Du);
        stretch(scene, Du, point);
        for (int i = 0; i < 3; i++) point[i] = shape->middle[i] - point[i] / support;
        gap = carom_dot3(u, shape->middle) - support;
        carom_to_world(&pose->axes, point, arm);
    }
    carom_cross(pose->state.spin, arm, turning);
    *rate = carom_dot3(n, pose->state.velocity) + carom_dot3(n, turning);
    return carom_dot3(n, pose->state.centre) - scene->plane[plane].offset + gap;
}

// Returns n.(spin' x r + spin x (spin x r)) for a point r fixed in the body.
static double point_acceleration(const double n[3], const double spin[3], const double rate[3], const double r[3]) {
    double once[3], twice[3], turned[3];
    carom_cross(rate, r, turned);
    carom_cross(spin, r, once);
    carom_cross(spin, once, twice);
    return carom_dot3(n, turned) + carom_dot3(n, twice);
}

// Returns the second derivative of H = |D u|. In body axes u' = u x w and u'' = u' x w + u x w'.
//   H'' = (|D u'|^2 + D u.D u'')/H - (D u.D u')^2/H^3
static double support_acceleration(const carom_motion_scene *scene, const double u[3], const double w[3],
                                   const double w_rate[3]) {
    double u1[3], u2[3], other[3], D0[3], D1[3], D2[3];
    carom_cross(u, w, u1);
    carom_cross(u1, w, u2);
    carom_cross(u, w_rate, other);
    carom_add3(u2, 1.0, other);
    stretch(scene, u, D0);
    stretch(scene, u1, D1);
    stretch(scene, u2, D2);
    const double H = length(D0), slope = carom_dot3(D0, D1) / H;
    return (carom_dot3(D1, D1) + carom_dot3(D0, D2) - slope * slope) / H;
}

double carom_shape_acceleration(const carom_motion_scene *scene, const carom_pose *pose, int plane, int feature) {
    const carom_motion_shape *shape = &scene->shape;
    const double *n = scene->plane[plane].normal, *spin = pose->state.spin;
    double spin_rate[3], r[3], u[3], w[3], w_rate[3];
    carom_motion_spin_rate(scene, &pose->state, &pose->axes, spin_rate);
    carom_to_world(&pose->axes, shape->corners > 0 ? shape->corner[feature] : shape->middle, r);
    const double fixed = carom_dot3(n, scene->gravity) + point_acceleration(n, spin, spin_rate, r);
    if (shape->corners > 0) return fixed;
    carom_to_body(&pose->axes, n, u);
    carom_to_body(&pose->axes, spin, w);
    carom_to_body(&pose->axes, spin_rate, w_rate);
    return fixed - support_acceleration(scene, u, w, w_rate);
}

// Returns the bound on the acceleration of a gap. For a real body |spin'| <= spin^2. The radius of curvature of an
// ellipse with semi-axes a and b is at most a^2/b.
double carom_shape_bound(const carom_free_flight *flight, int plane) {
    const carom_motion_scene *scene = flight->scene;
    const double W2 = flight->fastest * flight->fastest;
    const double turned = flight->kind == CAROM_FLIGHT_PLANE || flight->kind == CAROM_FLIGHT_ISOTROPIC ? W2 : 2.0 * W2;
    const double falling = fabs(carom_dot3(scene->plane[plane].normal, scene->gravity));
    if (scene->shape.corners > 0) return falling + turned * furthest_corner(&scene->shape);
    const double a = longest_axis(scene), b = shortest_axis(scene), m = length(scene->shape.middle);
    if (scene->dim == 2) return falling + turned * (m + (a * a / b - b));
    return falling + turned * (m + a) + W2 * a * a / b;
}
