#include "motion/flight.h"

#include <math.h>
#include <string.h>

#include "base/turn.h"
#include "base/vec.h"

// Multiplies quaternions (w, x, y, z).

static void multiply(const double a[4], const double b[4], double out[4]) {
    const double product[4] = {
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
    memcpy(out, product, sizeof product);
}

static void normalise(double q[4]) {
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++) q[i] /= length;
}

// Normalises a quaternion of any length by scaling its largest component to 1 first.
static void normalise_any(double q[4]) {
    const double most = fmax(fmax(fabs(q[0]), fabs(q[1])), fmax(fabs(q[2]), fabs(q[3])));
    for (int i = 0; i < 4; i++) q[i] /= most;
    normalise(q);
}

// Computes the rotation by the vector w for s seconds.
static bool turn_by(const double w[3], double s, double q[4]) {
    const double speed = sqrt(carom_dot3(w, w));
    double sine, cosine;
    if (!carom_turn(0.5 * speed * s, &sine, &cosine)) return false;
    q[0] = cosine;
    for (int i = 0; i < 3; i++) q[i + 1] = speed > 0.0 ? sine * (w[i] / speed) : 0.0;
    return true;
}

static void axes_of(const double q[4], carom_axes *axes) {
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double R[3][3] = {{1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)},
                            {2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)},
                            {2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)}};
    memcpy(axes->R, R, sizeof R);
}

bool carom_motion_axes(const carom_motion_scene *scene, const carom_motion_state *state, carom_axes *axes) {
    if (scene->dim == 2) {
        double s, c;
        if (!carom_turn(state->angle, &s, &c)) return false;
        const double R[3][3] = {{c, -s, 0.0}, {s, c, 0.0}, {0.0, 0.0, 1.0}};
        memcpy(axes->R, R, sizeof R);
        return true;
    }
    double q[4];
    memcpy(q, state->orientation, sizeof q);
    normalise_any(q);
    axes_of(q, axes);
    return true;
}

// Returns the coefficient a_1 = (I_2 - I_3)/I_1 of Euler's equations: I_1 w_1' = (I_2 - I_3) w_2 w_3, and cyclic.
static double ratio(const double I[3], int i) {
    return (I[(i + 1) % 3] - I[(i + 2) % 3]) / I[i];
}

void carom_motion_spin_rate(const carom_motion_scene *scene, const carom_motion_state *state, const carom_axes *axes,
                            double rate[3]) {
    double w[3], body[3];
    if (scene->dim == 2) {
        rate[0] = rate[1] = rate[2] = 0.0;
        return;
    }
    carom_to_body(axes, state->spin, w);
    for (int i = 0; i < 3; i++) body[i] = ratio(scene->inertia, i) * w[(i + 1) % 3] * w[(i + 2) % 3];
    carom_to_world(axes, body, rate);
}

double carom_motion_energy_of(const carom_motion_scene *scene, const carom_motion_state *state,
                              const carom_axes *axes) {
    const double *I = scene->inertia, *spin = state->spin;
    double w[3];
    carom_to_body(axes, spin, w);
    const double turning =
        scene->dim == 2 ? I[2] * spin[2] * spin[2] : I[0] * w[0] * w[0] + I[1] * w[1] * w[1] + I[2] * w[2] * w[2];
    return 0.5 * scene->mass * carom_dot3(state->velocity, state->velocity) + 0.5 * turning -
           scene->mass * carom_dot3(scene->gravity, state->centre);
}

