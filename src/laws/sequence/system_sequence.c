// Computes the set of results of every order of single impacts. Chatterjee 1997, 10.1.
// A state is v. Any approaching contact may be the next one to collide, alone. All choices are followed, impact by
// impact, and equal states are merged. A state in which no contact approaches is a result. The next contact is chosen
// with equal probability, so each state has a probability. If gaps determine the order, there is one order.
#include <math.h>
#include <string.h>

#include "systems/sequence.h"
#include "systems/solution.h"

extern CAROM_API const carom_law carom_law_sequence;

// Remaining approach speeds above this limit belong to an infinite sequence of impacts; smaller ones are rounding.
#define LEFT 1e-13

typedef struct state {
    double probability, sequences;
    int next; // next in its hash chain
} state;

// All states of one depth. State k has its v and P in `numbers` and its contacts in `orders`.
typedef struct level {
    state *state;
    double *numbers;
    unsigned char *orders;
    int count;
} level;

typedef struct search {
    const carom_system *s;
    const carom_system_params *p;
    carom_system_params one; // copy of the coefficients with space for a single order, used if gaps determine the order
    level now, later;
    int *head;   // first state of each hash chain in `later`; if gaps decide, the order of impacts
    int buckets; // a power of two
    double *v, *P;
    double cut, merge, cell;
    carom_solution *solution;
    int solutions;
    bool truncated;
    int64_t steps; // remaining number of steps for comparisons and single impacts
    double *lowest, *highest;
} search;

static void carve_level(level *l, const carom_system *s, const carom_system_params *p, carom_arena *a) {
    l->state = CAROM_TAKE(a, p->max_states, state);
    l->numbers = carom_arena_take(a, (size_t)p->max_states * (size_t)(2 * s->dim * s->nc), sizeof(double));
    l->orders = carom_arena_take(a, (size_t)p->max_states, (size_t)p->max_impacts);
    l->count = 0;
}

static double *v_of(const search *q, const level *l, int k) {
    return l->numbers + (size_t)k * (size_t)(2 * q->s->dim * q->s->nc);
}

static double *P_of(const search *q, const level *l, int k) {
    return v_of(q, l, k) + q->s->dim * q->s->nc;
}

static unsigned char *order_of(const search *q, const level *l, int k) {
    return l->orders + (size_t)k * (size_t)q->p->max_impacts;
}

static void carve_solutions(search *q, carom_arena *a) {
    const int n = q->s->dim * q->s->nc, most = q->p->max_outcomes;
    q->solution = CAROM_TAKE(a, most, carom_solution);
    double *numbers = carom_arena_take(a, (size_t)most * (size_t)(2 * n), sizeof(double));
    carom_mode *modes = carom_arena_take(a, (size_t)most * (size_t)q->s->nc, sizeof *modes);
    unsigned char *orders = carom_arena_take(a, (size_t)most, (size_t)q->p->max_impacts);
    if (carom_arena_short(a)) return;
    for (int k = 0; k < most; k++) {
        q->solution[k].v = numbers + (size_t)k * (size_t)(2 * n);
        q->solution[k].P = q->solution[k].v + n;
        q->solution[k].mode = modes + (size_t)k * (size_t)q->s->nc;
        q->solution[k].order = orders + (size_t)k * (size_t)q->p->max_impacts;
    }
}

static bool carve(search *q, const carom_system *s, const carom_system_params *p, carom_arena *a) {
    *q = (search){.s = s, .p = p, .one = *p, .buckets = 1};
    q->one.max_states = q->one.max_outcomes = 1;
    if (p->gap) p = q->p = &q->one;
    // max_states is at most CAROM_MAX_STATES, so this ends.
    while (q->buckets < p->max_states) q->buckets *= 2;
    carve_level(&q->now, s, p, a);
    carve_level(&q->later, s, p, a);
    q->head = CAROM_TAKE(a, p->gap ? p->max_impacts : q->buckets, int);
    q->v = CAROM_TAKE(a, s->dim * s->nc, double);
    q->P = CAROM_TAKE(a, s->dim * s->nc, double);
    q->lowest = CAROM_TAKE(a, s->dim * s->nc, double);
    q->highest = CAROM_TAKE(a, s->dim * s->nc, double);
    carve_solutions(q, a);
    return !carom_arena_short(a);
}

