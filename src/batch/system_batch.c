#include "carom/batch.h"

#include <math.h>
#include <string.h>

#include "systems/arena.h"
#include "systems/solution.h"
#include "tables/params.h"

// Returns the array of doubles at an offset in bytes.
static const double *doubles_at(const double *first, size_t bytes) {
    return (const double *)(const void *)((const char *)first + bytes);
}

// Returns the coefficients for checks that do not depend on the item. If each item determines its striking contact,
// contact 0 represents it.
static carom_system_params for_all(const carom_system_batch_in *in) {
    carom_system_params p = in->params;
    if (p.striking == -1) p.striking = 0;
    return p;
}

// Returns the law that reads the coefficients of the contacts.
static const carom_law *reader_of(const carom_law *method, const carom_system_params *p) {
    return carom_system_needs(method) & CAROM_NEEDS_SINGLE ? p->single : method;
}

static int fastest(const carom_system *s) {
    int c = 0;
    for (int i = 1; i < s->nc; i++)
        if (s->v[s->dim * i] < s->v[s->dim * c]) c = i;
    return c;
}

// Overwrites coefficients in the shared sets with the numbers of item i.
static carom_status put_params(const carom_law *reader, const carom_system_batch_in *in, size_t i,
                               carom_params *contact) {
    const int nc = in->system.nc;
    memcpy(contact, in->params.contacts, (size_t)nc * sizeof *contact);
    for (int k = 0; k < CAROM_PARAM_END; k++) {
        const carom_contact_column *column = &in->param[k];
        const carom_coefficient *row = column->first ? carom_law_coefficient(reader, k) : NULL;
        for (int c = 0; row && c < nc; c++) {
            const double *x = doubles_at(column->first, i * column->stride + (size_t)c * column->contact_stride);
            const carom_status status = carom_params_set(&contact[c], row, x, 1);
            if (status != CAROM_OK) return status;
        }
    }
    return CAROM_OK;
}

static void put(const carom_system *s, const carom_system_batch_out *out, size_t i, const carom_system_result *x) {
    const size_t nc = (size_t)s->nc, n = nc * (size_t)s->dim;
    if (out->P) memcpy(out->P + i * n, x->P, n * sizeof *x->P);
    if (out->v) memcpy(out->v + i * n, x->v, n * sizeof *x->v);
    if (out->dE) out->dE[i] = x->dE;
    for (size_t c = 0; out->mode && c < nc; c++) out->mode[i * nc + c] = (uint8_t)x->mode[c];
    if (out->violations) out->violations[i] = (uint8_t)x->violations;
    if (out->status) out->status[i] = (uint8_t)x->status;
}

static void refuse(const carom_system *s, const carom_system_batch_out *out, size_t i, carom_status status) {
    const size_t nc = (size_t)s->nc, n = nc * (size_t)s->dim;
    for (size_t k = 0; k < n; k++) {
        if (out->P) out->P[i * n + k] = (double)NAN;
        if (out->v) out->v[i * n + k] = (double)NAN;
    }
    if (out->dE) out->dE[i] = (double)NAN;
    if (out->mode) memset(out->mode + i * nc, CAROM_MODE_UNNAMED, nc);
    if (out->violations) out->violations[i] = 0;
    if (out->status) out->status[i] = (uint8_t)status;
}

size_t carom_system_batch_memory_size(const carom_law *method, const carom_system_batch_in *in) {
    if (!in) return 0;
    const carom_system_params p = for_all(in);
    const size_t one = carom_system_memory_size(method, &in->system, &p);
    if (!one) return 0;
    carom_arena a = carom_arena_over(NULL, 0);
    CAROM_TAKE(&a, in->system.nc, carom_params);
    CAROM_TAKE(&a, one, char);
    return carom_arena_bytes(&a);
}

carom_status carom_system_solve_batch_part(const carom_law *method, size_t n, const carom_system_batch_in *in,
                                           const carom_system_batch_out *out, size_t part, size_t parts) {
    if (!in || !out) return CAROM_NULL_POINTER;
    carom_system_params p = for_all(in);
    const carom_status status = carom_impact_shape(method, &in->system, &p);
    if (status != CAROM_OK) return status;
    if (in->params.striking < -1) return CAROM_BAD_INDEX;
    if (part >= parts) return CAROM_BAD_VALUE;
    if (!in->memory) return CAROM_NULL_POINTER;
    const size_t bytes = carom_system_batch_memory_size(method, in);
    const size_t share = in->memory_bytes / parts / CAROM_ARENA_ALIGN * CAROM_ARENA_ALIGN;
    if (!bytes || bytes > share) return CAROM_SMALL_MEMORY;
    carom_arena a = carom_arena_over((char *)in->memory + part * share, share);
    carom_params *contact = CAROM_TAKE(&a, in->system.nc, carom_params);
    const carom_law *reader = reader_of(method, &p);
    p.contacts = contact;
    const size_t each = n / parts, more = n % parts, first = part * each + (part < more ? part : more);
    for (size_t i = first; i < first + each + (part < more); i++) {
        carom_system_result x;
        carom_system s = in->system;
        s.W = doubles_at(s.W, i * in->W_stride);
        s.v = doubles_at(s.v, i * in->v_stride);
        p.striking = in->params.striking < 0 ? fastest(&s) : in->params.striking;
        const carom_status set = put_params(reader, in, i, contact);
        if (set != CAROM_OK) {
            refuse(&s, out, i, set);
            continue;
        }
        carom_system_solve(method, &s, &p, a.base + a.used, a.size - a.used, &x);
        put(&s, out, i, &x);
    }
    return CAROM_OK;
}

carom_status carom_system_solve_batch(const carom_law *method, size_t n, const carom_system_batch_in *in,
                                      const carom_system_batch_out *out) {
    return carom_system_solve_batch_part(method, n, in, out, 0, 1);
}