// Computes the series of order N on a grid of steps h = sqrt(3)/(8 W). W is the fastest spin of the flight.
//   (k + 1) w_1[k+1] = a_1 sum_j w_2[j] w_3[k-j], cyclic        a_1 = (I_2 - I_3)/I_1
//   (k + 1) q[k+1] = 1/2 sum_j q[j] (0, w[k-j])
// For a real body |a_i| <= 1, so y' = y^2/sqrt(3) and z' = y z/2 bound the coefficients. This gives |w[k]| <= W
// (W/sqrt(3))^k and |q[k]| <= (W/sqrt(3))^k. The omitted terms are below 8^-(N+1) 8/7.
static void expand(carom_free_flight *f) {
    for (int k = 0; k < CAROM_SERIES_ORDER; k++) {
        double sum[3] = {0.0, 0.0, 0.0}, turn[4] = {0.0, 0.0, 0.0, 0.0};
        for (int j = 0; j <= k; j++) {
            const double *w = f->w[k - j], *other = f->w[j], *q = f->q[j];
            for (int i = 0; i < 3; i++) sum[i] += other[(i + 1) % 3] * w[(i + 2) % 3];
            turn[0] -= q[1] * w[0] + q[2] * w[1] + q[3] * w[2];
            turn[1] += q[0] * w[0] + q[2] * w[2] - q[3] * w[1];
            turn[2] += q[0] * w[1] + q[3] * w[0] - q[1] * w[2];
            turn[3] += q[0] * w[2] + q[1] * w[1] - q[2] * w[0];
        }
        for (int i = 0; i < 3; i++) f->w[k + 1][i] = f->a[i] * sum[i] / (k + 1);
        for (int i = 0; i < 4; i++) f->q[k + 1][i] = 0.5 * turn[i] / (k + 1);
    }
}

static void evaluate(const carom_free_flight *f, double x, double w[3], double q[4]) {
    memcpy(w, f->w[CAROM_SERIES_ORDER], 3 * sizeof *w);
    memcpy(q, f->q[CAROM_SERIES_ORDER], 4 * sizeof *q);
    for (int k = CAROM_SERIES_ORDER - 1; k >= 0; k--) {
        for (int i = 0; i < 3; i++) w[i] = w[i] * x + f->w[k][i];
        for (int i = 0; i < 4; i++) q[i] = q[i] * x + f->q[k][i];
    }
    normalise(q);
}

static void begin_series(carom_free_flight *f) {
    carom_axes axes;
    axes_of(f->start.orientation, &axes);
    carom_to_body(&axes, f->start.spin, f->w[0]);
    memcpy(f->q[0], f->start.orientation, sizeof f->q[0]);
    f->at = 0.0;
    expand(f);
}

// Returns the largest spin that energy and angular momentum allow.
static double fastest_spin(const double I[3], const double w[3]) {
    const double least = fmin(I[0], fmin(I[1], I[2]));
    const double L[3] = {I[0] * w[0], I[1] * w[1], I[2] * w[2]};
    return fmin(sqrt(carom_dot3(L, L)) / least, sqrt(carom_dot3(L, w) / least));
}

static void begin_space(carom_free_flight *f) {
    const double *I = f->scene->inertia;
    carom_axes axes;
    double w[3];
    normalise_any(f->start.orientation);
    axes_of(f->start.orientation, &axes);
    carom_to_body(&axes, f->start.spin, w);
    if ((I[0] == I[1] && I[1] == I[2]) || carom_zero3(f->start.spin)) {
        f->kind = CAROM_FLIGHT_ISOTROPIC;
        f->fastest = sqrt(carom_dot3(f->start.spin, f->start.spin));
        return;
    }
    f->fastest = fastest_spin(I, w);
    for (int k = 0; k < 3; k++) {
        if (I[(k + 1) % 3] != I[(k + 2) % 3]) continue;
        const double L[3] = {I[0] * w[0], I[1] * w[1], I[2] * w[2]};
        f->kind = CAROM_FLIGHT_AXISYMMETRIC;
        f->axis = k;
        f->w_axis = w[k];
        carom_to_world(&axes, L, f->L);
        return;
    }
    f->kind = CAROM_FLIGHT_TRIAXIAL;
    f->step = sqrt(3.0) / 8.0 / f->fastest;
    for (int i = 0; i < 3; i++) f->a[i] = ratio(I, i);
    begin_series(f);
}