static size_t bytes_needed(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    carom_arena a = carom_arena_over(NULL, 0);
    search q;
    carve(&q, s, p, &a);
    return carom_arena_bytes(&a);
}

static bool same(const double *a, const double *b, int n, double tolerance) {
    for (int i = 0; i < n; i++)
        if (!(fabs(a[i] - b[i]) <= tolerance)) return false;
    return true;
}

// A comparison of two states counts as one step, and a single impact counts as this many steps. A 2D law with its
// copies takes about 16 times as long.
#define STRIKE 16

// Returns the cell of a weighted sum of v. States that are equal within the tolerance lie in the same cell or in
// neighbouring ones.
static double cell_of(const search *q, const double *v) {
    double sum = 0.0, weight = 0.0;
    for (int i = 0; i < q->s->dim * q->s->nc; i++) {
        weight += 0.61803398874989485;
        weight -= floor(weight);
        sum += (1.0 + weight) * v[i];
    }
    return floor(sum / q->cell);
}

static int bucket_of(const search *q, double cell) {
    // A sum that is NaN or too large for a cell also gets a bucket, but its state is never equal to another one there.
    const uint64_t key =
        isfinite(cell) ? (uint64_t)(int64_t)fmod(cell, 1e15) * UINT64_C(0x9e3779b97f4a7c15) : UINT64_C(0);
    return (int)((key >> 32) & (uint64_t)(q->buckets - 1));
}

static state *find_later(search *q, const double *v) {
    const double cell = cell_of(q, v);
    for (int near = -1; near <= 1; near++)
        for (int k = q->head[bucket_of(q, cell + near)]; k >= 0; k = q->later.state[k].next, q->steps--)
            if (same(v_of(q, &q->later, k), v, q->s->dim * q->s->nc, q->merge)) return &q->later.state[k];
    return NULL;
}

// Adds a path to the state q->v: a new state, or more probability for an equal one.
static void reach(search *q, int from, int contact, int depth, double probability) {
    state *to = find_later(q, q->v);
    const size_t n = (size_t)(q->s->dim * q->s->nc);
    if (to) {
        to->probability += probability;
        to->sequences += q->now.state[from].sequences;
        return;
    }
    if (q->later.count == q->p->max_states) {
        q->truncated = true;
        return;
    }
    const int at = q->later.count;
    to = &q->later.state[at];
    memcpy(v_of(q, &q->later, at), q->v, n * sizeof *q->v);
    memcpy(P_of(q, &q->later, at), q->P, n * sizeof *q->P);
    memcpy(order_of(q, &q->later, at), order_of(q, &q->now, from), (size_t)depth);
    order_of(q, &q->later, at)[depth] = (unsigned char)(contact < 255 ? contact : 255);
    to->probability = probability;
    to->sequences = q->now.state[from].sequences;
    const int bucket = bucket_of(q, cell_of(q, q->v));
    to->next = q->head[bucket];
    q->head[bucket] = q->later.count++;
}

