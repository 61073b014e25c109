// One contact strikes, the others are closed or apart; followed along the striking contact's normal impulse eta.
// Hurmuzlu & Marghitu 1994, 3.1, with each stage's rates from a complementarity problem instead of their lists.
//
//   stage        v, P linear in eta while no contact changes what it does
//   events       a slip stops, a contact that is apart comes back, compression ends, restitution ends
//   stop         that of the striking contact (walk/stop.h), with eta as its clock
#include <math.h>
#include <string.h>

#include "base/worst.h"
#include "many/stage.h"
#include "walk/stop.h"

_Static_assert(2 * CAROM_STAGE_END_RESTITUTION <= 256, "the events of a contact fit a byte");

// Events this close, relative, happen together.
#define TOGETHER 1e-12

typedef struct walk {
    const carom_system *s;
    const carom_many_params *p;
    carom_stage_memory rates;
    double *v, *P;
    double eta, eta_c, work, compression_work;
    double residual;
    bool restitution, several;
    carom_stage *stage;
    carom_mode *modes;
    unsigned char *events;
    int stages;
    int64_t tried; // mode sets and pivots so far
} walk;

// Mode sets and pivots for each stage that may be, all in all: 200 stages of four contacts take 256 each; six contacts
// that are enumerated take 4096, and give up sooner.
#define TRIES 256

static bool carve(walk *w, const carom_system *s, const carom_many_params *p, carom_arena *a) {
    *w = (walk){.s = s, .p = p};
    carom_stage_carve(&w->rates, s->nc, p->solver, a);
    w->v = CAROM_TAKE(a, 2 * s->nc, double);
    w->stage = CAROM_TAKE(a, p->max_stages, carom_stage);
    w->modes = CAROM_TAKE(a, (size_t)p->max_stages * (size_t)s->nc, carom_mode);
    w->events = CAROM_TAKE(a, (size_t)p->max_stages * (size_t)s->nc, unsigned char);
    return !carom_arena_short(a);
}

static size_t bytes_needed(const carom_system *s, const carom_many_params *p) {
    carom_arena a = carom_arena_over(NULL, 0);
    walk w;
    carve(&w, s, p, &a);
    return carom_arena_bytes(&a);
}

static void start(walk *w, double *P) {
    const int n = 2 * w->s->nc;
    const double zero = carom_system_zero(w->s);
    for (int i = 0; i < n; i++) {
        w->v[i] = fabs(w->s->v[i]) <= zero ? 0.0 : w->s->v[i];
        P[i] = 0.0;
    }
    w->P = P;
}

static double to_end_of_restitution(const walk *w) {
    const int c = w->p->c;
    const carom_params *k = &w->p->contact[c];
    const carom_progress here = {.e = k->e,
                                 .v_before = w->s->v[2 * c],
                                 .v_n = w->v[2 * c],
                                 .p = w->eta,
                                 .p_c = w->eta_c,
                                 .absorbed = fabs(w->compression_work),
                                 .released = w->work};
    return carom_stop_clock(&carom_stops[k->restitution], &here, w->rates.found.y[2 * c]);
}

static double to_end_of_phase(const walk *w) {
    if (w->restitution) return to_end_of_restitution(w);
    const double vn = w->v[2 * w->p->c], a = w->rates.found.y[2 * w->p->c];
    return a > 0.0 ? -vn / a : HUGE_VAL;
}

// Increment of eta until contact i changes: `what` says how.
static double to_change(const walk *w, int i, carom_stage_event *what) {
    const double *a = w->rates.found.y + 2 * i, vn = w->v[2 * i], vt = w->v[2 * i + 1];
    const carom_mode mode = carom_stage_mode(&w->rates, w->v, i, w->p->c);
    *what = mode == CAROM_MODE_FREE ? CAROM_STAGE_ATTACH : CAROM_STAGE_SLIP_STOP;
    if (mode == CAROM_MODE_FREE) return a[0] < 0.0 ? -vn / a[0] : HUGE_VAL;
    // Without a force its slip decides nothing.
    if (mode == CAROM_MODE_OPEN) return HUGE_VAL;
    return vt * a[1] < 0.0 ? -vt / a[1] : HUGE_VAL;
}

static double next_event(const walk *w) {
    double least = to_end_of_phase(w);
    carom_stage_event what;
    for (int i = 0; i < w->s->nc; i++) least = fmin(least, to_change(w, i, &what));
    return least;
}

static void add_stage(walk *w) {
    const int nc = w->s->nc, at = w->stages++;
    carom_stage *stage = &w->stage[at];
    *stage = (carom_stage){w->restitution, w->eta, w->modes + at * nc, w->events + at * nc};
    for (int i = 0; i < nc; i++) {
        stage->mode[i] = carom_stage_mode(&w->rates, w->v, i, w->p->c);
        stage->events[i] = 0;
    }
}

