// Many impacts at once: structures of arrays in, structures of arrays out, the same bits as carom_collide. The one
// exception is `routh` in space, which agrees to 1e-12: it is not a closed form, and batches follow its path in their own
// way, which is faster. With CAROM_BATCH_SAME_BITS it has the bits of carom_collide too.
//
//   carom_batch_in  in = {.dim = 2, .params = &p};
//   in.W[0][0] = carom_array(W_nn), in.W[0][1] = carom_array(W_nt), in.W[1][1] = carom_array(W_tt);
//   in.v[0] = carom_array(v_n), in.v[1] = carom_array(v_t);
//   in.param[CAROM_PARAM_mu] = carom_array(mu);                       // per item; the rest comes from p
//   carom_batch_out out = {.P = {carom_array_out(P_n), carom_array_out(P_t)}};
//   carom_collide_batch(&carom_law_routh, n, &in, &out);
//
// Nothing allocates, and an item's answer depends on that item alone: any split over any threads gives the same bits.
// The stack needs 32 KiB at most, what a law of yours or of a module takes besides. `routh` in space is faster with
// memory of yours (carom_batch_memory).
//
// Floating-point traps: carom_collide raises no invalid operation, division by zero or overflow for a valid problem of a
// core law. Batches solve every item as if it were an ordinary one, and choose afterwards: they do raise them. Where
// traps are enabled (feenableexcept), disable them around a batch. Rounding must be to nearest.
#ifndef CAROM_BATCH_H
#define CAROM_BATCH_H

#include "carom/law.h"

CAROM_BEGIN

// One number per item. `stride` counts bytes from item to item: sizeof(double) in an array, the size of the struct for
// a field in an array of structs, 0 for one number that all items share. Numbers lie where a double may lie.
typedef struct carom_column {
    const double *first;
    size_t stride;
} carom_column;

// One answer per item. first = NULL: not asked for, and not computed if nothing else needs it.
typedef struct carom_column_out {
    double *first;
    size_t stride;
} carom_column_out;

typedef struct carom_byte_column_out {
    uint8_t *first;
    size_t stride;
} carom_byte_column_out;

typedef enum carom_batch_flag {
    CAROM_BATCH_SAME_BITS = 1 // the bits of carom_collide without exception; slower for `routh` in space
} carom_batch_flag;

typedef struct carom_batch_in {
    int dim;                              // 2 or 3, of all items
    carom_column W[3][3];                 // the upper triangle, W[i][j] with i <= j; the rest is not read
    carom_column v[3];                    // relative velocity before, normal first
    const carom_params *params;           // one set for all, or one per item ...
    size_t params_stride;                 // ... this many bytes apart; 0: one set for all
    carom_column param[CAROM_PARAM_ROOM]; // a parameter of its own column overrides the set; first = NULL: it does not
    void *memory;                         // to work in, as much as carom_batch_memory says; NULL: the stack alone
    size_t memory_bytes;                  // how much it is
    unsigned flags;                       // CAROM_BATCH_* bits; 0: none
} carom_batch_in;

// Outputs must not overlap inputs or each other. Where an item has no answer P, v and dE are NaN.
typedef struct carom_batch_out {
    carom_column_out P[3], v[3], dE;
    carom_byte_column_out mode;   // carom_mode
    carom_byte_column_out broken; // CAROM_VIOLATION_* bits
    carom_byte_column_out status; // carom_status
} carom_batch_out;

static inline carom_column carom_array(const double *first) {
    carom_column column = {first, sizeof *first};
    return column;
}

static inline carom_column carom_shared(const double *value) {
    carom_column column = {value, 0};
    return column;
}

static inline carom_column_out carom_array_out(double *first) {
    carom_column_out column = {first, sizeof *first};
    return column;
}

static inline carom_byte_column_out carom_bytes_array_out(uint8_t *first) {
    carom_byte_column_out column = {first, sizeof *first};
    return column;
}

// All n items. CAROM_OK whatever the items' own statuses are; a refusal is about the call (a pointer, the dimension, a
// VECTOR parameter in a column) and then nothing is written.
CAROM_API carom_status carom_collide_batch(const carom_law *law, size_t n, const carom_batch_in *in,
                                           const carom_batch_out *out);

// Part `part` of `parts` nearly equal ones, for the caller's threads: each part writes its own items only. A part checks
// the parameters of its own items, so keep the status of every part. If `out` requests no output, the part is checked and
// nothing is computed.
//   #pragma omp parallel for reduction(max : status)
//   for (int k = 0; k < parts; k++) {
//       const int part = (int)carom_collide_batch_part(law, n, &in, &out, k, parts);
//       if (part > status) status = part;
//   }
CAROM_API carom_status carom_collide_batch_part(const carom_law *law, size_t n, const carom_batch_in *in,
                                                const carom_batch_out *out, size_t part, size_t parts);

// The worst status of all parts, on as many threads.
static inline carom_status carom_batch_parts(const carom_law *law, size_t n, const carom_batch_in *in,
                                             const carom_batch_out *out, int parts) {
    int worst = CAROM_OK;
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts) schedule(static, 1) reduction(max : worst)
#endif
    for (int k = 0; k < parts; k++) {
        const int status = (int)carom_collide_batch_part(law, n, in, out, (size_t)k, (size_t)parts);
        if (status > worst) worst = status;
    }
    return (carom_status)worst;
}

// All n items on this many threads, where you compile with OpenMP; one after the other otherwise. The library itself
// starts no threads, so this is compiled into your program. At most one thread is started for 256 items. The parameters of
// all items are checked first: where one set is refused, so is the call, and nothing is written.
static inline carom_status carom_batch_threads(const carom_law *law, size_t n, const carom_batch_in *in,
                                               const carom_batch_out *out, int threads) {
    static carom_batch_out nothing;
    if (threads < 1) return CAROM_BAD_VALUE;
    const size_t most = n / 256 + 1;
    const int parts = (size_t)threads < most ? threads : (int)most;
    const carom_status status =
        in && out && in->params_stride ? carom_batch_parts(law, n, in, &nothing, parts) : CAROM_OK;
    return status == CAROM_OK ? carom_batch_parts(law, n, in, out, parts) : status;
}

// The bytes with which a batch of this law runs at full speed; 0 where none help: for all but `routh` in space, which
// follows sixteen paths side by side, too much for the stack. Without memory, or with less, it follows four, and takes
// 1.3 to 1.6 times as long, to the same bits. Any alignment will do, and what the memory holds before does not matter.
// The parts of carom_collide_batch_part divide it among them and need this much each; other calls that run at the same
// time need memory of their own.
//   in.memory_bytes = threads * carom_batch_memory(law, in.dim), in.memory = malloc(in.memory_bytes);
//   carom_batch_threads(law, n, &in, &out, threads);
CAROM_API size_t carom_batch_memory(const carom_law *law, int dim);

// Where a law runs several items side by side: CAROM_2D | CAROM_3D bits. Elsewhere items are solved one by one,
// through the same interface.
CAROM_API unsigned carom_batch_lanes(const carom_law *law);

// The instructions this machine runs the lanes with: "baseline", "x86-64-v3" or "x86-64-v4".
CAROM_API const char *carom_batch_level(void);

CAROM_END

#endif
