// Copies columns into blocks and back.
#include "batch/blocks.h"

#include <math.h>

#include "batch/item.h"
#include "batch/space_paths.h"
#include "carom/batch.h"
#include "collide/validate.h"
#include "tables/law_constants.h"
#include "tables/params.h"
#include "tables/speed.h"

#define ANY (-1)

// A row of laws_lanes.def.
typedef struct lanes_row {
    const carom_law *law;
    int dim, restitution;
    int count; // number of its coefficients
    carom_param params[CAROM_LANE_PARAMS];
    bool walks; // solved by path followers
} lanes_row;

#define PARAM_OF(k, field) (carom_param) CAROM_PARAM_##field,
#define LANES_ROW(walks, dim, law, restitution, ...)                                                                   \
    {&carom_law_##law, dim, restitution, CAROM_COUNT(__VA_ARGS__), {CAROM_EACH(PARAM_OF, __VA_ARGS__)}, walks},
static const lanes_row rows[] = {
#define CAROM_LANES_PLANE(id, ...) LANES_ROW(false, 2, __VA_ARGS__)
#define CAROM_LANES_SPACE(id, ...) LANES_ROW(false, 3, __VA_ARGS__)
#define CAROM_LANES_WALK(id, ...)  LANES_ROW(true, 3, __VA_ARGS__)
#include "batch/laws_lanes.def"
};

static double *carom_take(carom_scratch *r) {
    double *column = r->room + r->used;
    r->used += r->block;
    return column;
}

static bool reads(const lanes_row *row, carom_param param) {
    for (int k = 0; k < row->count; k++)
        if (row->params[k] == param) return true;
    return false;
}

// Returns the row that solves this batch; -1 if it is solved item by item.
static int lanes_of(const carom_law *law, const carom_batch_in *in) {
    const bool one_set = !in->params_stride, one_choice = one_set && !in->param[CAROM_PARAM_restitution].first;
    const bool equal = one_set && !in->param[CAROM_PARAM_mu_static].first && in->params->mu_static == CAROM_SAME_AS_MU;
    const bool has_static = carom_law_reads(law) & CAROM_PARAM_BIT(mu_static);
    for (int i = 0; i < CAROM_LANES_COUNT; i++) {
        if (rows[i].law->contact != law->contact || rows[i].dim != in->dim) continue;
        if (rows[i].walks && (in->flags & CAROM_BATCH_SAME_BITS)) continue;
        if (has_static && !equal && !reads(&rows[i], CAROM_PARAM_mu_static)) continue;
        if (rows[i].restitution == ANY || (one_choice && rows[i].restitution == (int)in->params->restitution)) return i;
    }
    return -1;
}

// Returns the column of one of the law's own coefficients. If the coefficient is omitted, its default is used. If a
// column gives only the first number of a pair, the second number is 0.
static carom_column own_column(const carom_law *law, const carom_batch_in *in, carom_param param,
                               const double **standard) {
    static const double zero = 0.0;
    const carom_coefficient *row = carom_law_coefficient(law, (int)param);
    *standard = row ? &row->default_value : &zero;
    if (!row && in->param[param - 1].first) return carom_shared(&zero);
    return (carom_column){in->params->own + (param - CAROM_PARAM_OWN), in->params_stride};
}

static carom_column param_column(const carom_law *law, const carom_batch_in *in, carom_param param,
                                 const double **standard) {
    *standard = NULL;
    if (in->param[param].first && carom_law_coefficient(law, (int)param)) return in->param[param];
    if (param >= CAROM_PARAM_OWN) return own_column(law, in, param, standard);
    const char *field = (const char *)in->params + carom_param_fields[param].offset;
    return (carom_column){(const double *)(const void *)field, in->params_stride};
}

bool carom_any_by_speed(const carom_batch_in *in, size_t first, size_t end) {
    bool any = carom_by_speed(in->params);
    for (size_t i = first; in->params_stride && i < end; i++) any |= carom_by_speed(carom_params_of(in, i));
    return any;
}

carom_job carom_job_begin(const carom_level *level, const carom_law *law, const carom_batch_in *in,
                          const carom_batch_out *out) {
    carom_job j = {.level = level, .law = law, .in = in, .out = out, .lanes = lanes_of(law, in)};
    j.accuracy = carom_accuracy_of(law, in->dim);
    int k = 0;
    for (int row = 0; row < in->dim; row++)
        for (int column = row; column < in->dim; column++) j.W[k++] = in->W[row][column];
    j.params = j.lanes >= 0 ? rows[j.lanes].count : 0;
    j.which = j.lanes >= 0 ? rows[j.lanes].params : NULL;
    for (k = 0; k < j.params; k++) j.param[k] = param_column(law, in, rows[j.lanes].params[k], &j.standard[k]);
    static const double never = 0.0;
    const double *unused;
    const bool rests = carom_law_reads(law) & CAROM_PARAM_BIT(rest_speed);
    j.rest_speed = rests ? param_column(law, in, CAROM_PARAM_rest_speed, &unused) : carom_shared(&never);
    j.judged = out->v[0].first || out->v[1].first || out->v[2].first || out->dE.first || out->violations.first;
    return j;
}

// Returns the items of a column from `first`, in place if they are contiguous.
static const double *load(carom_column column, size_t first, size_t n, carom_scratch *r) {
    if (column.stride == sizeof(double)) return column.first + first;
    double *room = carom_take(r);
    for (size_t i = 0; i < n; i++) room[i] = carom_column_at(column, first + i);
    return room;
}

// Loads one of the law's own coefficients, which may be omitted.
static const double *load_own(carom_column column, double standard, size_t first, size_t n, carom_scratch *r) {
    double *room = carom_take(r);
    for (size_t i = 0; i < n; i++) {
        const double x = carom_column_at(column, first + i);
        room[i] = x == CAROM_LEFT_OUT ? standard : x;
    }
    return room;
}

// Loads mu_static. If it is omitted, it equals mu. A value below mu is invalid; NaN then marks the item as not
// ordinary.
static const double *load_mu_static(carom_column column, const double *mu, size_t first, size_t n, carom_scratch *r) {
    if (column.stride == 0 && *column.first == CAROM_SAME_AS_MU) return mu;
    double *room = carom_take(r);
    for (size_t i = 0; i < n; i++) {
        const double x = carom_column_at(column, first + i);
        room[i] = x == CAROM_SAME_AS_MU ? mu[i] : (x >= mu[i] ? x : (double)NAN);
    }
    return room;
}

// Returns e of an item. An invalid number becomes NaN, which marks the item as not ordinary; carom_collide then reports
// the reason.
static double e_of_item(const carom_job *j, const carom_params *p, double e, double vn) {
    carom_param unused;
    if (!j->by_speed || !carom_e_by_speed(carom_law_reads(j->law), p)) return e;
    return (isnan(e) || (e >= 0.0 && e <= 1.0)) && carom_forms_fit(j->law, p, &unused) ? carom_e_at(p, vn)
                                                                                       : (double)NAN;
}

static const double *load_mu(const carom_job *j, const carom_block *b, carom_column mu, size_t first,
                             carom_scratch *r) {
    const bool judges = j->law->contact->mu_checks_only,
               by_speed = j->by_speed && (carom_law_reads(j->law) & CAROM_PARAM_BIT(mu));
    if (!by_speed && !judges) return load(mu, first, b->n, r);
    double *room = carom_take(r);
    if (!by_speed) {
        for (size_t i = 0; i < b->n; i++) {
            const double given = carom_column_at(mu, first + i);
            room[i] = isnan(given) ? 0.0 : given;
        }
        return room;
    }
    for (size_t i = 0; i < b->n; i++) {
        carom_param unused;
        const carom_params *p = carom_params_of(j->in, first + i);
        const double given = carom_column_at(mu, first + i), across = j->in->dim == 3 ? b->v[2][i] : 0.0;
        room[i] = !p->mu_of_speed.form                                    ? given
                  : !(given < 0.0) && carom_forms_fit(j->law, p, &unused) ? carom_mu_at(p, b->v[1][i], across)
                                                                          : (double)NAN;
    }
    return room;
}

// Loads the normal restitution, which is 0 for a contact that approaches slower than rest_speed. Invalid values stay
// invalid.
static const double *load_restitution(const carom_job *j, const double *vn, size_t first, size_t n, carom_scratch *r) {
    const carom_column e = j->param[0], rest = j->rest_speed;
    if (rest.stride == 0 && *rest.first == 0.0 && !j->by_speed) return load(e, first, n, r);
    double *room = carom_take(r);
    const carom_coefficient *row = carom_member_at((int)rows[j->lanes].params[0]);
    for (size_t i = 0; i < n; i++) {
        const carom_params *p = carom_params_of(j->in, first + i);
        const double x = e_of_item(j, p, carom_column_at(e, first + i), vn[i]);
        const double speed = carom_column_at(rest, first + i);
        const bool rests = vn[i] > -speed && x >= row->lowest && x <= row->highest;
        room[i] = speed >= 0.0 ? (rests ? 0.0 : x) : (double)NAN;
    }
    return room;
}

// Loads the friction of the cone by which results are judged, chosen as in carom_collide. Ordinary items have mu_static
// >= mu.
static const double *load_cone(const carom_job *j, const carom_block *b, carom_scratch *r) {
    const double *mu = NULL;
    for (int k = 0; k < rows[j->lanes].count; k++) {
        const carom_param param = rows[j->lanes].params[k];
        if (param == CAROM_PARAM_mu_static) return b->p[k];
        if (param == CAROM_PARAM_mu) mu = b->p[k];
    }
    const bool judges = mu && j->law->contact->mu_checks_only;
    if (mu && !judges) return mu;
    double *room = carom_take(r);
    for (size_t i = 0; i < b->n; i++)
        room[i] = judges && mu[i] != 0.0 ? mu[i] : j->law->guarantees & CAROM_GUARANTEE_COULOMB ? 0.0 : HUGE_VAL;
    return room;
}

static bool in_place(carom_column_out column) {
    return column.first && column.stride == sizeof(double);
}

static double *place(carom_column_out column, size_t first, carom_scratch *r) {
    return in_place(column) ? column.first + first : carom_take(r);
}

// Returns the number of items, in whole vectors, that fit in a block with these columns.
size_t carom_block_size(const carom_job *j) {
    const int dim = j->in->dim;
    size_t columns = (size_t)rows[j->lanes].count + 1; // the columns of the coefficients, and the cone's friction
    for (int k = 0; k < dim * (dim + 1) / 2; k++) columns += j->W[k].stride != sizeof(double);
    for (int k = 0; k < dim; k++) {
        columns += j->in->v[k].stride != sizeof(double);
        columns += !in_place(j->out->P[k]);
        columns += j->judged && !in_place(j->out->v[k]);
    }
    columns += j->judged && !in_place(j->out->dE);
    const size_t most = CAROM_SCRATCH_ROOM / columns / 16 * 16;
    return most < CAROM_BLOCK ? most : CAROM_BLOCK;
}

carom_block carom_load_block(const carom_job *j, size_t first, size_t n, carom_scratch *r) {
    carom_block b = {.n = n, .mode = r->mode, .broken = r->broken, .accuracy = j->accuracy, .memory = j->memory};
    r->used = 0;
    for (int k = 0; k < j->in->dim * (j->in->dim + 1) / 2; k++) b.W[k] = load(j->W[k], first, n, r);
    for (int k = 0; k < j->in->dim; k++) {
        b.v[k] = load(j->in->v[k], first, n, r);
        b.P[k] = place(j->out->P[k], first, r);
        if (j->judged) b.after[k] = place(j->out->v[k], first, r);
    }
    const double *mu = NULL;
    b.p[0] = load_restitution(j, b.v[0], first, n, r);
    for (int k = 1; k < rows[j->lanes].count; k++) {
        const carom_param param = rows[j->lanes].params[k];
        b.p[k] = param == CAROM_PARAM_mu_static ? load_mu_static(j->param[k], mu, first, n, r)
                 : param == CAROM_PARAM_mu      ? load_mu(j, &b, j->param[k], first, r)
                 : j->standard[k]               ? load_own(j->param[k], *j->standard[k], first, n, r)
                                                : load(j->param[k], first, n, r);
        if (param == CAROM_PARAM_mu) mu = b.p[k];
    }
    if (j->judged) b.dE = place(j->out->dE, first, r);
    if (j->judged) b.cone = load_cone(j, &b, r);
    return b;
}

// Copies results that could not be written in place.
static void store_column(carom_column_out column, const double *from, size_t first, size_t n) {
    if (!column.first || in_place(column)) return;
    for (size_t i = 0; i < n; i++) carom_column_put(column, first + i, from[i]);
}

// Converts words to the caller's bytes. Returns how many are CAROM_EXTRAORDINARY.
static size_t store_words(const carom_job *j, carom_byte_column_out column, const uint64_t *words, size_t first,
                          size_t n, uint8_t *room) {
    const bool direct = column.first && column.stride == 1;
    const size_t found = j->level->narrow(n, words, direct ? column.first + first : room);
    if (!direct)
        for (size_t i = 0; column.first && i < n; i++) carom_bytes_put(column, first + i, room[i]);
    return found;
}

size_t carom_store_block(const carom_job *j, const carom_block *b, size_t first, carom_scratch *r) {
    for (int k = 0; k < j->in->dim; k++) {
        store_column(j->out->P[k], b->P[k], first, b->n);
        if (j->judged) store_column(j->out->v[k], b->after[k], first, b->n);
    }
    if (j->judged) store_column(j->out->dE, b->dE, first, b->n);
    if (j->out->violations.first) store_words(j, j->out->violations, b->broken, first, b->n, r->bytes);
    for (size_t i = 0; j->out->status.first && i < b->n; i++) carom_bytes_put(j->out->status, first + i, CAROM_OK);
    return store_words(j, j->out->mode, b->mode, first, b->n, r->bytes);
}

unsigned carom_batch_lanes(const carom_law *law) {
    unsigned dims = 0;
    for (size_t i = 0; law && i < sizeof rows / sizeof *rows; i++)
        if (rows[i].law->contact == law->contact) dims |= rows[i].dim == 2 ? CAROM_2D : CAROM_3D;
    return dims;
}

// Adds space for alignment, because the caller's memory may begin at any address.
size_t carom_batch_memory(const carom_law *law, int dim) {
    for (size_t i = 0; law && i < sizeof rows / sizeof *rows; i++)
        if (rows[i].walks && rows[i].law->contact == law->contact && rows[i].dim == dim)
            return carom_walk_memory() + CAROM_WALK_ALIGN;
    return 0;
}
