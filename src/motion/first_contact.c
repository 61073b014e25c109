#include "motion/first_contact.h"

#include <math.h>

#include "base/vec.h"
#include "motion/scene.h"
#include "motion/touching.h"

// Limit on steps. A flight that nearly grazes a plane takes 50; only unrealistic input takes more than this.
enum { MOST_STEPS = 10000 };

static uint32_t *word_of(carom_raised *raised, int plane, int feature) {
    return &raised->bits[plane * (CAROM_MOTION_MAX_CORNERS / 32) + feature / 32];
}

void carom_raise(carom_raised *raised, int plane, int feature) {
    *word_of(raised, plane, feature) |= UINT32_C(1) << feature % 32;
}

// Returns the raised gap that the search uses. 1e-9 of the size is far above rounding and far below any measurement.
static double raised_gap(carom_raised *raised, int plane, int feature, double gap, double size) {
    uint32_t *word = word_of(raised, plane, feature);
    const uint32_t bit = UINT32_C(1) << feature % 32;
    if (!(*word & bit)) return gap;
    if (gap <= 2e-9 * size) return gap + 1e-9 * size;
    *word &= ~bit;
    return gap;
}

// Returns the time in which the gap cannot close: the root of gap + rate x - B x^2/2.
static double safe_time(double gap, double rate, double B) {
    if (B == 0.0) return rate < 0.0 ? gap / -rate : HUGE_VAL;
    if (gap == 0.0 && rate <= 0.0) return 0.0;
    const double root = sqrt(rate * rate + 2.0 * B * gap);
    return rate > 0.0 ? (rate + root) / B : 2.0 * gap / (root - rate);
}

// For gap > 0, returns the first root of gap + rate x + a x^2/2; infinity if there is none.
static double fall_time(double gap, double rate, double a) {
    if (a == 0.0) return rate < 0.0 ? gap / -rate : HUGE_VAL;
    const double square = rate * rate - 2.0 * a * gap;
    if (!(square >= 0.0) || (a > 0.0 && rate >= 0.0)) return HUGE_VAL;
    return rate < 0.0 ? 2.0 * gap / (sqrt(square) - rate) : (rate + sqrt(square)) / -a;
}

typedef struct {
    carom_free_flight *flight;
    carom_raised *raised;
    carom_motion_found *found;
    double size, B[CAROM_MOTION_MAX_PLANES];
    double time; // no feature examined so far touches before this time
    int plane, feature;
    bool lost; // a number overflowed
} search;

// Skips a plane that the bounding ball of the body does not reach, because then no feature touches it.
static bool skip_ball(search *x, int plane) {
    const carom_motion_scene *scene = x->flight->scene;
    const carom_motion_state *state = &x->found->pose.state;
    const double *n = scene->plane[plane].normal;
    const double gap = carom_dot3(n, state->centre) - scene->plane[plane].offset - x->size;
    if (!(gap > 0.0)) return false;
    const double time = fall_time(gap, carom_dot3(n, state->velocity), carom_dot3(n, scene->gravity));
    if (!(x->found->s + time > x->found->s)) return false;
    x->time = fmin(x->time, time);
    return true;
}

// Returns true if this feature touches now.
static bool try_feature(search *x, int plane, int feature) {
    const carom_motion_scene *scene = x->flight->scene;
    const carom_pose *pose = &x->found->pose;
    const double *n = scene->plane[plane].normal;
    double arm[3], rate, gap = carom_shape_gap(scene, pose, plane, feature, arm, &rate);
    gap = raised_gap(x->raised, plane, feature, gap, x->size);
    // The rounding error of the gap is at most 8 u (u = 2^-53) of its terms.
    const double rounding =
        8.0 * 0x1p-53 * (fabs(scene->plane[plane].offset) + fabs(carom_dot3(n, pose->state.centre)) + x->size);
    if (gap <= rounding && rate < 0.0) return true;
    const double time = safe_time(fmax(gap, 0.0), rate, x->B[plane]);
    if (isnan(time)) x->lost = true;
    if (time < x->time) {
        x->time = time;
        x->plane = plane;
        x->feature = feature;
    }
    return false;
}

