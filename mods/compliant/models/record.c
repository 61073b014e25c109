#include "record.h"

#include <math.h>
#include <string.h>

static void record_history(const carom_touch *touch, double t, const double *y, const carom_touch_motion *m,
                           const carom_forces *f) {
    carom_history *history = touch->recorder->history;
    if (!history || history->count++ >= history->capacity) return;
    carom_history_point *point = &history->points[history->count - 1];
    *point = (carom_history_point){.t = t, .state = touch->state, .overlap = m->d};
    for (int i = 0; i < touch->dim; i++) {
        point->force[i] = f->F[i];
        point->P[i] = y[CAROM_STATE_P(touch) + i];
        point->v[i] = m->v[i];
    }
    for (int i = 0; i < carom_tangents(touch); i++) {
        point->stretch[i] = m->xi[i];
        point->slip[i] = f->slip[i];
    }
    point->work_normal = y[CAROM_STATE_WORK(touch)];
}

static void record_path(const carom_touch *touch, const double *y, const carom_touch_motion *m, carom_event event) {
    carom_path *path = touch->recorder->path;
    if (!path || path->count++ >= path->capacity) return;
    carom_path_point *point = &path->points[path->count - 1];
    *point = (carom_path_point){.event = event, .work_normal = y[CAROM_STATE_WORK(touch)]};
    for (int i = 0; i < touch->dim; i++) {
        point->P[i] = y[CAROM_STATE_P(touch) + i];
        point->v[i] = m->v[i];
        point->dE += 0.5 * point->P[i] * (touch->contact->v[i] + m->v[i]);
    }
}

void carom_record_point(carom_touch *touch, double t, const double *y, const carom_touch_motion *m,
                        const carom_forces *f) {
    record_history(touch, t, y, m, f);
    record_path(touch, y, m,
                touch->recorder->path && touch->recorder->path->count ? CAROM_EVENT_PASSES : CAROM_EVENT_START);
}

static void record_more(const carom_touch *touch, const double *y, const carom_touch_motion *m) {
    carom_history_summary *more = touch->recorder->more;
    if (!more) return;
    const double *z = y + CAROM_STATE_Z(touch);
    more->duration = touch->end;
    more->peak_force = touch->largest_force;
    more->compression = touch->largest_overlap;
    more->compression_time = touch->compression_time;
    more->dent = fmax(0.0, m->d);
    more->micro_impacts = touch->touches;
    more->switches = touch->switches;
    for (size_t k = 0; k < carom_modes(touch); k++) {
        const carom_vibration *mode = &CAROM_MODES_OF(touch->params)[k];
        const double wz = mode->omega * z[2 * k], wz0 = mode->omega * mode->z0;
        more->vibration += 0.5 * (z[2 * k + 1] * z[2 * k + 1] + wz * wz);
        more->vibration_before += 0.5 * (mode->zdot0 * mode->zdot0 + wz0 * wz0);
    }
}

carom_status carom_record_end(carom_touch *touch, const double *y) {
    carom_result *out = touch->outcome;
    carom_touch_motion m;
    carom_motion_at(touch, y, &m);
    for (int i = 0; i < touch->dim; i++) {
        out->P[i] = y[CAROM_STATE_P(touch) + i];
        out->Pc[i] = touch->Pc[i];
    }
    out->work_normal = y[CAROM_STATE_WORK(touch)];
    out->has = CAROM_HAS_COMPRESSION | (touch->vibrating ? 0u : CAROM_HAS_WORK);
    out->solution_count = touch->several;
    out->mode = touch->touches != 1                   ? CAROM_MODE_UNNAMED
                : touch->slips == 0                   ? CAROM_MODE_STICKING
                : touch->slips == 1 && !touch->sticks ? CAROM_MODE_SLIDING
                                                      : CAROM_MODE_UNNAMED;
    if (touch->mu == 0.0) out->mode = CAROM_MODE_SLIDING;
    if (touch->recorder->path && touch->recorder->path->count) {
        carom_path *path = touch->recorder->path;
        if (path->count <= path->capacity) path->points[path->count - 1].event = CAROM_EVENT_END;
    }
    // The last point, at which the force is 0, is at the end of the force, which may fade after the last step.
    const carom_history *history = touch->recorder->history;
    if (history && history->count > 0 && history->count <= history->capacity)
        history->points[history->count - 1].t = touch->end;
    record_more(touch, y, &m);
    return CAROM_OK;
}

carom_status carom_record_nothing(carom_touch *touch) {
    carom_result *out = touch->outcome;
    out->mode = CAROM_MODE_NONE;
    for (int i = 0; i < touch->dim; i++) out->P[i] = out->Pc[i] = 0.0;
    out->work_normal = 0.0;
    out->has = CAROM_HAS_COMPRESSION | CAROM_HAS_WORK;
    return CAROM_OK;
}
