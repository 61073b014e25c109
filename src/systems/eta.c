#include "systems/eta.h"

#include <math.h>

#include "base/worst.h"
#include "walk/stop.h"

_Static_assert(2 * CAROM_STAGE_RESUME_COMPRESSION <= 256, "the events of a contact fit a byte");

// Events with a relative distance below this count as simultaneous.
#define TOGETHER 1e-12

// The number of mode sets and pivots that are allowed in total, divided by the largest number of stages. Four
// enumerated contacts need 256 per stage, for at most 200 stages. Six contacts need 4096 per stage and therefore reach
// the limit sooner.
#define TRIES 256

bool carom_eta_carve(carom_eta_walk *w, const carom_system *s, const carom_system_params *p, carom_arena *a) {
    w->s = s;
    w->p = p;
    w->v = CAROM_TAKE(a, 2 * s->nc, double);
    w->stage = CAROM_TAKE(a, p->max_stages, carom_stage);
    w->modes = CAROM_TAKE(a, (size_t)p->max_stages * (size_t)s->nc, carom_mode);
    w->events = CAROM_TAKE(a, (size_t)p->max_stages * (size_t)s->nc, unsigned char);
    return !carom_arena_short(a);
}

static void start(carom_eta_walk *w, double *P) {
    const int n = 2 * w->s->nc;
    const double zero = carom_system_zero(w->s);
    for (int i = 0; i < n; i++) {
        w->v[i] = fabs(w->s->v[i]) <= zero ? 0.0 : w->s->v[i];
        P[i] = 0.0;
    }
    w->P = P;
}

static double to_end_of_restitution(const carom_eta_walk *w) {
    const int c = w->p->striking;
    const carom_params *k = &w->p->contacts[c];
    const carom_progress here = {.e = k->e,
                                 .v_before = w->s->v[2 * c],
                                 .v_n = w->v[2 * c],
                                 .p = w->eta,
                                 .p_c = w->eta_c,
                                 .absorbed = fabs(w->other_work),
                                 .released = w->work};
    return carom_stop_clock(&carom_stops[k->restitution], &here, w->a[2 * c]);
}

static double to_end_of_phase(const carom_eta_walk *w) {
    if (w->restitution) return to_end_of_restitution(w);
    const double vn = w->v[2 * w->p->striking], a = w->a[2 * w->p->striking];
    return a > 0.0 ? -vn / a : HUGE_VAL;
}

// Returns the increment of eta until compression resumes: another contact may slow the separation of the striking
// contact until it approaches again.
static double to_resume(const carom_eta_walk *w) {
    const double vn = w->v[2 * w->p->striking], a = w->a[2 * w->p->striking];
    return w->restitution && a < 0.0 ? -vn / a : HUGE_VAL;
}

// Returns the increment of eta until contact i changes. `what` receives the kind of change.
static double to_change(const carom_eta_walk *w, int i, carom_stage_event *what) {
    const double *a = w->a + 2 * i, vn = w->v[2 * i], vt = w->v[2 * i + 1];
    const carom_mode mode = w->rule->mode(w, i);
    *what = mode == CAROM_MODE_FREE ? CAROM_STAGE_ATTACH : CAROM_STAGE_SLIP_STOP;
    if (mode == CAROM_MODE_FREE) return a[0] < 0.0 ? -vn / a[0] : HUGE_VAL;
    // If a contact has no force, its slip has no effect.
    if (mode == CAROM_MODE_OPEN) return HUGE_VAL;
    return vt * a[1] < 0.0 ? -vt / a[1] : HUGE_VAL;
}

static double next_event(const carom_eta_walk *w) {
    double least = fmin(to_end_of_phase(w), to_resume(w));
    carom_stage_event what;
    for (int i = 0; i < w->s->nc; i++) least = fmin(least, to_change(w, i, &what));
    return least;
}

static void add_stage(carom_eta_walk *w) {
    const int nc = w->s->nc, at = w->stages++;
    carom_stage *stage = &w->stage[at];
    *stage = (carom_stage){
        .restitution = w->restitution, .eta = w->eta, .mode = w->modes + at * nc, .events = w->events + at * nc};
    for (int i = 0; i < nc; i++) {
        stage->mode[i] = w->rule->mode(w, i);
        stage->events[i] = 0;
    }
    if (w->rule->note) w->rule->note(w, stage);
}

