// Scenes: sets the defaults and rejects invalid input.
#include <math.h>
#include <string.h>

#include "base/systems.h"
#include "base/turn.h"
#include "base/vec.h"
#include "motion/scene.h"

static const carom_motion_plane floor_2d = {.normal = {0.0, 1.0, 0.0}}, floor_3d = {.normal = {0.0, 0.0, 1.0}};

carom_status carom_motion_scene_init(carom_motion_scene *scene, size_t size, int dim) {
    if (!scene) return CAROM_NULL_POINTER;
    memset(scene, 0, size < sizeof *scene ? size : sizeof *scene);
    if (size != sizeof *scene) return CAROM_BAD_STRUCT;
    *scene = (carom_motion_scene){.size = (uint32_t)sizeof *scene,
                                  .abi = CAROM_ABI,
                                  .dim = dim,
                                  .planes = 1,
                                  .plane = dim == 2 ? &floor_2d : &floor_3d,
                                  .touch = (double)NAN,
                                  .several = dim == 2 ? CAROM_MOTION_RULE_METHOD : CAROM_MOTION_RULE_MEAN,
                                  .method = carom_law_find(NULL, "glocker", CAROM_SYSTEMS),
                                  .until = HUGE_VAL,
                                  .rest_speed = (double)NAN,
                                  .step = (double)NAN,
                                  .max_events = 100};
    if (dim != 2 && dim != 3) return CAROM_BAD_DIM;
    scene->gravity[dim - 1] = -9.81;
    return CAROM_OK;
}

// Fills the error and returns the status.
static carom_status refuse(carom_motion_error *error, carom_status status, carom_motion_part part, int index,
                           double value) {
    *error = (carom_motion_error){part, index, value};
    return status;
}

static carom_status check_mass(const carom_motion_scene *s, carom_motion_error *error) {
    const double *I = s->inertia;
    if (!(s->mass > 0.0 && isfinite(s->mass)))
        return refuse(error, CAROM_BAD_MASS, CAROM_MOTION_PART_MASS, -1, s->mass);
    for (int i = s->dim == 2 ? 2 : 0; i < 3; i++) {
        if (!(I[i] > 0.0 && isfinite(I[i]))) return refuse(error, CAROM_BAD_MASS, CAROM_MOTION_PART_MASS, i, I[i]);
    }
    return CAROM_OK;
}

// Rejects moments of inertia that no physical body has, because one exceeds the sum of the others. Only the series and
// the bounds on contacts need this, so flights of bodies with two equal moments skip it. A flat body has I_1 = I_2 +
// I_3 up to rounding, so the tolerance is 2^-50.
static carom_status check_moments(const carom_motion_scene *s, carom_motion_error *error) {
    const double *I = s->inertia;
    for (int i = 0; s->dim == 3 && i < 3; i++)
        if (!(I[i] <= (I[(i + 1) % 3] + I[(i + 2) % 3]) * (1.0 + 0x1p-50)))
            return refuse(error, CAROM_BAD_MASS, CAROM_MOTION_PART_MASS, i, I[i]);
    return CAROM_OK;
}

static bool has_equal_moments(const carom_motion_scene *s) {
    const double *I = s->inertia;
    return I[0] == I[1] || I[1] == I[2] || I[2] == I[0];
}

static bool in_plane(const carom_motion_scene *s, const double x[3]) {
    return s->dim == 3 || x[2] == 0.0;
}

