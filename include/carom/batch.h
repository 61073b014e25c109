// Many impacts per call: solves n contacts, or n systems of the same shape, from arrays into arrays. Engines with many
// contacts per frame and Monte Carlo studies use it.
//
//   #include <stdint.h>
//   #include <stdio.h>
//
//   #include <carom/batch.h>
//
//   int main(void) {
//       // Four discs of 1 kg hit the floor at 1 m/s, with different slip speeds.
//       enum { n = 4 };
//       const double W_nn = 1.0, W_nt = 0.0, W_tt = 3.0, v_n = -1.0; // the same for all
//       const double v_t[n] = {0.5, 1.0, 2.0, 4.0};                  // one per impact
//       double P_t[n];
//       uint8_t mode[n];
//       carom_params params = carom_params_default();
//       params.e = 0.5;
//       params.mu = 0.3;
//       static carom_batch_in in;   // static: all members are zero
//       static carom_batch_out out; // outputs that stay NULL are not computed
//       in.dim = 2;
//       in.W[0][0] = carom_shared(&W_nn);
//       in.W[0][1] = carom_shared(&W_nt);
//       in.W[1][1] = carom_shared(&W_tt);
//       in.v[0] = carom_shared(&v_n);
//       in.v[1] = carom_array(v_t);
//       in.params = &params;
//       out.P[1] = carom_array_out(P_t);
//       out.mode = carom_bytes_array_out(mode);
//       if (carom_collide_batch(&carom_law_routh, n, &in, &out) != CAROM_OK) return 1;
//       // Prints -0.17 c-sticking, -0.33 r-sticking, -0.45 sliding and -0.45 sliding.
//       for (int i = 0; i < n; i++) printf("%.2f N s, %s\n", P_t[i], carom_mode_name((carom_mode)mode[i]));
//       return 0;
//   }
//
// carom_collide_batch gives the same bits as carom_collide. The only exception is `routh` in 3D, which agrees to 1e-12.
// It is not a closed form, and batches follow its path in a different, faster way. With CAROM_BATCH_SAME_BITS it has
// the bits of carom_collide too. The system functions give the same bits as carom_system_solve.
//
// Nothing is allocated. The result of an item depends on that item alone, so any division over any number of threads
// gives the same bits. A batch needs at most 32 KiB of stack, plus the stack of your own law or of a module's law.
// `routh` in 3D is faster with memory from the caller (carom_batch_describe).
//
// Floating-point traps: carom_collide raises no invalid operation, division by zero or overflow for a valid problem of
// a core law. A batch does, because it first computes every item as an ordinary one and then replaces the special
// cases. If traps are enabled (feenableexcept), disable them around a batch. The rounding mode must be to nearest.
#ifndef CAROM_BATCH_H
#define CAROM_BATCH_H

#include <stddef.h>
#include <stdint.h>

#include "carom/systems.h"

CAROM_BEGIN

// ---------------------------------------------------------------------------------------------------------------------
// One contact per item
// ---------------------------------------------------------------------------------------------------------------------

// One number per item, read by the library. Numbers must be aligned as doubles.
typedef struct carom_column {
    const double *first; // the number of item 0
    size_t stride;       // bytes from item to item. It is sizeof(double) in an array, the size of the struct in an
                         // array of structs, and 0 if all items share one number
} carom_column;

// One number per item, written by the library.
typedef struct carom_column_out {
    double *first; // the number of item 0; NULL: not wanted, and not computed unless another output needs it
    size_t stride; // bytes from item to item
} carom_column_out;

// One byte per item, written by the library.
typedef struct carom_byte_column_out {
    uint8_t *first; // the byte of item 0; NULL: not wanted
    size_t stride;  // bytes from item to item
} carom_byte_column_out;

// Options of a batch; bits.
typedef enum carom_batch_flag {
    CAROM_BATCH_SAME_BITS = 1 // the bits of carom_collide without exception; slower for `routh` in 3D
} carom_batch_flag;

// The contacts of a batch. Set all members to zero first.
typedef struct carom_batch_in {
    int dim;                             // 2 or 3, for all items
    carom_column W[3][3];                // upper triangle of W, 1/kg: W[i][j] with i <= j; the rest is not read
    carom_column v[3];                   // relative velocity before the impact, m/s, normal first
    const carom_params *params;          // one set of coefficients for all items, or one per item
    size_t params_stride;                // bytes from one set to the next; 0: one set for all items
    carom_column param[CAROM_PARAM_END]; // param[CAROM_PARAM_mu] overrides mu of the sets, item by item; first = NULL:
                                         // the sets are used
    void *memory;                        // scratch memory (carom_batch_describe); NULL: only the stack is used
    size_t memory_bytes;                 // size of `memory`
    unsigned flags;                      // CAROM_BATCH_* bits; 0: none
} carom_batch_in;

// The results of a batch. Outputs must not overlap inputs or each other. P, v and dE are NaN for an item without a
// result.
typedef struct carom_batch_out {
    carom_column_out P[3], v[3], dE;  // impulse, N s, velocity after the impact, m/s, and change of kinetic energy, J
    carom_byte_column_out mode;       // carom_mode
    carom_byte_column_out violations; // CAROM_VIOLATION_* bits
    carom_byte_column_out status;     // carom_status
} carom_batch_out;

// Returns the column of an array of doubles, one per item.
static inline carom_column carom_array(const double *first) {
    carom_column column = {first, sizeof *first};
    return column;
}

// Returns the column of one number that all items share.
static inline carom_column carom_shared(const double *value) {
    carom_column column = {value, 0};
    return column;
}

// Returns the output column of an array of doubles, one per item.
static inline carom_column_out carom_array_out(double *first) {
    carom_column_out column = {first, sizeof *first};
    return column;
}