// Advances by d and stores the velocity of each event as an exact zero. Returns true at the end of the phase.
static bool advance(carom_eta_walk *w, double d) {
    const int c = w->p->striking, nc = w->s->nc;
    const double until = d * (1.0 + TOGETHER), vn = w->v[2 * c], a = w->a[2 * c];
    const bool ends = to_end_of_phase(w) <= until, resumes = !ends && to_resume(w) <= until;
    carom_stage *stage = &w->stage[w->stages - 1];
    for (int i = 0; i < nc; i++) {
        carom_stage_event what;
        if (to_change(w, i, &what) <= until) stage->events[i] |= (unsigned char)what;
    }
    w->work += d * (vn + 0.5 * a * d);
    w->eta += d;
    stage->eta = w->eta;
    for (int i = 0; i < 2 * nc; i++) {
        w->v[i] += w->a[i] * d;
        w->P[i] += w->f[i] * d;
    }
    for (int i = 0; i < nc; i++) {
        if (stage->events[i] & CAROM_STAGE_SLIP_STOP) w->v[2 * i + 1] = 0.0;
        if (stage->events[i] & CAROM_STAGE_ATTACH) w->v[2 * i] = 0.0;
    }
    if (resumes) {
        stage->events[c] |= CAROM_STAGE_RESUME_COMPRESSION;
        w->v[2 * c] = 0.0;
    }
    if (ends) stage->events[c] |= w->restitution ? CAROM_STAGE_END_RESTITUTION : CAROM_STAGE_END_COMPRESSION;
    return ends;
}

static void change_phase(carom_eta_walk *w) {
    const double work = w->work;
    w->work = w->other_work;
    w->other_work = work;
    w->restitution = !w->restitution;
}

static void end_compression(carom_eta_walk *w) {
    w->v[2 * w->p->striking] = 0.0;
    w->eta_c = w->eta;
    change_phase(w);
}

static carom_status follow(carom_eta_walk *w) {
    while (w->stages < w->p->max_stages) {
        bool several = false;
        const carom_status status = w->rule->rates(w, &several);
        if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
        w->several = w->several || several;
        if (w->tried > (int64_t)TRIES * w->p->max_stages) return CAROM_NOT_CONVERGED;
        if (w->restitution && w->v[2 * w->p->striking] == 0.0 && w->a[2 * w->p->striking] < 0.0) change_phase(w);

        const double d = next_event(w);
        if (!(d < HUGE_VAL)) return CAROM_NO_SOLUTION;
        add_stage(w);
        if (!advance(w, d)) continue;
        if (w->restitution) return CAROM_OK;
        end_compression(w);
        if (w->p->contacts[w->p->striking].e == 0.0) return CAROM_OK;
    }
    return CAROM_NOT_CONVERGED;
}

static carom_mode final_mode(const carom_eta_walk *w, int i) {
    const double vn = w->v[2 * i], vt = w->v[2 * i + 1], Pn = w->P[2 * i];
    if (i != w->p->striking) {
        if (vn > 0.0) return Pn > 0.0 ? CAROM_MODE_REBOUND_IMPULSE : CAROM_MODE_REBOUND;
        if (!(Pn > 0.0)) return CAROM_MODE_IDLE;
    }
    return vt == 0.0 ? CAROM_MODE_STICK : vt > 0.0 ? CAROM_MODE_SLIP_PLUS : CAROM_MODE_SLIP_MINUS;
}

unsigned carom_eta_also(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    return carom_stop_traits(p->contacts[p->striking].restitution) & CAROM_STOP_DISSIPATES_MANY
               ? (unsigned)CAROM_GUARANTEE_DISSIPATIVE
               : 0u;
}

carom_status carom_eta_follow(carom_eta_walk *w, carom_system_result *out) {
    start(w, out->P);
    const carom_status status = follow(w);
    out->stages = w->stages;
    out->stage = w->stage;
    if (status != CAROM_OK) return status;
    out->eta = w->eta;
    out->eta_c = w->eta_c;
    out->residual = w->residual;
    for (int i = 0; i < w->s->nc; i++) out->mode[i] = final_mode(w, i);
    return w->several ? CAROM_NOT_UNIQUE : CAROM_OK;
}
