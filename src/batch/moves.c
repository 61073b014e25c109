// Computes derivatives of many impacts. They are vectorised block by block if a law has rows for them
// (derivative/rows_plane.h), and computed item by item if it has none. Items next to a switch of modes, and items that
// are not ordinary, are also computed individually.
#include <math.h>

#include "batch/blocks.h"
#include "batch/item.h"
#include "batch/moves.h"
#include "batch/tangents.h"
#include "tables/params.h"

static const double still[CAROM_BLOCK]; // zeros, for columns that do not vary

// Scratch memory for the tangents of one block that are not contiguous or not requested, like carom_scratch for its
// columns.
#define ROOM 1152
typedef struct moving {
    size_t used, block;
    carom_scratch r;
    uint64_t smooth[CAROM_BLOCK];
    double room[ROOM];
} moving;

static size_t within(size_t block, size_t most) {
    return block < most ? block : most;
}

static void begin(const carom_job *j, size_t columns, moving *m) {
    m->block = within(carom_block_size(j), columns ? within(ROOM / columns / 16 * 16, CAROM_BLOCK) : CAROM_BLOCK);
    m->r.block = m->block;
}

static double *room_of(moving *m) {
    double *room = m->room + m->used;
    m->used += m->block;
    return room;
}

static size_t copied(carom_column column) {
    return column.first && column.stride != sizeof(double);
}

static size_t moved_out(carom_column_out column) {
    return !column.first || column.stride != sizeof(double);
}

static const double *from(carom_column column, size_t first, size_t n, moving *m) {
    if (!column.first) return still;
    if (!copied(column)) return column.first + first;
    double *room = room_of(m);
    for (size_t i = 0; i < n; i++) room[i] = carom_column_at(column, first + i);
    return room;
}

static double *to(carom_column_out column, size_t first, moving *m) {
    return moved_out(column) ? room_of(m) : column.first + first;
}

// Lists the columns of x, P, v' and dE in the order of carom_moves.
typedef struct columns {
    int count;
    carom_column in[CAROM_MOVED];
    carom_column_out out[CAROM_MOVED];
    int given;
    carom_byte_column_out smooth;
} columns;

static columns of_tangent(const carom_job *j, const carom_batch_tangent *d, const carom_batch_tangent_out *o) {
    columns c = {.count = 5 + j->params,
                 .in = {d->v[0], d->v[1], d->W[0][0], d->W[0][1], d->W[1][1]},
                 .out = {o->P[0], o->P[1], o->v[0], o->v[1], o->dE},
                 .given = 5,
                 .smooth = o->smooth};
    for (int k = 0; k < j->params; k++) c.in[5 + k] = d->param[j->which[k]];
    return c;
}

static columns of_cotangent(const carom_job *j, const carom_batch_cotangent *d, const carom_batch_cotangent_out *o) {
    columns c = {.count = 5,
                 .in = {d->P[0], d->P[1], d->v[0], d->v[1], d->dE},
                 .out = {o->v[0], o->v[1], o->W[0][0], o->W[0][1], o->W[1][1]},
                 .given = 5 + j->params,
                 .smooth = o->smooth};
    for (int k = 0; k < j->params; k++) c.out[5 + k] = o->param[j->which[k]];
    return c;
}

static size_t room_needed(const columns *c) {
    size_t needed = 0;
    for (int k = 0; k < c->count; k++) needed += copied(c->in[k]);
    for (int k = 0; k < c->given; k++) needed += moved_out(c->out[k]);
    return needed;
}

// Processes one block from `first`. Returns how many of its items have no result.
static size_t run_block(const carom_job *j, carom_moves_fn *run, const columns *c, size_t first, size_t n, moving *m) {
    const carom_block b = carom_load_block(j, first, n, &m->r);
    carom_moves moves = {.smooth = m->smooth};
    m->used = 0;
    for (int k = 0; k < c->count; k++) moves.from[k] = from(c->in[k], first, n, m);
    for (int k = 0; k < c->given; k++) moves.to[k] = to(c->out[k], first, m);
    run(&b, &moves);
    if (j->judged) j->level->judge[0](&b);
    for (int k = 0; k < c->given; k++) carom_store_column(c->out[k], moves.to[k], first, n);
    const size_t others = carom_store_block(j, &b, first, &m->r);
    return others + carom_store_words(j, c->smooth, m->smooth, first, n, m->r.bytes);
}

