// Computes a motion, event by event.
#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "motion/motion.h"
#include "motion/scene.h"
#include "systems/arena.h"

static int max_hits(const carom_motion_scene *scene) {
    return scene->max_hits > 0 ? scene->max_hits : 4 * scene->max_events + 1000;
}

static int max_samples(const carom_motion_scene *scene) {
    if (scene->persist == CAROM_MOTION_PERSIST_STOP) return 0;
    return scene->max_samples > 0 ? scene->max_samples : 10000;
}

static carom_motion_progress *carve(const carom_motion_scene *scene, carom_arena *arena, carom_motion_result *result) {
    carom_motion_progress *p = CAROM_TAKE(arena, 1, carom_motion_progress);
    const size_t bytes = carom_bounce_memory(scene);
    result->event = CAROM_TAKE(arena, scene->max_events, carom_motion_event);
    result->hit = CAROM_TAKE(arena, max_hits(scene), carom_motion_hit);
    result->sample = CAROM_TAKE(arena, max_samples(scene), carom_motion_state);
    void *memory = carom_arena_take(arena, bytes, 1);
    if (carom_arena_short(arena)) return NULL;
    *p = (carom_motion_progress){.plane = -1,
                                 .feature = -1,
                                 .stride = 16,
                                 .max_events = scene->max_events,
                                 .max_hits = max_hits(scene),
                                 .max_samples = max_samples(scene),
                                 .memory = memory,
                                 .bytes = bytes};
    return p;
}

size_t carom_motion_memory_size(const carom_motion_scene *scene) {
    if (carom_motion_accept_law(scene, NULL) != CAROM_OK) return 0;
    carom_arena arena = carom_arena_over(NULL, 0);
    carom_motion_result unused;
    carve(scene, &arena, &unused);
    return carom_arena_bytes(&arena);
}

carom_status carom_voyage_stop(carom_voyage *r, carom_motion_stop why, carom_status status,
                               const carom_motion_state *end) {
    r->result->stop = why;
    r->result->status = status;
    r->result->end = *end;
    return status;
}

double carom_voyage_speed(const carom_voyage *r, const carom_motion_state *state) {
    return sqrt(carom_dot3(state->velocity, state->velocity)) + sqrt(carom_dot3(state->spin, state->spin)) * r->size;
}

double carom_voyage_gravity(const carom_voyage *r) {
    return sqrt(carom_dot3(r->scene->gravity, r->scene->gravity));
}

double carom_voyage_rest_speed(const carom_voyage *r, int plane) {
    const carom_params *params = carom_plane_params(r->scene, plane);
    if (!isnan(r->scene->rest_speed)) return r->scene->rest_speed;
    return params->rest_speed > 0.0 ? params->rest_speed : 0.01 * sqrt(carom_voyage_gravity(r) * r->size);
}

// Returns whether a contact persists: it neither approaches nor leaves, and its gap accelerates towards the plane. If
// the gap accelerates away, it is raised, so that rounding of its rate is not mistaken for a contact.
static bool persists(carom_voyage *r, const carom_pose *pose, const carom_touching *list) {
    bool any = false;
    for (int i = 0; i < list->count; i++) {
        const carom_site *site = &list->site[i];
        if (!(fabs(carom_site_rate(site, &pose->state)) <= r->cut)) continue;
        if (carom_shape_acceleration(r->scene, pose, site->plane, site->feature) < 0.0)
            any = true;
        else
            carom_raise(&r->p->raised, site->plane, site->feature);
    }
    return any;
}

// Returns the total time of the infinitely many bounces that follow a bounce with this speed: 2 v/(a (1 - e)).
static double series_time(const carom_voyage *r, const carom_pose *pose, const carom_site *site, double speed,
                          double e) {
    const double a = -carom_shape_acceleration(r->scene, pose, site->plane, site->feature);
    return a > 0.0 && e < 1.0 && speed > 0.0 ? 2.0 * speed / (a * (1.0 - e)) : 0.0;
}

