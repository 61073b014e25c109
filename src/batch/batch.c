// Processes a batch block by block: copies columns into a block, solves the block by vectorised code, and copies the
// results back. Items that are not ordinary are then solved one by one, which overwrites their results.
#include <stdbool.h>
#include <string.h>

#include "base/systems.h"
#include "batch/blocks.h"
#include "batch/item.h"
#include "batch/space_paths.h"
#include "tables/params.h"

// Returns the aligned piece of the caller's memory for this part, or NULL if it is too small.
static void *memory_of(const carom_law *law, const carom_batch_in *in, size_t part, size_t parts) {
    const size_t needed = carom_batch_memory(law, in->dim), share = in->memory_bytes / parts;
    if (!in->memory || !needed || share < needed) return NULL;
    unsigned char *first = (unsigned char *)in->memory + part * share;
    const size_t over = (uintptr_t)first % CAROM_WALK_ALIGN;
    return first + (over ? CAROM_WALK_ALIGN - over : 0);
}

static void run_blocks(const carom_job *j, size_t first, size_t end) {
    carom_scratch r;
    r.block = carom_block_size(j);
    for (; first < end; first += r.block) {
        const carom_block b = carom_load_block(j, first, end - first < r.block ? end - first : r.block, &r);
        j->level->solve[j->lanes](&b);
        if (j->judged) j->level->judge[j->in->dim - 2](&b);
        if (carom_store_block(j, &b, first, &r) == 0) continue;
        for (size_t i = 0; i < b.n; i++)
            if (r.mode[i] == UINT8_MAX) carom_batch_item(j->law, j->in, j->out, first + i);
    }
}

carom_status carom_batch_validate(const carom_law *law, const carom_batch_in *in, const carom_batch_out *out) {
    if (!in || !out || !in->params) return CAROM_NULL_POINTER;
    if (!law) return CAROM_UNKNOWN_LAW;
    if (!law->contact) return carom_lacks_code(law);
    if (in->dim != 2 && in->dim != 3) return CAROM_BAD_DIM;
    if (in->flags & ~(unsigned)CAROM_BATCH_SAME_BITS) return CAROM_BAD_VALUE;
    if (!(law->solves & (in->dim == 2 ? CAROM_2D : CAROM_3D))) return CAROM_WRONG_DIM;
    for (int row = 0; row < in->dim; row++) {
        if (!in->v[row].first) return CAROM_NULL_POINTER;
        for (int column = row; column < in->dim; column++)
            if (!in->W[row][column].first) return CAROM_NULL_POINTER;
    }
    for (int k = 0; k < CAROM_PARAM_END; k++) {
        const carom_coefficient *row = in->param[k].first ? carom_law_coefficient(law, k) : NULL;
        if (row && (row->kind == CAROM_VECTOR || row->kind == CAROM_LIST)) return CAROM_BAD_VALUE;
    }
    return CAROM_OK;
}

// Returns whether the coefficients are valid: one set for all items, or the sets of the items first .. end - 1.
bool carom_batch_marked(const carom_batch_in *in, size_t first, size_t end) {
    if (!in->params_stride) return carom_marked(in->params);
    bool marked = true;
    for (size_t i = first; i < end; i++) marked &= carom_marked(carom_params_of(in, i));
    return marked;
}

// Returns where part k of a batch begins. It is the start of a block, so that threads rarely share a cache line.
static size_t edge(size_t n, size_t part, size_t parts) {
    const size_t blocks = (n + CAROM_BLOCK - 1) / CAROM_BLOCK;
    const size_t at = (blocks / parts * part + (blocks % parts) * part / parts) * CAROM_BLOCK;
    return at < n ? at : n;
}

static bool asks_for_nothing(const carom_batch_out *out) {
    bool asked = out->dE.first || out->mode.first || out->violations.first || out->status.first;
    for (int k = 0; k < 3; k++) asked = asked || out->P[k].first || out->v[k].first;
    return !asked;
}

carom_status carom_batch_at(const carom_level *level, const carom_law *law, size_t n, const carom_batch_in *in,
                            const carom_batch_out *out, size_t part, size_t parts) {
    const carom_status status = carom_batch_validate(law, in, out);
    if (status != CAROM_OK) return status;
    if (part >= parts) return CAROM_BAD_VALUE;
    const size_t first = edge(n, part, parts), end = edge(n, part + 1, parts);
    if (!carom_batch_marked(in, first, end)) return CAROM_BAD_STRUCT;
    if (asks_for_nothing(out)) return CAROM_OK;
    carom_job j = carom_job_begin(level, law, in, out);
    j.memory = memory_of(law, in, part, parts);
    j.by_speed = carom_any_by_speed(in, first, end);
    if (j.lanes >= 0) {
        run_blocks(&j, first, end);
    } else {
        for (size_t i = first; i < end; i++) carom_batch_item(law, in, out, i);
    }
    return CAROM_OK;
}