static void add_solution(search *q, int at, int depth) {
    const int n = q->s->dim * q->s->nc;
    const state *s = &q->now.state[at];
    const double *v = v_of(q, &q->now, at), *P = P_of(q, &q->now, at);
    for (int k = 0; k < q->solutions; k++) {
        carom_solution *o = &q->solution[k];
        q->steps--;
        if (!same(o->v, v, n, q->merge)) continue;
        o->probability += s->probability;
        o->sequences += s->sequences;
        o->longest = depth;
        return;
    }
    if (q->solutions == q->p->max_outcomes) {
        q->truncated = true;
        return;
    }
    carom_solution *o = &q->solution[q->solutions++];
    memcpy(o->v, v, (size_t)n * sizeof *v);
    memcpy(o->P, P, (size_t)n * sizeof *P);
    memcpy(o->order, order_of(q, &q->now, at), (size_t)depth);
    o->probability = s->probability;
    o->sequences = s->sequences;
    o->shortest = o->longest = depth;
    o->dE = carom_system_energy(q->s, P, v);
    o->limit = false;
    for (int i = 0; i < q->s->nc; i++) o->limit = o->limit || v[q->s->dim * i] < -LEFT / q->p->cut * q->cut;
}

static int approaching(const search *q, const double *v) {
    int count = 0;
    for (int i = 0; i < q->s->nc; i++) count += v[q->s->dim * i] < -q->cut;
    return count;
}

// Follows every impact that can occur next in the state `at`.
static carom_status branch(search *q, int at, int depth) {
    const double *v = v_of(q, &q->now, at);
    const int choices = approaching(q, v);
    const size_t n = (size_t)(q->s->dim * q->s->nc);
    if (!choices)
        add_solution(q, at, depth);
    else if (depth == q->p->max_impacts)
        q->truncated = true;
    for (int i = 0; choices && depth < q->p->max_impacts && i < q->s->nc; i++) {
        if (!(v[q->s->dim * i] < -q->cut)) continue;
        if (q->steps < STRIKE) {
            q->truncated = true;
            return CAROM_OK;
        }
        q->steps -= STRIKE;
        memcpy(q->v, v, n * sizeof *q->v);
        memcpy(q->P, P_of(q, &q->now, at), n * sizeof *q->P);
        const carom_status status = carom_sequence_strike(q->s, q->p, i, q->v, q->P);
        if (status != CAROM_OK) return status;
        reach(q, at, i, depth, q->now.state[at].probability / choices);
    }
    return CAROM_OK;
}

static carom_status explore(search *q) {
    for (int depth = 0; q->now.count > 0; depth++) {
        q->later.count = 0;
        for (int b = 0; b < q->buckets; b++) q->head[b] = -1;
        for (int k = 0; k < q->now.count; k++) {
            const carom_status status = branch(q, k, depth);
            if (status != CAROM_OK) return status;
        }
        const level done = q->now;
        q->now = q->later;
        q->later = done;
    }
    return CAROM_OK;
}

static void begin(search *q) {
    const int n = q->s->dim * q->s->nc;
    state *first = &q->now.state[0];
    q->cut = carom_sequence_cut(q->s, q->p);
    q->merge = q->cut / q->p->cut * q->p->merge;
    // The weights of this sum are below 2, so the sums of states equal within `merge` differ by less than 2 n merge.
    q->cell = fmax(2.0 * n * q->merge, 1e-300);
    for (int i = 0; i < n; i++) {
        v_of(q, &q->now, 0)[i] = q->s->v[i];
        P_of(q, &q->now, 0)[i] = 0.0;
    }
    first->probability = first->sequences = 1.0;
    q->steps = (int64_t)STRIKE * q->p->max_strikes;
    q->now.count = 1;
}

static carom_mode mode_of(const search *q, const carom_solution *o, int i) {
    const int dim = q->s->dim;
    const double vt = o->v[dim * i + 1];
    if (o->P[dim * i] == 0.0) return CAROM_MODE_OPEN;
    if (fabs(vt) <= q->cut && (dim == 2 || fabs(o->v[dim * i + 2]) <= q->cut)) return CAROM_MODE_STICK;
    if (dim == 3) return CAROM_MODE_SLIDING;
    return vt > 0.0 ? CAROM_MODE_SLIP_PLUS : CAROM_MODE_SLIP_MINUS;
}

