// Describes a set of results in two ways: random samples, and bounds of each velocity.
#include "systems/spread.h"

#include <math.h>
#include <string.h>

#include "systems/solution.h"
#include "tables/params.h"
#include "tables/speed.h"

typedef struct room {
    carom_outcome_path path;
    carom_outcome_bound bound;
    double *mu, *g, *W;
    carom_system s; // the system with W averaged
} room;

static bool carve(room *m, const carom_system *s, int draws, carom_spread *out, carom_arena *a) {
    const size_t n = 2 * (size_t)s->nc, count = (size_t)draws;
    out->P = CAROM_TAKE(a, count * n, double);
    out->v = CAROM_TAKE(a, count * n, double);
    out->dE = CAROM_TAKE(a, count, double);
    out->lowest = CAROM_TAKE(a, n, double);
    out->highest = CAROM_TAKE(a, n, double);
    out->least = CAROM_TAKE(a, n, double);
    out->most = CAROM_TAKE(a, n, double);
    m->mu = CAROM_TAKE(a, s->nc, double);
    m->g = CAROM_TAKE(a, n, double);
    m->W = CAROM_TAKE(a, n * n, double);
    carom_outcome_path_carve(&m->path, s, a);
    return carom_outcome_bound_carve(&m->bound, s, a);
}

carom_status carom_outcomes_shape(const carom_system *s) {
    if (!s || !s->W || !s->v) return CAROM_NULL_POINTER;
    if (s->dim != 2) return s->dim == 3 ? CAROM_WRONG_DIM : CAROM_BAD_DIM;
    return s->nc >= 1 && s->nc <= CAROM_MAX_DRAWN_CONTACTS ? CAROM_OK : CAROM_BAD_COUNT;
}

bool carom_any_approaches(const carom_system *s) {
    const double zero = carom_system_zero(s);
    for (int i = 0; i < s->nc; i++)
        if (s->v[2 * i] < -zero) return true;
    return false;
}

static carom_status shape(const carom_system *s, int draws) {
    const carom_status status = carom_outcomes_shape(s);
    if (status != CAROM_OK) return status;
    return draws >= 1 && draws <= CAROM_MAX_DRAWN ? CAROM_OK : CAROM_BAD_COUNT;
}

size_t carom_spread_memory_size(const carom_system *s, int draws) {
    if (draws == 0) return carom_outcome_bound_size(s);
    if (shape(s, draws) != CAROM_OK) return 0;
    carom_arena a = carom_arena_over(NULL, 0);
    carom_spread out;
    room m;
    carve(&m, s, draws, &out, &a);
    return carom_arena_bytes(&a);
}

// Checks e and mu of each contact. They cannot depend on speed, because an impact among several has no single speed.
static carom_status validate_params(const carom_system *s, const carom_params *contact, carom_spread *out) {
    static const carom_coefficient rows[] = {CAROM_COEFFICIENT_E(""), CAROM_COEFFICIENT_MU("")};
    const carom_law reader = {CAROM_COEFFICIENTS(rows)};
    for (int i = 0; i < s->nc; i++) {
        out->refused_contact = i;
        const carom_status status = carom_params_validate(&reader, &contact[i], 2, &out->refused);
        if (status != CAROM_OK) return status;
        out->refused = contact[i].e_of_speed.form || !(contact[i].e <= 1.0) ? CAROM_PARAM_e : CAROM_PARAM_mu;
        if (!(contact[i].e <= 1.0) || isinf(contact[i].mu) || contact[i].e_of_speed.form || contact[i].mu_of_speed.form)
            return CAROM_COEFFICIENT_RANGE;
    }
    return CAROM_OK;
}

static carom_status bound_velocities(room *m, const carom_system *s, carom_spread *out) {
    const int n = 2 * s->nc;
    carom_status status = CAROM_OK;
    carom_outcome_bound_open(&m->bound, s, m->mu);
    for (int i = 0; i < n && status == CAROM_OK; i++)
        for (double side = 1.0; side >= -1.0 && status == CAROM_OK; side -= 2.0) {
            double most;
            for (int j = 0; j < n; j++) m->g[j] = side * s->W[(size_t)i * (size_t)n + (size_t)j];
            status = carom_outcome_bound_most(&m->bound, s, m->g, &most);
            (side > 0.0 ? out->most : out->least)[i] = s->v[i] + side * most;
        }
    // After the impact no contact approaches. If redundant contacts leave the energy undetermined, the search ends
    // slightly below zero.
    for (int i = 0; i < n && carom_any_approaches(s); i += 2) out->least[i] = fmax(out->least[i], 0.0);
    return status;
}

// Recomputes the sums from the start to avoid accumulated rounding errors.
static bool keep(const carom_system *s, const carom_outcome_path *path, carom_spread *out) {
    const size_t n = 2 * (size_t)s->nc, at = (size_t)out->samples * n;
    memcpy(out->P + at, path->P, n * sizeof *out->P);
    carom_system_after(s, path->P, out->v + at);
    out->dE[out->samples] = carom_system_energy(s, path->P, out->v + at);
    for (size_t i = 0; i < n; i++)
        if (!isfinite(out->v[at + i])) return false;
    for (size_t i = 0; i < n; i++) {
        out->lowest[i] = fmin(out->lowest[i], out->v[at + i]);
        out->highest[i] = fmax(out->highest[i], out->v[at + i]);
    }
    out->samples++;
    return true;
}

carom_status carom_spread_sample(const carom_system *s, const carom_params *contact, int draws, uint64_t seed,
                                 void *memory, size_t bytes, carom_spread *out) {
    if (!out) return CAROM_NULL_POINTER;
    *out = (carom_spread){.refused = CAROM_PARAM_NONE, .refused_contact = -1};
    if (!contact || !memory) return out->status = CAROM_NULL_POINTER;
    if ((out->status = shape(s, draws)) != CAROM_OK) return out->status;
    room m;
    carom_arena a = carom_arena_over(memory, bytes);
    carom_spread arrays = *out;
    if (!carve(&m, s, draws, &arrays, &a)) return out->status = CAROM_SMALL_MEMORY;
    out->status = carom_system_validate(s, m.bound.M);
    if (out->status == CAROM_OK) out->status = validate_params(s, contact, out);
    if (out->status != CAROM_OK) return out->status;

    *out = arrays;
    m.s = carom_system_averaged(s, m.W);
    m.path.s = s = &m.s;
    m.path.contact = contact;
    for (int i = 0; i < s->nc; i++) m.mu[i] = contact[i].mu;
    for (int i = 0; i < 2 * s->nc; i++) out->lowest[i] = HUGE_VAL, out->highest[i] = -HUGE_VAL;
    out->status = bound_velocities(&m, s, out);
    if (out->status != CAROM_OK) return out->status;
    for (int draw = 0; draw < draws; draw++)
        if (!carom_outcome_path_run(&m.path, seed, draw) || !keep(s, &m.path, out)) out->unfinished++;
    if (!out->samples) return out->status = CAROM_NOT_CONVERGED;
    return out->status = carom_any_approaches(s) ? CAROM_OK : CAROM_NO_IMPACT;
}
