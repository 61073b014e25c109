// Stepped phases: computes sliding, rolling, rocking and rest by Moreau's time stepping. Each step adds gravity,
// resolves the contacts without restitution, and moves with the new velocity. Errors are of first order in the step.
#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "carom/law.h"
#include "motion/motion.h"
#include "motion/scene.h"
#include "tables/params.h"

// Most steps per stored state.
enum { STEPS_PER_SAMPLE = 16, MOST_THINNED = 64 };

// Most moves by which a body is lifted out of planes. One is enough for one plane.
enum { MOST_LIFTS = 50 };

static double step_of(const carom_voyage *r) {
    const double g = carom_voyage_gravity(r);
    if (!isnan(r->scene->step)) return r->scene->step;
    return 1e-3 * (g > 0.0 ? sqrt(r->size / g) : r->size / carom_voyage_speed(r, &r->p->now));
}

// Drops every second sample between the ends of the stepped phases, which are at the times of events.
static void thin(carom_voyage *r) {
    carom_motion_result *result = r->result;
    int kept = 0, event = 0;
    for (int i = 0; i < result->samples; i++) {
        const double t = result->sample[i].t;
        while (event < result->events && result->event[event].after.t < t) event++;
        const bool end = event < result->events && result->event[event].after.t == t;
        if (end || i % 2 == 0) result->sample[kept++] = result->sample[i];
    }
    result->samples = kept;
    r->p->stride *= 2;
}

// Stores a sample. Returns false if there is no space.
static bool keep(carom_voyage *r, const carom_motion_state *state) {
    if (r->result->samples == r->p->max_samples && isfinite(r->scene->until)) thin(r);
    if (r->result->samples == r->p->max_samples) return false;
    r->result->sample[r->result->samples++] = *state;
    return true;
}

// Returns whether the steps so far are too many.
static bool exhausted(const carom_voyage *r) {
    const double most = (double)STEPS_PER_SAMPLE * r->p->max_samples;
    return r->p->steps >= fmin(isfinite(r->scene->until) ? MOST_THINNED * most : most, 2e9);
}

// Returns the smallest gap of all features at a plane.
static double least_gap(const carom_motion_scene *scene, const carom_pose *pose, int plane) {
    const carom_motion_plane *at = &scene->plane[plane];
    double u[3], rate, least = HUGE_VAL;
    if (scene->shape.corners == 0) return carom_shape_gap(scene, pose, plane, 0, u, &rate);
    carom_to_body(&pose->axes, at->normal, u);
    for (int j = 0; j < scene->shape.corners; j++) {
        const double along = carom_dot3(u, scene->shape.corner[j]);
        if (along < least) least = along;
    }
    return carom_dot3(at->normal, pose->state.centre) - at->offset + least - scene->shape.radius;
}

// Moves the body out of planes that it has entered. The depth is at most the error of a step.
static void lift_out(const carom_motion_scene *scene, carom_pose *pose) {
    const double least = -1e-13 * carom_shape_size(scene);
    double gap[CAROM_MOTION_MAX_PLANES];
    for (int i = 0; i < scene->planes; i++) gap[i] = least_gap(scene, pose, i);
    for (int lifts = 0; lifts < MOST_LIFTS; lifts++) {
        int plane = -1;
        for (int i = 0; i < scene->planes; i++)
            if (gap[i] < (plane < 0 ? least : gap[plane])) plane = i;
        if (plane < 0) return;
        const double *normal = scene->plane[plane].normal, depth = -gap[plane];
        carom_add3(pose->state.centre, depth, normal);
        for (int i = 0; i < scene->planes; i++) gap[i] += depth * carom_dot3(normal, scene->plane[i].normal);
    }
}

// Notes since when the body has not moved.
static void watch(carom_voyage *r) {
    carom_motion_progress *p = r->p;
    const bool slow = carom_voyage_speed(r, &p->now) <= 1e-8 * sqrt(carom_voyage_gravity(r) * r->size);
    if (slow && !p->slow) p->still = p->now;
    p->slow = slow;
}

// Returns the law for stepped phases. Laws that read no restitution, or have coefficients of their own, cannot be made
// plastic.
static const carom_law *rest_law(const carom_law *law) {
    return carom_has_own(law) || !(carom_law_reads(law) & CAROM_PARAM_BIT(e))
               ? carom_law_find(NULL, "routh", CAROM_ONE_CONTACT)
               : law;
}

