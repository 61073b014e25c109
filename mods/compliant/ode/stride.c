#include "stride.h"

#include <math.h>
#include <string.h>

enum { WARY = 200, IDLE = 50 };

// The overhead of an ARKODE step, in evaluations.
enum { ARKODE_TAKES = 16 };

bool carom_stride_open(carom_stride *m, const carom_machine_system *s, void *self, size_t *work) {
    m->system = s;
    m->self = self;
    m->moved = true;
    m->length = s->longest;
    m->field = (carom_ode_field){.states = s->states,
                                 .guards = s->guards,
                                 .quiet = s->quiet,
                                 .quiet_end = s->quiet_end,
                                 .size = s->size,
                                 .longest = s->longest,
                                 .work = work,
                                 .flow = s->flow,
                                 .look = s->look,
                                 .self = self};
    return SUNContext_Create(NULL, &m->context) == 0;
}

void carom_stride_close(carom_stride *m) {
    carom_stepper_close(&m->run);
    carom_radau_close(m->radau);
    if (m->context) SUNContext_Free(&m->context);
}

void carom_stride_moved(carom_stride *m) {
    m->moved = true;
    m->idle = 0;
}

// Detects stiffness. If explicit steps stay short although no state changes, a fast decay that is already over limits
// them.
static void watch(carom_stride *m, const double *from, const double *y, double length, double before) {
    double most = 0.0;
    for (int i = 0; i < m->system->states; i++)
        most = fmax(most, fabs(y[i] - from[i]) / (fabs(y[i]) + m->system->size[i]));
    m->idle = most < 1e-2 && length < 1.1 * before ? m->idle + 1 : 0;
}

bool carom_stride_dense(const carom_stride *m) {
    return m->kind != CAROM_BY_STEPS;
}

bool carom_stride_by_series(const carom_stride *m) {
    return m->kind == CAROM_BY_SERIES;
}

static carom_stride_kind choose(carom_stride *m, const double *from) {
    const carom_machine_system *s = m->system;
    const bool stiff = s->stiff && m->wary == 0 && (m->idle >= IDLE || s->stiff(m->self, from));
    if (m->wary > 0) m->wary--;
    if (stiff && !m->radau) m->radau = carom_radau_open(&m->field);
    if (stiff && m->radau) return CAROM_BY_COLLOCATION;
    return s->grow && s->grow(m->self, from, m->length, &m->series) ? CAROM_BY_SERIES : CAROM_BY_STEPS;
}

static bool step_by_arkode(carom_stride *m, double t, const double *from, double *at, double *end, int *fell,
                           double *y) {
    if (!m->run.memory && !carom_stepper_open(&m->run, m->context, &m->field, t, from)) return false;
    if (m->moved && !carom_stepper_reset(&m->run, t, from)) return false;
    m->moved = false;
    if (!carom_stepper_advance(&m->run, t + 1e2 * m->system->unit, at, end, fell, y)) return false;
    *m->field.work += ARKODE_TAKES;
    watch(m, from, y, *end - t, m->length);
    m->length = *end - t;
    return true;
}

static bool step_by_radau(carom_stride *m, double t, const double *from, double *at, double *end, double *y) {
    double length;
    if (m->moved) carom_radau_reset(m->radau, from);
    m->moved = false;
    if (!carom_radau_advance(m->radau, &length, y)) return false;
    m->length = length;
    *at = *end = t + length;
    return true;
}

// Takes a step. If the collocation cannot solve its equations, the explicit method is used for a while. This happens
// for a slip that has just begun and turns within its first step.
bool carom_stride_step(carom_stride *m, double t, const double *from, double *at, double *end, int *fell, double *y) {
    const carom_stride_kind last = m->kind;
    *fell = -1;
    m->kind = choose(m, from);
    if (m->kind != last) m->moved = true;
    if (m->kind == CAROM_BY_SERIES) {
        const double before = m->length;
        *at = *end = t + m->series.length;
        m->length = m->series.length;
        *m->field.work += CAROM_PIECE_ORDER;
        carom_stride_within(m, m->series.length, from, y);
        watch(m, from, y, m->length, before);
        return true;
    }
    if (m->kind == CAROM_BY_COLLOCATION) {
        if (step_by_radau(m, t, from, at, end, y)) return true;
        m->wary = WARY;
        m->moved = true;
        m->kind = CAROM_BY_STEPS;
    }
    return step_by_arkode(m, t, from, at, end, fell, y);
}

bool carom_stride_retake(carom_stride *m, double length) {
    // If a step ends within 1e-6 of the event, all its stages except the last are before the event.
    if (m->kind != CAROM_BY_COLLOCATION || !(length > 0.0 && length < (1.0 - 1e-6) * m->length)) return false;
    m->length = length;
    return carom_radau_retake(m->radau, length);
}

bool carom_stride_within(const carom_stride *m, double time, const double *from, double *y) {
    if (m->kind == CAROM_BY_COLLOCATION) {
        carom_radau_within(m->radau, time, y);
    } else if (m->kind == CAROM_BY_SERIES) {
        for (int i = 0; i < m->system->states; i++) y[i] = carom_series_at(m->series.y[i], time / m->series.length);
    } else {
        memcpy(y, from, (size_t)m->system->states * sizeof *y);
        return !(time > 0.0) || carom_stepper_leap(&m->run, time, y);
    }
    return true;
}