// Examines all features at one time. Returns true if one touches.
static bool try_all(search *x) {
    const carom_motion_scene *scene = x->flight->scene;
    const int features = carom_shape_features(scene);
    x->time = HUGE_VAL;
    for (int i = 0; i < scene->planes; i++) {
        if (skip_ball(x, i)) continue;
        for (int j = 0; j < features; j++) {
            if (!try_feature(x, i, j)) continue;
            x->plane = i;
            x->feature = j;
            return true;
        }
    }
    return false;
}

// Handles a feature whose gap neither opens nor closes. If its gap accelerates away, it is not a contact, and its gap
// is raised.
static bool stays(search *x) {
    const carom_motion_scene *scene = x->flight->scene;
    double arm[3], rate;
    carom_shape_gap(scene, &x->found->pose, x->plane, x->feature, arm, &rate);
    if (rate < 0.0 || carom_shape_acceleration(scene, &x->found->pose, x->plane, x->feature) < 0.0) return true;
    carom_raise(x->raised, x->plane, x->feature);
    return false;
}

static carom_status finish(search *x, bool contact) {
    x->found->contact = contact;
    x->found->plane = contact ? x->plane : -1;
    x->found->feature = contact ? x->feature : -1;
    return CAROM_OK;
}

carom_status carom_motion_search(carom_free_flight *flight, double end, carom_raised *raised,
                                 carom_motion_found *found) {
    search x = {.flight = flight, .raised = raised, .found = found, .size = carom_shape_size(flight->scene)};
    for (int i = 0; i < flight->scene->planes; i++) x.B[i] = carom_shape_bound(flight, i);
    found->s = 0.0;
    found->leaves = false;
    for (int step = 0; step < MOST_STEPS; step++) {
        const carom_status status = carom_flight_at(flight, found->s, &found->pose.state, &found->pose.axes);
        if (status != CAROM_OK) return status;
        if (try_all(&x)) return finish(&x, true);
        if (x.lost) return CAROM_OVERFLOW;
        if (found->s >= end) return finish(&x, false);
        const double next = found->s + x.time;
        if (next == HUGE_VAL && end == HUGE_VAL) {
            found->leaves = true;
            return finish(&x, false);
        }
        if (!(next > found->s) && stays(&x)) return finish(&x, true);
        found->s = next < end ? next : end;
    }
    return CAROM_NOT_CONVERGED;
}

carom_status carom_motion_first_contact(const carom_motion_scene *scene, const carom_motion_state *state, double until,
                                        carom_motion_contact *contact) {
    if (!state || !contact) return CAROM_NULL_POINTER;
    carom_status status = carom_motion_validate(scene, state, NULL);
    if (status != CAROM_OK) return status;
    if (!(until >= state->t)) return CAROM_BAD_VALUE;
    carom_free_flight flight;
    carom_raised raised = {{0}};
    carom_motion_found found;
    carom_touching list = {.touching = 0};
    carom_flight_begin(&flight, scene, state);
    status = carom_motion_search(&flight, until - state->t, &raised, &found);
    if (status == CAROM_OK && found.contact)
        status =
            carom_touching_find(scene, &found.pose, carom_motion_touch(scene), CAROM_FACE_TOUCHING, 0.0, 0.0, &list);
    if (status != CAROM_OK) return status;
    *contact = (carom_motion_contact){.found = found.contact,
                                      .state = found.pose.state,
                                      .plane = found.plane,
                                      .feature = found.feature,
                                      .touching = list.touching};
    return found.contact ? carom_motion_gap_compute(scene, &found.pose.state, found.plane, found.feature, &contact->gap)
                         : CAROM_OK;
}