void carom_flight_begin(carom_free_flight *f, const carom_motion_scene *scene, const carom_motion_state *start) {
    memset(f, 0, sizeof *f);
    f->scene = scene;
    f->start = *start;
    f->kind = CAROM_FLIGHT_PLANE;
    f->fastest = fabs(start->spin[2]);
    if (scene->dim == 3) begin_space(f);
}

static bool turn_isotropic(const carom_free_flight *f, double s, carom_motion_state *later) {
    double q[4];
    if (!turn_by(f->start.spin, s, q)) return false;
    multiply(q, f->start.orientation, later->orientation);
    normalise(later->orientation);
    return true;
}

// Computes q(s) = exp(L s/(2 I_t)) q0 exp(k (1 - I_a/I_t) w_k s/2).
static bool turn_axisymmetric(const carom_free_flight *f, double s, carom_motion_state *later) {
    const double I_a = f->scene->inertia[f->axis], I_t = f->scene->inertia[(f->axis + 1) % 3];
    const double precession[3] = {f->L[0] / I_t, f->L[1] / I_t, f->L[2] / I_t};
    const double own = (1.0 - I_a / I_t) * f->w_axis;
    double rotation[3] = {0.0, 0.0, 0.0}, left[4], right[4];
    carom_axes axes;
    rotation[f->axis] = own;
    if (!turn_by(precession, s, left) || !turn_by(rotation, s, right)) return false;
    multiply(left, f->start.orientation, left);
    multiply(left, right, later->orientation);
    normalise(later->orientation);
    axes_of(later->orientation, &axes);
    for (int i = 0; i < 3; i++) later->spin[i] = precession[i] + own * axes.R[i][f->axis];
    return true;
}

static bool turn_triaxial(carom_free_flight *f, double s, carom_motion_state *later) {
    if (!(f->fastest * s <= CAROM_TURN_MOST)) return false;
    const double k = floor(s / f->step);
    if (k < f->at) begin_series(f);
    while (f->at < k) {
        double w[3], q[4];
        evaluate(f, f->step, w, q);
        memcpy(f->w[0], w, sizeof w);
        memcpy(f->q[0], q, sizeof q);
        f->at += 1.0;
        expand(f);
    }
    carom_axes axes;
    double w[3];
    evaluate(f, s - k * f->step, w, later->orientation);
    axes_of(later->orientation, &axes);
    carom_to_world(&axes, w, later->spin);
    return true;
}

static bool turn(carom_free_flight *f, double s, carom_motion_state *later) {
    switch (f->kind) {
    case CAROM_FLIGHT_PLANE: later->angle = f->start.angle + f->start.spin[2] * s; return true;
    case CAROM_FLIGHT_ISOTROPIC: return turn_isotropic(f, s, later);
    case CAROM_FLIGHT_AXISYMMETRIC: return turn_axisymmetric(f, s, later);
    case CAROM_FLIGHT_TRIAXIAL: return turn_triaxial(f, s, later);
    }
    return false;
}

static bool is_finite(const carom_motion_state *state) {
    return isfinite(state->t) && carom_finite3(state->centre) && carom_finite3(state->velocity) &&
           carom_finite3(state->spin);
}

carom_status carom_flight_at(carom_free_flight *f, double s, carom_motion_state *later, carom_axes *axes) {
    const double *g = f->scene->gravity;
    *later = f->start;
    later->t = f->start.t + s;
    for (int i = 0; i < 3; i++) {
        later->centre[i] = f->start.centre[i] + s * (f->start.velocity[i] + 0.5 * g[i] * s);
        later->velocity[i] = f->start.velocity[i] + g[i] * s;
    }
    if (!turn(f, s, later) || !is_finite(later) || !carom_motion_axes(f->scene, later, axes)) return CAROM_OVERFLOW;
    return CAROM_OK;
}