// Moves on by d and stores the velocity of each event as an exact zero. True at the end of the phase.
static bool advance(walk *w, double d) {
    const int c = w->p->c, nc = w->s->nc;
    const double until = d * (1.0 + TOGETHER), vn = w->v[2 * c], a = w->rates.found.y[2 * c];
    const bool ends = to_end_of_phase(w) <= until;
    carom_stage *stage = &w->stage[w->stages - 1];
    for (int i = 0; i < nc; i++) {
        carom_stage_event what;
        if (to_change(w, i, &what) <= until) stage->events[i] |= (unsigned char)what;
    }
    w->work += d * (vn + 0.5 * a * d);
    w->eta += d;
    stage->eta = w->eta;
    for (int i = 0; i < 2 * nc; i++) {
        w->v[i] += w->rates.found.y[i] * d;
        w->P[i] += w->rates.found.P[i] * d;
    }
    for (int i = 0; i < nc; i++) {
        if (stage->events[i] & CAROM_STAGE_SLIP_STOP) w->v[2 * i + 1] = 0.0;
        if (stage->events[i] & CAROM_STAGE_ATTACH) w->v[2 * i] = 0.0;
    }
    if (ends) stage->events[c] |= w->restitution ? CAROM_STAGE_END_RESTITUTION : CAROM_STAGE_END_COMPRESSION;
    return ends;
}

static void end_compression(walk *w) {
    w->v[2 * w->p->c] = 0.0;
    w->eta_c = w->eta;
    w->compression_work = w->work;
    w->work = 0.0;
    w->restitution = true;
}

static carom_status follow(walk *w) {
    while (w->stages < w->p->max_stages) {
        double residual = 0.0;
        const carom_status status = carom_stage_rates(w->s, w->p, w->v, &w->rates, &residual);
        if (carom_status_class_of(status) != CAROM_FINE) return status;
        w->several = w->several || status == CAROM_SEVERAL;
        w->tried += w->rates.found.tried;
        if (w->tried > (int64_t)TRIES * w->p->max_stages) return CAROM_NOT_CONVERGED;
        carom_worsen(&w->residual, residual);

        const double d = next_event(w);
        if (!(d < HUGE_VAL)) return CAROM_NO_SOLUTION;
        add_stage(w);
        if (!advance(w, d)) continue;
        if (w->restitution) return CAROM_OK;
        end_compression(w);
        if (w->p->contact[w->p->c].e == 0.0) return CAROM_OK;
    }
    return CAROM_NOT_CONVERGED;
}

static carom_mode final_mode(const walk *w, int i) {
    const double vn = w->v[2 * i], vt = w->v[2 * i + 1], Pn = w->P[2 * i];
    if (i != w->p->c) {
        if (vn > 0.0) return Pn > 0.0 ? CAROM_MODE_REBOUND_IMPULSE : CAROM_MODE_REBOUND;
        if (!(Pn > 0.0)) return CAROM_MODE_IDLE;
    }
    return vt == 0.0 ? CAROM_MODE_STICK : vt > 0.0 ? CAROM_MODE_SLIP_PLUS : CAROM_MODE_SLIP_MINUS;
}

static unsigned also(const carom_system *s, const carom_many_params *p) {
    (void)s;
    return carom_stop_traits(p->contact[p->c].restitution) & CAROM_STOP_DISSIPATES_MANY ? (unsigned)CAROM_DISSIPATIVE
                                                                                        : 0u;
}

static carom_status solve(const carom_system *s, const carom_many_params *p, void *memory, size_t bytes,
                          carom_many_outcome *out) {
    carom_arena a = carom_arena_over(memory, bytes);
    walk w;
    if (!carve(&w, s, p, &a)) return CAROM_NO_ROOM;
    start(&w, out->P);
    const carom_status status = follow(&w);
    out->stages = w.stages;
    out->stage = w.stage;
    if (status != CAROM_OK) return status;
    out->eta = w.eta;
    out->eta_c = w.eta_c;
    out->residual = w.residual;
    for (int i = 0; i < s->nc; i++) out->mode[i] = final_mode(&w, i);
    return w.several ? CAROM_SEVERAL : CAROM_OK;
}

static const carom_method_code code = {.solve = solve, .bytes = bytes_needed, .also = also};

const carom_method carom_method_hm_differential = {
    .name = "hm-differential",
    .module = "core",
    .dims = CAROM_PLANE,
    .needs = CAROM_NEEDS_STRIKING,
    .fills = CAROM_FILLS_STAGES,
    .solvers = CAROM_PLANE_SOLVERS,
    .reads = CAROM_PARAM_BIT(restitution) | CAROM_PARAM_BIT(e) | CAROM_PARAM_BIT(mu) | CAROM_PARAM_BIT(mu_static),
    .promises = CAROM_COULOMB | CAROM_NONPENETRATING | CAROM_HOMOGENEOUS,
    .also = "dissipative with restitution energetic",
    .summary = "one contact strikes, the others slip, stick, leave and return; followed along the striking impulse",
    .citation = "Hurmuzlu & Marghitu 1994, 3.1",
    .code = &code,
};