// Returns whether the flight before this contact is too short to matter.
static bool is_short(carom_voyage *r, const carom_motion_found *found) {
    carom_motion_progress *p = r->p;
    const double g = carom_voyage_gravity(r);
    const bool same = found->plane == p->plane && found->feature == p->feature;
    p->plane = found->plane;
    p->feature = found->feature;
    p->short_flights = g > 0.0 && found->s < 1e-9 * sqrt(r->size / g) ? p->short_flights + 1 : 0;
    // One short flight may also occur between the impacts of two corners of a box that lands almost flat.
    return p->short_flights > (same ? 0 : 3);
}

// Returns whether the body chatters. With rest_speed = 0, a series of bounces is followed until flights are short, or
// until a bounce is slower than `cut`.
static bool chatters(carom_voyage *r, const carom_bounce *b, const carom_motion_found *found, bool held) {
    const bool brief = is_short(r, found);
    if (!brief && !(held && b->list->count == 1 && b->rest_speed == 0.0)) return false;
    const double e = carom_law_restitution(r->scene->law, carom_plane_params(r->scene, found->plane));
    for (int i = 0; i < b->list->count; i++) {
        const carom_site *site = &b->list->site[i];
        if (site->plane != found->plane || site->feature != found->feature || !(e > 0.0)) continue;
        const double rest = series_time(r, &b->pose, site, carom_site_rate(site, &b->pose.state), e);
        if (rest > 0.0) r->result->accumulation_time = b->pose.state.t + rest;
        return rest > 0.0;
    }
    return false;
}

carom_motion_event *carom_voyage_event(carom_voyage *r, carom_motion_kind kind, const carom_pose *before,
                                       int touching) {
    carom_motion_event *event = &r->result->event[r->result->events++];
    const double energy = carom_motion_energy_of(r->scene, &before->state, &before->axes);
    *event = (carom_motion_event){.kind = kind,
                                  .before = before->state,
                                  .after = before->state,
                                  .first_hit = r->result->hits,
                                  .touching = touching,
                                  .energy_before = energy,
                                  .energy_after = energy};
    return event;
}

// Checks after an event whether to stop.
carom_status carom_voyage_go_on(carom_voyage *r, const carom_motion_state *now) {
    r->p->now = *now;
    r->result->end = *now;
    if (r->result->events < r->p->max_events) return CAROM_OK;
    return carom_voyage_stop(r, CAROM_MOTION_STOP_EVENTS, CAROM_TRUNCATED, now);
}

// Returns whether a gap accelerates away and closes so slowly that it would become negative only by rounding.
static bool grazes(const carom_voyage *r, const carom_pose *pose, const carom_site *site) {
    const carom_motion_plane *plane = &r->scene->plane[site->plane];
    const double a = carom_shape_acceleration(r->scene, pose, site->plane, site->feature);
    const double terms = fabs(plane->offset) + fabs(carom_dot3(plane->normal, pose->state.centre)) + r->size;
    return a > 0.0 && (-site->rate < r->cut || site->rate * site->rate <= 2.0 * a * 32.0 * 0x1p-53 * terms);
}

static bool is_graze(const carom_voyage *r, const carom_pose *pose, const carom_touching *list) {
    for (int i = 0; i < list->count; i++)
        if (list->site[i].rate <= 0.0 && !grazes(r, pose, &list->site[i])) return false;
    return true;
}

// Passes a graze. A corner that has sunk as deep as raised gaps allow is lifted out, by 1e-9 of the size: the search
// would find it again at once.
static carom_status graze(carom_voyage *r, const carom_pose *pose, const carom_touching *list) {
    carom_motion_event *event = carom_voyage_event(r, CAROM_MOTION_KIND_GRAZE, pose, list->touching);
    for (int i = 0; i < list->count; i++) {
        const carom_site *site = &list->site[i];
        if (site->rate > 0.0) continue;
        carom_raise(&r->p->raised, site->plane, site->feature);
        if (site->gap < -0.9e-9 * r->size) carom_add3(event->after.centre, -site->gap, site->normal);
    }
    event->energy_after = carom_motion_energy_of(r->scene, &event->after, &pose->axes);
    return carom_voyage_go_on(r, &event->after);
}

