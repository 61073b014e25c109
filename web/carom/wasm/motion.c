// Computes a motion for JavaScript. A single function takes and returns numbers, so that this part of the library has
// only one entry point.
#include <string.h>

#include "carom/motion.h"

int32_t js_motion(const carom_law *law, const carom_params *const *params, const double *given, void *memory,
                  double *out);

// `reader` and `writer` point to the next number to read or write.
typedef struct reader {
    const double *at;
} reader;

static double take(reader *r) {
    return *r->at++;
}

static void take_some(reader *r, double *numbers, int count) {
    for (int i = 0; i < count; i++) numbers[i] = take(r);
}

typedef struct writer {
    double *at;
} writer;

static void put(writer *w, double number) {
    *w->at++ = number;
}

static void put_some(writer *w, const double *numbers, int count) {
    for (int i = 0; i < count; i++) put(w, numbers[i]);
}

typedef struct problem {
    carom_motion_scene scene;
    carom_motion_state start;
    carom_motion_plane plane[CAROM_MOTION_MAX_PLANES];
    double corner[CAROM_MOTION_MAX_CORNERS][3];
} problem;

static void take_state(reader *r, carom_motion_state *s) {
    s->t = take(r);
    take_some(r, s->centre, 3);
    s->angle = take(r);
    take_some(r, s->orientation, 4);
    take_some(r, s->velocity, 3);
    take_some(r, s->spin, 3);
}

static int count_of(double number, int most) {
    return number >= 0.0 && number <= (double)most ? (int)number : -1;
}

// Reads the problem in the order in which motion.ts writes it. `params` contains the coefficients of the scene, then
// those of the planes that have their own.
static void take_problem(reader *r, const carom_law *law, const carom_params *const *params, problem *p) {
    carom_motion_scene *s = &p->scene;
    carom_motion_scene_init(s, sizeof *s, (int)take(r));
    s->law = law;
    s->params = params[0];
    s->mass = take(r);
    take_some(r, s->inertia, 3);
    s->shape.radius = take(r);
    take_some(r, s->shape.semi_axes, 3);
    take_some(r, s->shape.middle, 3);
    take_some(r, s->gravity, 3);
    s->touch = take(r);
    s->several = (carom_motion_rule)(int)take(r);
    const int method = (int)take(r);
    if (method >= 0) s->method = carom_law_at(NULL, method, CAROM_SYSTEMS);
    s->persist = (carom_motion_persist)(int)take(r);
    s->until = take(r);
    s->rest_speed = take(r);
    s->max_events = (int)take(r);
    s->step = take(r);
    take_state(r, &p->start);
    s->shape.corners = count_of(take(r), CAROM_MOTION_MAX_CORNERS);
    s->shape.corner = (const double(*)[3])p->corner;
    for (int i = 0; i < s->shape.corners; i++) take_some(r, p->corner[i], 3);
    s->planes = count_of(take(r), CAROM_MOTION_MAX_PLANES);
    s->plane = p->plane;
    for (int i = 0; i < s->planes; i++) {
        take_some(r, p->plane[i].normal, 3);
        p->plane[i].offset = take(r);
        p->plane[i].params = params[1 + i];
    }
}

static void put_state(writer *w, const problem *p, const carom_motion_state *s) {
    put(w, s->t);
    put_some(w, s->centre, 3);
    put(w, s->angle);
    put_some(w, s->orientation, 4);
    put_some(w, s->velocity, 3);
    put_some(w, s->spin, 3);
    put(w, s->exact);
    put(w, carom_motion_energy(&p->scene, s));
}

static void put_event(writer *w, const problem *p, const carom_motion_event *e) {
    put(w, (double)e->kind);
    put_state(w, p, &e->before);
    put_state(w, p, &e->after);
    put(w, e->touching);
    put(w, e->tie);
    put(w, e->left_out);
    put(w, e->hits);
}

static void put_hit(writer *w, const carom_motion_hit *h) {
    put(w, h->plane);
    put(w, h->feature);
    put_some(w, h->point, 3);
    put_some(w, h->contact.v, 3);
    put_some(w, h->outcome.P, 3);
    put_some(w, h->outcome.v, 3);
    put_some(w, h->impulse, 3);
    put(w, h->outcome.dE);
    put(w, (double)h->outcome.mode);
    put(w, h->outcome.violations);
}

// Checks the problem if `memory` is NULL, otherwise computes the motion. The check writes status, part, index and value
// of an error to `out`, and the number of bytes that the motion needs. The computation writes the motion, followed by
// the states at the times that `given` lists at its end.
int32_t js_motion(const carom_law *law, const carom_params *const *params, const double *given, void *memory,
                  double *out) {
    problem p = {0};
    reader r = {given};
    writer w = {out};
    carom_motion_error error;
    carom_motion_result result;
    take_problem(&r, law, params, &p);
    const carom_status status = carom_motion_validate(&p.scene, &p.start, &error);
    const size_t bytes = carom_motion_memory_size(&p.scene);
    if (!memory || status != CAROM_OK) {
        put(&w, (double)error.part);
        put(&w, error.index);
        put(&w, error.value);
        put(&w, (double)bytes);
        return (int32_t)status;
    }
    carom_motion_run(&p.scene, &p.start, memory, bytes, &result);
    put(&w, (double)result.stop);
    put(&w, result.accumulation_time);
    put(&w, result.energy_error);
    put(&w, result.events);
    put(&w, result.hits);
    put_state(&w, &p, &result.start);
    put_state(&w, &p, &result.end);
    const int times = (int)take(&r);
    for (int i = 0; i < times; i++) {
        carom_motion_state state = {0};
        const carom_status found = carom_motion_state_at(&p.scene, &result, take(&r), &state);
        if (found != CAROM_OK) return (int32_t)found;
        put_state(&w, &p, &state);
    }
    for (int i = 0; i < result.events && !times; i++) put_event(&w, &p, &result.event[i]);
    for (int i = 0; i < result.hits && !times; i++) put_hit(&w, &result.hit[i]);
    return (int32_t)result.status;
}