static carom_status check_shape(const carom_motion_scene *s, carom_motion_error *error) {
    const carom_motion_shape *shape = &s->shape;
    const carom_motion_part part = CAROM_MOTION_PART_SHAPE;
    if (shape->corners < 0 || shape->corners > CAROM_MOTION_MAX_CORNERS)
        return refuse(error, CAROM_BAD_SHAPE, part, -1, shape->corners);
    if (shape->corners > 0 && !shape->corner) return refuse(error, CAROM_NULL_POINTER, part, -1, (double)NAN);
    if (!(shape->radius >= 0.0 && isfinite(shape->radius)))
        return refuse(error, CAROM_BAD_SHAPE, part, -1, shape->radius);
    for (int i = 0; i < shape->corners; i++) {
        const double *b = shape->corner[i];
        if (!carom_finite3(b) || !in_plane(s, b)) return refuse(error, CAROM_BAD_SHAPE, part, i, b[2]);
    }
    for (int i = 0; i < s->dim && !shape->corners; i++)
        if (!(shape->semi_axes[i] > 0.0 && isfinite(shape->semi_axes[i])))
            return refuse(error, CAROM_BAD_SHAPE, part, -1, shape->semi_axes[i]);
    if (!shape->corners && (!carom_finite3(shape->middle) || !in_plane(s, shape->middle)))
        return refuse(error, CAROM_BAD_SHAPE, part, -1, shape->middle[2]);
    const double size = carom_shape_size(s);
    return size > 0.0 && isfinite(size) ? CAROM_OK : refuse(error, CAROM_BAD_SHAPE, part, -1, size);
}

static carom_status check_planes(const carom_motion_scene *s, carom_motion_error *error) {
    const carom_motion_part part = CAROM_MOTION_PART_PLANE;
    if (s->planes < 0 || s->planes > CAROM_MOTION_MAX_PLANES)
        return refuse(error, CAROM_BAD_COUNT, part, -1, s->planes);
    if (s->planes > 0 && !s->plane) return refuse(error, CAROM_NULL_POINTER, part, -1, (double)NAN);
    for (int i = 0; i < s->planes; i++) {
        const double *n = s->plane[i].normal, off = carom_dot3(n, n) - 1.0;
        if (!(fabs(off) <= 2e-12) || !in_plane(s, n)) return refuse(error, CAROM_BAD_FRAME, part, i, off);
        if (!isfinite(s->plane[i].offset)) return refuse(error, CAROM_NOT_FINITE, part, i, s->plane[i].offset);
    }
    return CAROM_OK;
}

static carom_status check_scene(const carom_motion_scene *s, carom_motion_error *error) {
    if (s->size != sizeof *s || s->abi != CAROM_ABI)
        return refuse(error, CAROM_BAD_STRUCT, CAROM_MOTION_PART_SCENE, -1, s->size);
    if (s->dim != 2 && s->dim != 3) return refuse(error, CAROM_BAD_DIM, CAROM_MOTION_PART_SCENE, -1, s->dim);
    carom_status status = check_mass(s, error);
    if (status == CAROM_OK && !has_equal_moments(s)) status = check_moments(s, error);
    if (status == CAROM_OK) status = check_shape(s, error);
    if (status == CAROM_OK) status = check_planes(s, error);
    if (status != CAROM_OK) return status;
    if (!carom_finite3(s->gravity) || !in_plane(s, s->gravity))
        return refuse(error, CAROM_NOT_FINITE, CAROM_MOTION_PART_GRAVITY, -1, s->gravity[2]);
    if (!(isnan(s->touch) || (s->touch >= 0.0 && isfinite(s->touch))))
        return refuse(error, CAROM_BAD_VALUE, CAROM_MOTION_PART_OPTION, -1, s->touch);
    return CAROM_OK;
}

static carom_status check_state(const carom_motion_scene *s, const carom_motion_state *state,
                                carom_motion_error *error) {
    const carom_motion_part part = CAROM_MOTION_PART_START;
    const double *q = state->orientation;
    if (!isfinite(state->t) || !carom_finite3(state->centre) || !carom_finite3(state->velocity) ||
        !carom_finite3(state->spin))
        return refuse(error, CAROM_NOT_FINITE, part, -1, (double)NAN);
    if (s->dim == 2) {
        if (!isfinite(state->angle)) return refuse(error, CAROM_NOT_FINITE, part, -1, state->angle);
        if (!(fabs(state->angle) <= CAROM_TURN_MOST)) return refuse(error, CAROM_OVERFLOW, part, -1, state->angle);
        if (state->centre[2] != 0.0 || state->velocity[2] != 0.0 || state->spin[0] != 0.0 || state->spin[1] != 0.0)
            return refuse(error, CAROM_BAD_VALUE, part, -1, (double)NAN);
        return CAROM_OK;
    }
    const double most = fmax(fmax(fabs(q[0]), fabs(q[1])), fmax(fabs(q[2]), fabs(q[3])));
    if (!(isfinite(q[0]) && carom_finite3(q + 1) && most > 0.0)) return refuse(error, CAROM_BAD_FRAME, part, -1, most);
    return CAROM_OK;
}