carom_status carom_voyage_hold(carom_voyage *r, const carom_pose *pose, int touching) {
    const carom_motion_state *state = &pose->state;
    if (r->scene->persist == CAROM_MOTION_PERSIST_STOP)
        return carom_voyage_stop(r, CAROM_MOTION_STOP_CONTACT_PERSISTS, CAROM_OK, state);
    if (r->result->events == r->p->max_events)
        return carom_voyage_stop(r, CAROM_MOTION_STOP_EVENTS, CAROM_TRUNCATED, state);
    if (!keep(r, state)) return carom_voyage_stop(r, CAROM_MOTION_STOP_STEPS, CAROM_TRUNCATED, state);
    carom_voyage_event(r, CAROM_MOTION_KIND_CONTACT_BEGINS, pose, touching)->stepped = true;
    r->result->rest_law = rest_law(r->scene->law);
    r->p->stepping = true;
    r->p->held.count = 0;
    r->p->slow = false;
    r->p->now = r->result->end = *state;
    watch(r);
    r->p->now.exact = false;
    if (r->result->events == r->p->max_events)
        return carom_voyage_stop(r, CAROM_MOTION_STOP_EVENTS, CAROM_TRUNCATED, state);
    return CAROM_OK;
}

// Ends the phase. The caller sets the status, which determines how the motion continues.
static void leave(carom_voyage *r) {
    keep(r, &r->p->now);
    r->p->stepping = false;
    r->result->end = r->p->now;
}

// Returns whether a contact closes faster than gravity could cause in one step. It is therefore a new contact.
static bool is_new(const carom_voyage *r, const carom_site *site, double h) {
    return -site->rate > fmax(carom_voyage_rest_speed(r, site->plane), 4.0 * h * carom_voyage_gravity(r));
}

// Returns a new contact; NULL if there is none. Shortens the step to the first one that closes during the step.
static const carom_site *new_contact(const carom_voyage *r, const carom_touching *list, double near, double *h) {
    double first = *h;
    for (int i = 0; i < list->count; i++) {
        const carom_site *site = &list->site[i];
        if (!is_new(r, site, *h)) continue;
        if (site->gap <= near) return site;
        first = fmin(first, site->gap / -site->rate);
    }
    *h = first;
    return NULL;
}

static carom_status arrive(carom_voyage *r, const carom_pose *pose, const carom_touching *list,
                           const carom_site *site) {
    const carom_motion_found found = {
        .contact = true, .s = HUGE_VAL, .pose = *pose, .plane = site->plane, .feature = site->feature};
    leave(r);
    r->cut = 1e-9 * carom_voyage_speed(r, &pose->state);
    return carom_voyage_impact(r, &found, list);
}

// Returns whether no impulse was needed and every gap opens.
static bool opens(const carom_touching *list, const carom_bounce *b) {
    for (int i = 0; i < list->count; i++)
        if (!(carom_site_rate(&list->site[i], &b->pose.state) > 0.0)) return false;
    return b->hits == 0;
}

static carom_status lift_off(carom_voyage *r, const carom_pose *pose, int touching) {
    leave(r);
    carom_voyage_event(r, CAROM_MOTION_KIND_CONTACT_ENDS, pose, touching);
    return carom_voyage_go_on(r, &pose->state);
}

// A body that has not moved for sqrt(size/g) rests: during this time its contacts have carried its weight, up to 2e-8 of
// it, by forces within their cones. It rests since it stopped.
static carom_status come_to_rest(carom_voyage *r) {
    carom_motion_result *result = r->result;
    const int touching = result->event[result->events - 1].touching;
    carom_pose pose = {.state = r->p->still};
    while (result->samples > 0 && result->sample[result->samples - 1].t > pose.state.t) result->samples--;
    r->p->now = pose.state;
    leave(r);
    carom_motion_axes(r->scene, &pose.state, &pose.axes);
    carom_motion_event *event = carom_voyage_event(r, CAROM_MOTION_KIND_REST, &pose, touching);
    memset(event->after.velocity, 0, sizeof event->after.velocity);
    memset(event->after.spin, 0, sizeof event->after.spin);
    event->energy_after = -r->scene->mass * carom_dot3(r->scene->gravity, event->after.centre);
    return carom_voyage_stop(r, CAROM_MOTION_STOP_REST, CAROM_OK, &event->after);
}