carom_status carom_voyage_impact(carom_voyage *r, const carom_motion_found *found, const carom_touching *list) {
    carom_motion_result *result = r->result;
    carom_bounce b = {.scene = r->scene,
                      .law = r->scene->law,
                      .list = list,
                      .rest_speed = carom_voyage_rest_speed(r, found->plane),
                      .cut = r->cut,
                      .pose = found->pose,
                      .memory = r->p->memory,
                      .bytes = r->p->bytes,
                      .hit = result->hit + result->hits,
                      .room = r->p->max_hits - result->hits};
    const carom_status status = carom_bounce_resolve(&b);
    if (status == CAROM_TRUNCATED) return carom_voyage_stop(r, CAROM_MOTION_STOP_HITS, status, &found->pose.state);
    if (status != CAROM_OK) return carom_voyage_stop(r, CAROM_MOTION_STOP_NO_ANSWER, status, &found->pose.state);
    carom_motion_event *event = carom_voyage_event(r, CAROM_MOTION_KIND_IMPACT, &found->pose, list->touching);
    event->after = b.pose.state;
    event->hits = b.hits;
    event->orders = b.orders;
    event->tie = b.tie;
    const bool by_method = list->count > 1 && r->scene->several == CAROM_MOTION_RULE_METHOD && !b.together;
    event->method = by_method ? r->scene->method : NULL;
    event->energy_after = carom_motion_energy_of(r->scene, &b.pose.state, &b.pose.axes);
    if (b.slow_speed > 0.0) event->left_out = series_time(r, &b.pose, &list->site[b.slow_site], b.slow_speed, b.slow_e);
    result->hits += b.hits;
    const bool held = persists(r, &b.pose, list);
    const bool steps = r->scene->persist == CAROM_MOTION_PERSIST_STEP;
    if (chatters(r, &b, found, held) && !steps)
        return carom_voyage_stop(r, CAROM_MOTION_STOP_CHATTER, CAROM_OK, &b.pose.state);
    if (held) return carom_voyage_hold(r, &b.pose, list->touching);
    return carom_voyage_go_on(r, &b.pose.state);
}

static carom_status touch(carom_voyage *r, const carom_motion_found *found) {
    carom_touching list;
    const carom_motion_state *state = &found->pose.state;
    r->cut = 1e-9 * carom_voyage_speed(r, state);
    const carom_status status =
        carom_touching_find(r->scene, &found->pose, r->touch, CAROM_FACE_TOUCHING, r->cut, 0.0, &list);
    if (status != CAROM_OK) return carom_voyage_stop(r, CAROM_MOTION_STOP_NO_ANSWER, status, state);
    if (is_graze(r, &found->pose, &list)) return graze(r, &found->pose, &list);
    if (list.count > 1 && r->scene->several == CAROM_MOTION_RULE_STOP)
        return carom_voyage_stop(r, CAROM_MOTION_STOP_MULTIPLE_CONTACTS, CAROM_OK, state);
    return carom_voyage_impact(r, found, &list);
}

static carom_voyage open_run(const carom_motion_scene *scene, carom_motion_result *result) {
    return (carom_voyage){.scene = scene,
                          .result = result,
                          .p = result->memory,
                          .size = carom_shape_size(scene),
                          .touch = carom_motion_touch(scene)};
}

static carom_status advance(const carom_motion_scene *scene, carom_motion_result *result) {
    carom_voyage r = open_run(scene, result);
    if (r.p->stepping) return carom_stepping_advance(&r);
    carom_free_flight flight;
    carom_motion_found found;
    carom_axes axes;
    carom_flight_begin(&flight, scene, &r.p->now);
    const carom_status status = carom_motion_search(&flight, scene->until - r.p->now.t, &r.p->raised, &found);
    if (status != CAROM_OK) return carom_voyage_stop(&r, CAROM_MOTION_STOP_NO_ANSWER, status, &r.p->now);
    if (found.leaves) return carom_voyage_stop(&r, CAROM_MOTION_STOP_LEAVES, CAROM_OK, &r.p->now);
    carom_motion_axes(scene, &r.p->now, &axes);
    const double change = carom_motion_energy_of(scene, &found.pose.state, &found.pose.axes) -
                          carom_motion_energy_of(scene, &r.p->now, &axes);
    result->energy_error = fmax(result->energy_error, fabs(change));
    return found.contact ? touch(&r, &found)
                         : carom_voyage_stop(&r, CAROM_MOTION_STOP_TIME, CAROM_OK, &found.pose.state);
}