carom_status carom_motion_accept(const carom_motion_scene *scene, const carom_motion_state *state,
                                 carom_motion_error *error) {
    carom_motion_error unread;
    if (!error) error = &unread;
    *error = (carom_motion_error){CAROM_MOTION_PART_NONE, -1, (double)NAN};
    if (!scene) return CAROM_NULL_POINTER;
    const carom_status status = check_scene(scene, error);
    return status == CAROM_OK && state ? check_state(scene, state, error) : status;
}

carom_status carom_motion_accept_body(const carom_motion_scene *scene, const carom_motion_state *state,
                                      carom_motion_error *error) {
    carom_motion_error unread;
    if (!error) error = &unread;
    const carom_status status = carom_motion_accept(scene, state, error);
    return status == CAROM_OK ? check_moments(scene, error) : status;
}

static carom_status check_law(const carom_motion_scene *s, carom_motion_error *error) {
    const carom_motion_part part = CAROM_MOTION_PART_LAW;
    if (!s->law) return refuse(error, CAROM_UNKNOWN_LAW, part, -1, (double)NAN);
    if (!s->law->contact) return refuse(error, carom_lacks_code(s->law), part, -1, (double)NAN);
    if (!(s->law->solves & (s->dim == 2 ? CAROM_2D : CAROM_3D)))
        return refuse(error, CAROM_WRONG_DIM, part, -1, (double)NAN);
    if (!s->params) return refuse(error, CAROM_NULL_POINTER, part, -1, (double)NAN);
    for (int i = -1; i < s->planes; i++) {
        const carom_params *params = i < 0 ? s->params : s->plane[i].params;
        const carom_status status = params ? carom_params_validate(s->law, params, s->dim, NULL) : CAROM_OK;
        if (status != CAROM_OK) return refuse(error, status, part, i, (double)NAN);
    }
    return CAROM_OK;
}

static carom_status check_options(const carom_motion_scene *s, carom_motion_error *error) {
    const carom_motion_part part = CAROM_MOTION_PART_OPTION;
    const int rule = (int)s->several, persist = (int)s->persist;
    if (rule < 0 || rule > CAROM_MOTION_RULE_STOP) return refuse(error, CAROM_BAD_VALUE, part, -1, rule);
    if (persist != CAROM_MOTION_PERSIST_STOP && persist != CAROM_MOTION_PERSIST_STEP)
        return refuse(error, CAROM_BAD_VALUE, part, -1, persist);
    if (rule == CAROM_MOTION_RULE_METHOD) {
        if (!s->method) return refuse(error, CAROM_UNKNOWN_LAW, part, -1, (double)NAN);
        if (!s->method->system || !s->method->system->solve)
            return refuse(error, s->method->contact ? CAROM_WRONG_PROBLEM : CAROM_MODULE_MISSING, part, -1,
                          (double)NAN);
        if (!(s->method->solves & carom_system_bit(s->dim)))
            return refuse(error, CAROM_WRONG_DIM, part, -1, (double)NAN);
    }
    if (isnan(s->until)) return refuse(error, CAROM_BAD_VALUE, part, -1, s->until);
    if (!(isnan(s->rest_speed) || s->rest_speed >= 0.0)) return refuse(error, CAROM_BAD_VALUE, part, -1, s->rest_speed);
    if (!(isnan(s->step) || (s->step > 0.0 && isfinite(s->step))))
        return refuse(error, CAROM_BAD_VALUE, part, -1, s->step);
    if (s->max_samples < 0 || s->max_samples > CAROM_MOTION_MAX_EVENTS)
        return refuse(error, CAROM_BAD_COUNT, part, -1, s->max_samples);
    if (s->max_events < 1 || s->max_events > CAROM_MOTION_MAX_EVENTS)
        return refuse(error, CAROM_BAD_COUNT, part, -1, s->max_events);
    if (s->max_hits < 0 || s->max_hits > CAROM_MOTION_MAX_EVENTS)
        return refuse(error, CAROM_BAD_COUNT, part, -1, s->max_hits);
    return CAROM_OK;
}