// Returns P and mode of the most probable solution. If several are equally probable, takes the first.
static void give(search *q, carom_system_result *out) {
    const int n = q->s->dim * q->s->nc;
    int best = 0;
    for (int i = 0; i < n; i++) {
        q->lowest[i] = HUGE_VAL;
        q->highest[i] = -HUGE_VAL;
    }
    for (int k = 0; k < q->solutions; k++) {
        for (int i = 0; i < q->s->nc; i++) q->solution[k].mode[i] = mode_of(q, &q->solution[k], i);
        if (q->solution[k].probability > q->solution[best].probability * (1.0 + 1e-12)) best = k;
        for (int i = 0; i < n; i++) {
            q->lowest[i] = fmin(q->lowest[i], q->solution[k].v[i]);
            q->highest[i] = fmax(q->highest[i], q->solution[k].v[i]);
        }
    }
    memcpy(out->P, q->solution[best].P, (size_t)n * sizeof *out->P);
    memcpy(out->mode, q->solution[best].mode, (size_t)q->s->nc * sizeof *out->mode);
    out->kept = out->solution_count = q->solutions;
    out->solutions = q->solution;
    out->lowest = q->lowest;
    out->highest = q->highest;
}

// Follows the one order that the gaps determine.
static carom_status follow_gaps(search *q) {
    carom_solution *o = &q->solution[0];
    const int nc = q->s->nc;
    double *gap = q->lowest;
    o->limit = false;
    memcpy(gap, q->p->gap, (size_t)nc * sizeof *gap);
    const carom_status status =
        carom_sequence_by_gaps(q->s, q->p, gap, o->P, o->v, q->head, q->p->max_impacts, &o->shortest);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    for (int k = 0; k < o->shortest; k++) o->order[k] = (unsigned char)(q->head[k] < 255 ? q->head[k] : 255);
    for (int i = 0; i < nc; i++) o->limit = o->limit || o->v[q->s->dim * i] < -LEFT / q->p->cut * q->cut;
    o->longest = o->shortest;
    o->probability = o->sequences = 1.0;
    o->dE = carom_system_energy(q->s, o->P, o->v);
    q->solutions = 1;
    q->truncated = status == CAROM_TRUNCATED;
    return CAROM_OK;
}

static carom_status solve(const carom_law *self, const carom_system *s, const carom_system_params *p, void *memory,
                          size_t bytes, carom_system_result *out) {
    carom_arena a = carom_arena_over(memory, bytes);
    search q;
    if (!carve(&q, s, p, &a)) return CAROM_SMALL_MEMORY;
    begin(&q);
    const carom_status status = p->gap ? follow_gaps(&q) : explore(&q);
    if (status != CAROM_OK) return status;
    if (!q.solutions) return CAROM_NOT_CONVERGED;
    give(&q, out);
    if (q.truncated) return CAROM_TRUNCATED;
    return q.solutions > 1 ? CAROM_NOT_UNIQUE : CAROM_OK;
}

static unsigned also(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    unsigned kept = p->single ? ~0u : 0u;
    for (int i = 0; p->single && i < s->nc; i++) kept &= carom_law_guarantees(p->single, s->dim, &p->contacts[i]);
    return kept & (CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING);
}

static const carom_system_vtable code = {
    .solve = solve,
    .memory_size = bytes_needed,
    .guarantees = also,
    .needs = CAROM_NEEDS_SINGLE,
    .provides = CAROM_PROVIDES_SOLUTIONS | CAROM_PROVIDES_ORDERS,
    .solvers = CAROM_PLANE_SOLVERS,
    .conditions = "what the single-contact law promises, outcome by outcome",
};

const carom_law carom_law_sequence = {
    .name = "sequence",
    .module = "core",
    .solves = CAROM_SYSTEM_2D | CAROM_SYSTEM_3D,
    .summary = "every order of single impacts: the set of outcomes with their probabilities",
    .citation = "Chatterjee 1997, 10.1; Ivanov 1995",
    .conditions = "",
    .system = &code,
};