carom_status carom_motion_step(const carom_motion_scene *scene, carom_motion_result *result) {
    if (!result || !result->memory) return CAROM_NULL_POINTER;
    const carom_status status = carom_motion_accept_law(scene, NULL);
    if (status != CAROM_OK) return status;
    return result->stop == CAROM_MOTION_STOP_NONE ? advance(scene, result) : result->status;
}

carom_status carom_motion_begin(const carom_motion_scene *scene, const carom_motion_state *start, void *memory,
                                size_t bytes, carom_motion_result *result) {
    if (!start || !result) return CAROM_NULL_POINTER;
    memset(result, 0, sizeof *result);
    carom_status status = carom_motion_validate(scene, start, NULL);
    if (status == CAROM_OK) status = carom_motion_accept_law(scene, NULL);
    if (status == CAROM_OK && !(scene->until >= start->t)) status = CAROM_BAD_VALUE;
    if (status == CAROM_OK && !memory) status = CAROM_NULL_POINTER;
    carom_arena arena = carom_arena_over(memory, bytes);
    carom_motion_progress *p = status == CAROM_OK ? carve(scene, &arena, result) : NULL;
    if (status == CAROM_OK && !p) status = CAROM_SMALL_MEMORY;
    result->status = status;
    result->accumulation_time = (double)NAN;
    if (status != CAROM_OK) {
        result->stop = CAROM_MOTION_STOP_NO_ANSWER;
        return status;
    }
    carom_pose pose = {.state = *start};
    carom_touching list;
    carom_motion_flight(scene, start, 0.0, &pose.state); // a unit quaternion
    pose.state.exact = true;
    carom_motion_axes(scene, &pose.state, &pose.axes);
    result->memory = p;
    result->start = result->end = p->now = pose.state;
    carom_voyage r = open_run(scene, result);
    r.cut = 1e-9 * carom_voyage_speed(&r, &pose.state);
    status = carom_touching_find(scene, &pose, r.touch, CAROM_FACE_TOUCHING, r.cut, 0.0, &list);
    if (status != CAROM_OK) return carom_voyage_stop(&r, CAROM_MOTION_STOP_NO_ANSWER, status, &pose.state);
    return persists(&r, &pose, &list) ? carom_voyage_hold(&r, &pose, list.touching) : CAROM_OK;
}

carom_status carom_motion_run(const carom_motion_scene *scene, const carom_motion_state *start, void *memory,
                              size_t bytes, carom_motion_result *result) {
    carom_status status = carom_motion_begin(scene, start, memory, bytes, result);
    if (!result || carom_status_classify(status) != CAROM_CLASS_OK) return status;
    while (result->stop == CAROM_MOTION_STOP_NONE) status = advance(scene, result);
    return status;
}

// Returns the last event up to t; NULL if there is none.
static const carom_motion_event *last_before(const carom_motion_result *result, double t) {
    int low = 0, high = result->events; // event[low - 1] is not after t, event[high] is
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (result->event[middle].after.t <= t)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &result->event[low - 1] : NULL;
}

carom_status carom_motion_state_at(const carom_motion_scene *scene, const carom_motion_result *result, double t,
                                   carom_motion_state *state) {
    if (!result || !state || !result->memory) return CAROM_NULL_POINTER;
    const double last = result->stop == CAROM_MOTION_STOP_LEAVES ? HUGE_VAL : result->end.t;
    if (!(t >= result->start.t && t <= last && isfinite(t))) return CAROM_BAD_VALUE;
    const carom_motion_event *event = last_before(result, t);
    if (event && event->stepped) {
        const carom_status valid = carom_motion_accept(scene, NULL, NULL);
        return valid == CAROM_OK ? carom_stepping_at(scene, result, t, state) : valid;
    }
    const carom_motion_state *from = event ? &event->after : &result->start;
    const carom_status status = carom_motion_flight(scene, from, t - from->t, state);
    if (status == CAROM_OK) state->t = t;
    return status;
}
