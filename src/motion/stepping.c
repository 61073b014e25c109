// Stepped phases: computes sliding, rolling, rocking and rest by Moreau's time stepping. Each step adds gravity,
// resolves the contacts without restitution, and moves with the new velocity. Errors are of first order in the step.
#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "carom/law.h"
#include "motion/motion.h"
#include "motion/scene.h"
#include "tables/params.h"

// The state is sampled every 16 steps. The error of linear interpolation between samples is smaller than that of the
// steps.
enum { STEPS_PER_SAMPLE = 16, STEPS_OF_REST = 20 };

static double step_of(const carom_voyage *r) {
    const double g = carom_voyage_gravity(r);
    if (!isnan(r->scene->step)) return r->scene->step;
    return 1e-3 * (g > 0.0 ? sqrt(r->size / g) : r->size / carom_voyage_speed(r, &r->p->now));
}

// Stores a sample. Returns false if there is no space.
static bool keep(carom_voyage *r, const carom_motion_state *state) {
    if (r->result->samples == r->p->max_samples) return false;
    r->result->sample[r->result->samples++] = *state;
    return true;
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
    if (r->result->events == r->p->max_events || !keep(r, state))
        return carom_voyage_stop(r, CAROM_MOTION_STOP_EVENTS, CAROM_TRUNCATED, state);
    carom_voyage_event(r, CAROM_MOTION_KIND_CONTACT_BEGINS, pose, touching)->stepped = true;
    r->result->rest_law = rest_law(r->scene->law);
    r->p->stepping = true;
    r->p->steps = r->p->slow_steps = 0;
    r->p->now = r->result->end = *state;
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

// Returns a contact that closes faster than gravity could cause in one step. It is therefore a new contact.
static const carom_site *new_contact(const carom_voyage *r, const carom_touching *list, double h) {
    for (int i = 0; i < list->count; i++) {
        const double slow = fmax(carom_voyage_rest_speed(r, list->site[i].plane), 4.0 * h * carom_voyage_gravity(r));
        if (-list->site[i].rate > slow) return &list->site[i];
    }
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

static carom_status come_to_rest(carom_voyage *r, const carom_pose *pose, int touching) {
    leave(r);
    carom_motion_event *event = carom_voyage_event(r, CAROM_MOTION_KIND_REST, pose, touching);
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

// Returns whether the body is slow. Successive hits leave some slip at a face, about 1e-5 of this speed.
static bool is_slow(const carom_voyage *r, int touching) {
    const double most = touching >= r->scene->dim ? 1e-4 : 1e-6;
    return carom_voyage_speed(r, &r->p->now) < most * sqrt(carom_voyage_gravity(r) * r->size);
}

// At the end of a phase, lifts the body out of planes that it has entered. The depth is at most the error of the steps.
static void lift_out(const carom_voyage *r, carom_pose *pose) {
    for (int i = 0; i < r->scene->planes; i++) {
        double deepest = 0.0;
        for (int j = 0; j < carom_shape_features(r->scene); j++) {
            double arm[3], rate;
            deepest = fmin(deepest, carom_shape_gap(r->scene, pose, i, j, arm, &rate));
        }
        carom_add3(pose->state.centre, -deepest, r->scene->plane[i].normal);
    }
    r->p->now = pose->state;
}

// Takes one step. `done` becomes true if the phase or the motion has ended.
static carom_status step(carom_voyage *r, double h, bool *done) {
    carom_motion_progress *p = r->p;
    const double g = carom_voyage_gravity(r), turned = sqrt(carom_dot3(p->now.spin, p->now.spin)) * h;
    carom_pose pose = {.state = p->now};
    carom_touching list;
    *done = true;
    if (!carom_motion_axes(r->scene, &p->now, &pose.axes))
        return carom_voyage_stop(r, CAROM_MOTION_STOP_NO_ANSWER, CAROM_OVERFLOW, &p->now);
    carom_status status = carom_touching_find(r->scene, &pose, r->touch + r->size * turned * turned + g * h * h, &list);
    if (status != CAROM_OK) return carom_voyage_stop(r, CAROM_MOTION_STOP_NO_ANSWER, status, &p->now);
    const carom_site *arrives = new_contact(r, &list, h);
    if (arrives) {
        lift_out(r, &pose);
        return arrive(r, &pose, &list, arrives);
    }
    carom_motion_hit hit;
    // The cut is 1e-4 of the speed that gravity adds in a step. The speed of a resting body is below it, and the hits
    // of a flat face converge sooner.
    carom_bounce b = {.scene = r->scene, .law = r->result->rest_law, .list = &list, .plastic_step = h, .pose = pose};
    b.cut = 1e-4 * g * h + 1e-12 * carom_voyage_speed(r, &p->now);
    b.hit = &hit;
    b.room = 1;
    carom_add3(b.pose.state.velocity, h, r->scene->gravity);
    status = carom_bounce_fastest(&b);
    if (status != CAROM_OK) return carom_voyage_stop(r, CAROM_MOTION_STOP_NO_ANSWER, status, &p->now);
    if (opens(&list, &b)) {
        lift_out(r, &pose);
        return lift_off(r, &pose, list.count);
    }
    status = move(r, &b.pose.state, h);
    if (status != CAROM_OK) return carom_voyage_stop(r, CAROM_MOTION_STOP_NO_ANSWER, status, &pose.state);
    p->steps++;
    p->slow_steps = is_slow(r, list.count) ? p->slow_steps + 1 : 0;
    *done = false;
    return CAROM_OK;
}

carom_status carom_stepping_advance(carom_voyage *r) {
    carom_motion_progress *p = r->p;
    const double h = step_of(r);
    if (!(h > 0.0 && isfinite(h))) return carom_voyage_stop(r, CAROM_MOTION_STOP_CONTACT_PERSISTS, CAROM_OK, &p->now);
    for (;;) {
        bool done;
        const double left = r->scene->until - p->now.t;
        if (left <= 1e-6 * h) { // the rest is rounding of the previous steps
            p->now.t = r->scene->until;
            leave(r);
            return carom_voyage_stop(r, CAROM_MOTION_STOP_TIME, CAROM_OK, &p->now);
        }
        const carom_status status = step(r, fmin(h, left), &done);
        if (done) return status;
        if (p->slow_steps >= STEPS_OF_REST) {
            carom_pose pose = {.state = p->now};
            carom_motion_axes(r->scene, &p->now, &pose.axes);
            return come_to_rest(r, &pose, r->result->event[r->result->events - 1].touching);
        }
        if (p->steps % STEPS_PER_SAMPLE == 0 && !keep(r, &p->now))
            return carom_voyage_stop(r, CAROM_MOTION_STOP_EVENTS, CAROM_TRUNCATED, &p->now);
        r->result->end = p->now;
    }
}

static double between(double a, double b, double share) {
    return a + share * (b - a);
}

carom_status carom_stepping_at(const carom_motion_result *result, double t, carom_motion_state *state) {
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
    const double share = b->t > a->t ? (t - a->t) / (b->t - a->t) : 0.0;
    double inner = 0.0, length = 0.0;
    *state = *a;
    for (int i = 0; i < 4; i++) inner += a->orientation[i] * b->orientation[i];
    for (int i = 0; i < 4; i++) {
        const double other = inner < 0.0 ? -b->orientation[i] : b->orientation[i];
        state->orientation[i] = between(a->orientation[i], other, share);
        length += state->orientation[i] * state->orientation[i];
    }
    for (int i = 0; i < 4 && length > 0.0; i++) state->orientation[i] /= sqrt(length);
    for (int i = 0; i < 3; i++) {
        state->centre[i] = between(a->centre[i], b->centre[i], share);
        state->velocity[i] = between(a->velocity[i], b->velocity[i], share);
        state->spin[i] = between(a->spin[i], b->spin[i], share);
    }
    state->angle = between(a->angle, b->angle, share);
    state->t = t;
    state->exact = a->exact && t == a->t;
    return CAROM_OK;
}