// Moves with constant velocity, and rotates as in free flight.
static carom_status move(carom_voyage *r, const carom_motion_state *from, double h) {
    carom_motion_scene weightless = *r->scene;
    carom_free_flight flight;
    carom_axes axes;
    memset(weightless.gravity, 0, sizeof weightless.gravity);
    carom_flight_begin(&flight, &weightless, from);
    return carom_flight_at(&flight, h, &r->p->now, &axes);
}

// Finds the contacts of a step. First lifts the body out of planes that the last step entered.
static carom_status settle(carom_voyage *r, double h, double near, carom_pose *pose, carom_touching *list) {
    const carom_motion_state *now = &r->p->now;
    const double noise = 1e-6 * carom_voyage_gravity(r) * h;
    pose->state = *now;
    if (!carom_motion_axes(r->scene, now, &pose->axes)) return CAROM_OVERFLOW;
    for (bool lifted = false;; lifted = true) {
        carom_status status = carom_touching_find(r->scene, pose, near, CAROM_STEP_TOUCHING, noise, h, list);
        if (status != CAROM_OK) return status;
        bool inside = list->touching > list->count;
        for (int i = 0; i < list->count; i++) inside = inside || list->site[i].gap < 0.0;
        list->shut = r->touch;
        if (lifted || !inside) break;
        lift_out(r->scene, pose);
    }
    r->p->now = pose->state;
    return CAROM_OK;
}

// Resolves the contacts of a step: one by the law of the scene, several together.
static carom_status hold_up(carom_bounce *b) {
    carom_status status = CAROM_NOT_CONVERGED;
    if (b->list->count == 1) status = carom_bounce_fastest(b);
    if (status != CAROM_OK) status = carom_bounce_plastic(b);
    return status == CAROM_NOT_CONVERGED ? carom_bounce_fastest(b) : status;
}

// Takes one step. `done` becomes true if the phase or the motion has ended.
static carom_status step(carom_voyage *r, double h, bool *done) {
    carom_motion_progress *p = r->p;
    const double g = carom_voyage_gravity(r), turned = sqrt(carom_dot3(p->now.spin, p->now.spin)) * h;
    const double near = r->touch + r->size * turned * turned + g * h * h;
    carom_pose pose;
    carom_touching list;
    *done = true;
    carom_status status = settle(r, h, near, &pose, &list);
    if (status != CAROM_OK) return carom_voyage_stop(r, CAROM_MOTION_STOP_NO_ANSWER, status, &p->now);
    const carom_site *arrives = new_contact(r, &list, near, &h);
    if (arrives) return arrive(r, &pose, &list, arrives);
    carom_motion_hit hit;
    // The cut is 1e-4 of the speed that gravity adds in a step. The speed of a resting body is below it.
    carom_bounce b = {.scene = r->scene,
                      .law = r->result->rest_law,
                      .list = &list,
                      .plastic_step = h,
                      .held = &p->held,
                      .cut = 1e-4 * g * h + 1e-12 * carom_voyage_speed(r, &p->now),
                      .pose = pose,
                      .hit = &hit,
                      .room = 1};
    carom_add3(b.pose.state.velocity, h, r->scene->gravity);
    status = hold_up(&b);
    if (status != CAROM_OK) return carom_voyage_stop(r, CAROM_MOTION_STOP_NO_ANSWER, status, &p->now);
    if (opens(&list, &b)) return lift_off(r, &pose, list.touching);
    status = move(r, &b.pose.state, h);
    if (status != CAROM_OK) return carom_voyage_stop(r, CAROM_MOTION_STOP_NO_ANSWER, status, &pose.state);
    p->steps++;
    watch(r);
    *done = false;
    return CAROM_OK;
}

static void lift_now(carom_voyage *r) {
    carom_pose pose = {.state = r->p->now};
    if (!carom_motion_axes(r->scene, &pose.state, &pose.axes)) return;
    lift_out(r->scene, &pose);
    r->p->now = pose.state;
}

