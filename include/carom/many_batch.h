// Many impacts of systems of one shape: a robot's Monte Carlo, a thousand walkers. The same bits as carom_system_solve, item by
// item; nothing allocates, and any split over any threads gives the same bits.
//
//   carom_system_batch_in in = {.system = {2, 2, W, v}, .v_stride = 4 * sizeof(double), .params = p};
//   in.param[CAROM_PARAM_mu] = (carom_contact_column){mu, sizeof(double), 0};   // an item's mu, at both contacts
//   in.memory_bytes = carom_system_batch_memory_size(method, &in), in.memory = malloc(in.memory_bytes);
//   carom_system_batch_out out = {.v = after, .status = status};
//   carom_system_solve_batch(method, n, &in, &out);
#ifndef CAROM_MANY_BATCH_H
#define CAROM_MANY_BATCH_H

#include "carom/many.h"

CAROM_BEGIN

// One number per item and contact; strides in bytes, 0 for what all items, or all contacts, share.
typedef struct carom_contact_column {
    const double *first;
    size_t stride, contact_stride;
} carom_contact_column;

typedef struct carom_system_batch_in {
    carom_system system;       // the first item; dim and nc are those of all
    size_t W_stride, v_stride; // bytes to the next item's; 0: all items share it
    // Of all items. c = -1: the contact that approaches fastest strikes (CAROM_NEEDS_STRIKING); gap is shared.
    carom_system_params params;
    carom_contact_column param[CAROM_PARAM_ROOM]; // overrides the sets of params.contact; first = NULL: it does not
    void *memory;
    size_t memory_bytes; // carom_system_batch_memory_size for each part that runs at a time
} carom_system_batch_in;

// Arrays by item; any may be NULL. Where an item has no answer P, v and dE are NaN.
typedef struct carom_system_batch_out {
    double *P, *v;   // n x (dim nc)
    double *dE;      // n
    uint8_t *mode;   // n x nc: carom_mode
    uint8_t *broken; // n: CAROM_VIOLATION_* bits
    uint8_t *status; // n: carom_status
} carom_system_batch_out;

// Bytes one part needs, aligned as malloc aligns; 0 if the call is refused anyway.
CAROM_API size_t carom_system_batch_memory_size(const carom_law *law, const carom_system_batch_in *in);

// All n items. CAROM_OK whatever the items' own statuses are; a refusal is about the call (a pointer, a count, memory) and
// then nothing is written.
CAROM_API carom_status carom_system_solve_batch(const carom_law *law, size_t n, const carom_system_batch_in *in,
                                                const carom_system_batch_out *out);

// Part `part` of `parts` nearly equal ones, for the caller's threads: each writes its own items only, and works in its
// own share of the memory. Of a method with state of its own (carom_law.one_thread) only one part may run at a time.
CAROM_API carom_status carom_system_solve_batch_part(const carom_law *law, size_t n, const carom_system_batch_in *in,
                                                     const carom_system_batch_out *out, size_t part, size_t parts);

CAROM_END

#endif