static bool left_over(const moving *m, size_t i) {
    return m->r.mode[i] == CAROM_EXTRAORDINARY || m->smooth[i] == CAROM_EXTRAORDINARY;
}

// Returns whether the derivatives are vectorised. The rows of a law do not cover the law's own coefficients (without a
// member of carom_params) and a rest_speed.
static bool in_lanes(const carom_job *j, carom_moves_fn *const *fns) {
    const bool rests = j->rest_speed.stride != 0 || *j->rest_speed.first != 0.0;
    return j->lanes >= 0 && fns[j->lanes] && !carom_has_own(j->law) && !rests;
}

static const carom_batch_out nothing = {.dE = {NULL, 0}};

static carom_status accepts(const carom_law *law, size_t n, const carom_batch_in *in, const carom_batch_out *out) {
    const carom_status status = carom_batch_validate(law, in, out ? out : &nothing);
    if (status != CAROM_OK) return status;
    if (!carom_batch_marked(in, 0, n)) return CAROM_BAD_STRUCT;
    return carom_law_derivatives(law) & (in->dim == 2 ? CAROM_2D : CAROM_3D) ? CAROM_OK : CAROM_NO_DERIVATIVE;
}

carom_status carom_jvp_at(const carom_level *level, const carom_law *law, size_t n, const carom_batch_in *in,
                          const carom_batch_tangent *din, const carom_batch_out *out,
                          const carom_batch_tangent_out *dout) {
    const carom_status status = din && dout ? accepts(law, n, in, out) : CAROM_NULL_POINTER;
    if (status != CAROM_OK) return status;
    const carom_job j = carom_job_begin(level, law, in, out ? out : &nothing);
    if (carom_any_by_speed(in, 0, n) || !in_lanes(&j, level->push)) {
        for (size_t i = 0; i < n; i++) carom_tangent_item(law, in, din, out, dout, i);
        return CAROM_OK;
    }
    const columns c = of_tangent(&j, din, dout);
    moving m;
    begin(&j, room_needed(&c), &m);
    for (size_t first = 0; first < n; first += m.block) {
        const size_t count = within(n - first, m.block);
        if (run_block(&j, level->push[j.lanes], &c, first, count, &m) == 0) continue;
        for (size_t i = 0; i < count; i++)
            if (left_over(&m, i)) carom_tangent_item(law, in, din, out, dout, first + i);
    }
    return CAROM_OK;
}

carom_status carom_vjp_at(const carom_level *level, const carom_law *law, size_t n, const carom_batch_in *in,
                          const carom_batch_out *out, const carom_batch_cotangent *bar_out,
                          const carom_batch_cotangent_out *bar_in) {
    const carom_status status = bar_out && bar_in ? accepts(law, n, in, out) : CAROM_NULL_POINTER;
    if (status != CAROM_OK) return status;
    const carom_job j = carom_job_begin(level, law, in, out ? out : &nothing);
    if (carom_any_by_speed(in, 0, n) || !in_lanes(&j, level->pull)) {
        for (size_t i = 0; i < n; i++) carom_cotangent_item(law, in, out, bar_out, bar_in, i);
        return CAROM_OK;
    }
    const columns c = of_cotangent(&j, bar_out, bar_in);
    moving m;
    begin(&j, room_needed(&c), &m);
    // A coefficient that the law does not read has derivative 0; the others are overwritten.
    for (int k = 0; k < CAROM_PARAM_END; k++)
        for (size_t i = 0; bar_in->param[k].first && i < n; i++) carom_column_put(bar_in->param[k], i, 0.0);
    for (size_t first = 0; first < n; first += m.block) {
        const size_t count = within(n - first, m.block);
        if (run_block(&j, level->pull[j.lanes], &c, first, count, &m) == 0) continue;
        for (size_t i = 0; i < count; i++)
            if (left_over(&m, i)) carom_cotangent_item(law, in, out, bar_out, bar_in, first + i);
    }
    return CAROM_OK;
}