// Returns the output column of an array of bytes, one per item.
static inline carom_byte_column_out carom_bytes_array_out(uint8_t *first) {
    carom_byte_column_out column = {first, sizeof *first};
    return column;
}

// Solves all n items. Returns CAROM_OK even if some items have no result. Another status concerns the call itself (a
// pointer, the dimension, the flags, a VECTOR or LIST coefficient in a column); nothing is written then.
CAROM_API carom_status carom_collide_batch(const carom_law *law, size_t n, const carom_batch_in *in,
                                           const carom_batch_out *out);

// Solves part `part`, 0 to parts - 1, of `parts` parts of nearly equal size, for the caller's threads. Each part writes
// its own items only. A part checks the coefficient sets of its own items only, so keep the status of every part. If
// `out` requests no output, the part is checked and nothing is computed.
//   #pragma omp parallel for reduction(max : status)
//   for (int k = 0; k < parts; k++) {
//       const int part = (int)carom_collide_batch_part(law, n, &in, &out, k, parts);
//       if (part > status) status = part;
//   }
CAROM_API carom_status carom_collide_batch_part(const carom_law *law, size_t n, const carom_batch_in *in,
                                                const carom_batch_out *out, size_t part, size_t parts);

// Solves all parts, each on its own thread if your program is compiled with OpenMP. Returns the largest status number
// of all parts.
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

// Solves all n items on up to `threads` threads if your program is compiled with OpenMP, and one after the other
// otherwise. The library itself starts no threads, so this function is compiled into your program. It uses at most n /
// 256 + 1 threads. The coefficient sets of all items are checked first: if one set is rejected, so is the call, and
// nothing is written. Returns CAROM_BAD_VALUE if threads < 1.
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

// How batches of a law run.
typedef struct carom_batch_info {
    unsigned vectorised;         // dimensions in which it is vectorised, CAROM_2D | CAROM_3D bits; otherwise items are
                                 // solved one by one, by the same functions
    size_t memory[2];            // bytes of memory, in 2D and in 3D, with which it runs at full speed; 0: it needs none
    const char *instruction_set; // instruction set of vectorised laws on this machine: "baseline", "x86-64-v3" or
                                 // "x86-64-v4"
} carom_batch_info;

// Describes how batches of a law run. Only `routh` in 3D uses memory: it follows 16 paths side by side, which is too
// much for the stack. With less memory it follows 4 paths and takes 1.3 to 1.6 times as long, with the same bits. Any
// alignment is accepted, and the memory need not be initialised. The parts of carom_collide_batch_part divide the
// memory among them and need this much each. Calls that run at the same time need separate memory.
//   in.memory_bytes = (size_t)threads * carom_batch_describe(law).memory[in.dim - 2];
//   in.memory = malloc(in.memory_bytes);
//   carom_batch_threads(law, n, &in, &out, threads);
CAROM_API carom_batch_info carom_batch_describe(const carom_law *law);

// ---------------------------------------------------------------------------------------------------------------------
// One system per item
//
// Each item gets the same bits as from carom_system_solve. All systems have the same number of contacts and the same
// dimension, as in a Monte Carlo study of one robot.
// ---------------------------------------------------------------------------------------------------------------------

// One number per item and contact.
typedef struct carom_contact_column {
    const double *first;           // the number of contact 0 of item 0
    size_t stride, contact_stride; // bytes from item to item and from contact to contact; 0: shared by all of them
} carom_contact_column;

// The systems of a batch. Set all members to zero first.
typedef struct carom_system_batch_in {
    carom_system system;        // the system of item 0; dim and nc are those of all items
    size_t W_stride, v_stride;  // bytes from item to item of W and of v; 0: shared by all items
    carom_system_params params; // parameters of all items, including `gap`. If `striking` is -1, the contact that
                                // approaches fastest strikes (CAROM_NEEDS_STRIKING)
    carom_contact_column param[CAROM_PARAM_END]; // param[CAROM_PARAM_mu] overrides mu of params.contacts; first =
                                                 // NULL: the sets are used
    void *memory;                                // scratch memory, aligned as malloc aligns
    size_t memory_bytes;                         // size of `memory`: carom_system_batch_memory_size bytes for each of
                                                 // the parts
} carom_system_batch_in;

// The results of a batch, item after item. Any pointer may be NULL. P, v and dE are NaN for an item without a result.
typedef struct carom_system_batch_out {
    double *P, *v;       // impulse, N s, and velocity after the impact, m/s, n x (dim nc) each
    double *dE;          // change of kinetic energy, J, n
    uint8_t *mode;       // carom_mode of each contact, n x nc
    uint8_t *violations; // CAROM_VIOLATION_* bits, n
    uint8_t *status;     // carom_status, n
} carom_system_batch_out;

// Returns the bytes of memory that one part needs, aligned as malloc aligns; 0 if the call would be rejected anyway.
CAROM_API size_t carom_system_batch_memory_size(const carom_law *law, const carom_system_batch_in *in);

// Solves all n items. Returns CAROM_OK even if some items have no result. Another status concerns the call itself (a
// pointer, a count, the memory); nothing is written then.
CAROM_API carom_status carom_system_solve_batch(const carom_law *law, size_t n, const carom_system_batch_in *in,
                                                const carom_system_batch_out *out);

// Solves part `part`, 0 to parts - 1, of `parts` parts of nearly equal size, for the caller's threads. Each part writes
// its own items only and works in its own share of the memory. If the law keeps state (carom_law.one_thread), only one
// part may run at a time.
CAROM_API carom_status carom_system_solve_batch_part(const carom_law *law, size_t n, const carom_system_batch_in *in,
                                                     const carom_system_batch_out *out, size_t part, size_t parts);

CAROM_END

#endif