carom_status carom_stepping_advance(carom_voyage *r) {
    carom_motion_progress *p = r->p;
    const double h = step_of(r), g = carom_voyage_gravity(r);
    if (!(h > 0.0 && isfinite(h))) return carom_voyage_stop(r, CAROM_MOTION_STOP_CONTACT_PERSISTS, CAROM_OK, &p->now);
    for (;;) {
        bool done;
        const double left = r->scene->until - p->now.t;
        if (left <= 1e-6 * h) { // the rest is rounding of the previous steps
            p->now.t = r->scene->until;
            lift_now(r);
            leave(r);
            return carom_voyage_stop(r, CAROM_MOTION_STOP_TIME, CAROM_OK, &p->now);
        }
        const carom_status status = step(r, fmin(h, left), &done);
        if (done) return status;
        if (p->slow && p->now.t - p->still.t >= sqrt(r->size / g)) return come_to_rest(r);
        // Whatever number of states is stored, the motion is the same.
        if (p->steps % STEPS_PER_SAMPLE == 0) lift_now(r);
        if ((p->steps % p->stride == 0 && !keep(r, &p->now)) || exhausted(r))
            return carom_voyage_stop(r, CAROM_MOTION_STOP_STEPS, CAROM_TRUNCATED, &p->now);
        r->result->end = p->now;
    }
}

// Interpolates by the cubic that has the values a, b and the rates c, d at its ends, h apart.
static double cubic(double a, double b, double c, double d, double h, double x) {
    const double rise = b - a, bend = h * c - rise, tail = rise - h * d;
    return a + x * rise + x * (1.0 - x) * ((1.0 - x) * bend + x * tail);
}

static double between(double a, double b, double share) {
    return a + share * (b - a);
}

// Computes the derivative of the quaternion q for the spin w in world axes.
static void quaternion_rate(const double q[4], const double w[3], double rate[4]) {
    double turned[3];
    carom_cross(w, q + 1, turned);
    rate[0] = -0.5 * carom_dot3(w, q + 1);
    for (int i = 0; i < 3; i++) rate[i + 1] = 0.5 * (q[0] * w[i] + turned[i]);
}

carom_status carom_stepping_at(const carom_motion_scene *scene, const carom_motion_result *result, double t,
                               carom_motion_state *state) {
    int low = 0, high = result->samples - 1; // sample[low] is not after t
    while (low < high) {
        const int middle = high - (high - low) / 2;
        if (result->sample[middle].t <= t)
            low = middle;
        else
            high = middle - 1;
    }
    const carom_motion_state *a = &result->sample[low];
    const carom_motion_state *b = low + 1 < result->samples ? a + 1 : &result->end;
    const double h = b->t - a->t, x = h > 0.0 ? (t - a->t) / h : 0.0;
    double inner = 0.0, length = 0.0, rate[2][4], other[4];
    carom_pose pose = {.state = *a};
    for (int i = 0; i < 4; i++) inner += a->orientation[i] * b->orientation[i];
    for (int i = 0; i < 4; i++) other[i] = inner < 0.0 ? -b->orientation[i] : b->orientation[i];
    quaternion_rate(a->orientation, a->spin, rate[0]);
    quaternion_rate(other, b->spin, rate[1]);
    for (int i = 0; i < 4; i++) {
        pose.state.orientation[i] = cubic(a->orientation[i], other[i], rate[0][i], rate[1][i], h, x);
        length += pose.state.orientation[i] * pose.state.orientation[i];
    }
    for (int i = 0; i < 4 && length > 0.0; i++) pose.state.orientation[i] /= sqrt(length);
    for (int i = 0; i < 3; i++) {
        pose.state.centre[i] = cubic(a->centre[i], b->centre[i], a->velocity[i], b->velocity[i], h, x);
        pose.state.velocity[i] = between(a->velocity[i], b->velocity[i], x);
        pose.state.spin[i] = between(a->spin[i], b->spin[i], x);
    }
    pose.state.angle = cubic(a->angle, b->angle, a->spin[2], b->spin[2], h, x);
    pose.state.t = t;
    pose.state.exact = a->exact && t == a->t;
    if (!carom_motion_axes(scene, &pose.state, &pose.axes)) return CAROM_OVERFLOW;
    if (x > 0.0 && x < 1.0) lift_out(scene, &pose);
    *state = pose.state;
    return CAROM_OK;
}