carom_status carom_motion_accept_law(const carom_motion_scene *scene, carom_motion_error *error) {
    carom_motion_error unread;
    if (!error) error = &unread;
    carom_status status = carom_motion_accept_body(scene, NULL, error);
    if (status == CAROM_OK) status = check_options(scene, error);
    return status == CAROM_OK ? check_law(scene, error) : status;
}

double carom_motion_touch(const carom_motion_scene *scene) {
    return isnan(scene->touch) ? 1e-9 * carom_shape_size(scene) : scene->touch;
}

carom_status carom_motion_validate(const carom_motion_scene *scene, const carom_motion_state *start,
                                   carom_motion_error *error) {
    carom_status status = carom_motion_accept_body(scene, start, error);
    if (status == CAROM_OK && scene->law) status = carom_motion_accept_law(scene, error);
    if (status != CAROM_OK || !start) return status;
    carom_pose pose = {.state = *start};
    carom_motion_axes(scene, start, &pose.axes);
    for (int i = 0; i < scene->planes; i++)
        for (int j = 0; j < carom_shape_features(scene); j++) {
            double arm[3], rate;
            const double gap = carom_shape_gap(scene, &pose, i, j, arm, &rate);
            if (gap >= -carom_motion_touch(scene)) continue;
            if (error) *error = (carom_motion_error){CAROM_MOTION_PART_START, i, -gap};
            return CAROM_STARTS_INSIDE;
        }
    return CAROM_OK;
}

double carom_motion_size(const carom_motion_scene *scene) {
    return carom_motion_accept(scene, NULL, NULL) == CAROM_OK ? carom_shape_size(scene) : (double)NAN;
}

static void reverse(carom_motion_state *state) {
    for (int i = 0; i < 3; i++) {
        state->velocity[i] = -state->velocity[i];
        state->spin[i] = -state->spin[i];
    }
}

carom_status carom_motion_flight(const carom_motion_scene *scene, const carom_motion_state *state, double duration,
                                 carom_motion_state *later) {
    if (!state || !later) return CAROM_NULL_POINTER;
    const carom_status status = carom_motion_accept(scene, state, NULL);
    if (status != CAROM_OK) return status;
    if (!isfinite(duration)) return CAROM_NOT_FINITE;
    carom_free_flight flight;
    carom_motion_state from = *state, to;
    carom_axes axes;
    if (duration < 0.0) reverse(&from);
    carom_flight_begin(&flight, scene, &from);
    const carom_status flown = carom_flight_at(&flight, fabs(duration), &to, &axes);
    if (flown != CAROM_OK) return flown;
    if (duration < 0.0) reverse(&to);
    to.t = state->t + duration;
    *later = to;
    return CAROM_OK;
}

double carom_motion_energy(const carom_motion_scene *scene, const carom_motion_state *state) {
    carom_axes axes;
    if (!state || carom_motion_accept(scene, state, NULL) != CAROM_OK) return (double)NAN;
    carom_motion_axes(scene, state, &axes);
    return carom_motion_energy_of(scene, state, &axes);
}

carom_status carom_motion_gap_compute(const carom_motion_scene *scene, const carom_motion_state *state, int plane,
                                      int feature, carom_motion_gap *gap) {
    if (!state || !gap) return CAROM_NULL_POINTER;
    const carom_status status = carom_motion_accept(scene, state, NULL);
    if (status != CAROM_OK) return status;
    if (plane < 0 || plane >= scene->planes || feature < 0 || feature >= carom_shape_features(scene))
        return CAROM_BAD_INDEX;
    carom_pose pose = {.state = *state};
    double arm[3];
    carom_motion_axes(scene, state, &pose.axes);
    gap->gap = carom_shape_gap(scene, &pose, plane, feature, arm, &gap->rate);
    gap->acceleration = carom_shape_acceleration(scene, &pose, plane, feature);
    for (int i = 0; i < 3; i++) gap->point[i] = state->centre[i] + arm[i];
    return isfinite(gap->gap) && isfinite(gap->rate) && isfinite(gap->acceleration) ? CAROM_OK : CAROM_OVERFLOW;
}
