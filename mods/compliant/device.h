// What a device file defines: how to simulate one impact. The rest of a law's code follows from it.
#ifndef CAROM_COMPLIANT_DEVICE_H
#define CAROM_COMPLIANT_DEVICE_H

#include "carom/compliant.h"

// Where an impact is written down as it happens, and how much work it may take. Any part may be NULL.
typedef struct carom_recorder {
    carom_history *history;
    carom_path *path;
    carom_compliant_outcome *more;
    size_t work; // the bound on the work; 0: the usual one
} carom_recorder;

// One impact: fills P, mode, Pc, work_normal, known, solutions, evaluations of the outcome and what the recorder wants.
typedef carom_status carom_simulate_fn(const carom_contact *contact, const carom_params *params,
                                       carom_recorder *recorder, carom_outcome *outcome);

typedef struct carom_device {
    carom_law_code code;     // what the core calls
    carom_law_code recorded; // the same, where a trace is a recording
} carom_device;

// Handed to the core as the path of a recorded trace, so that it judges the very run that is written down.
typedef struct carom_recording {
    carom_path path;
    carom_recorder *recorder;
    carom_status refusal; // CAROM_OK: none
} carom_recording;

// The integrators' tolerance; their durations and forces have units, so contacts are not scaled.
#define CAROM_DEVICE_ACCURACY 1e-12

#define CAROM_DEVICE_CODE(solve_, trace_, also_)                                                                       \
    { .solve = solve_, .trace = trace_, .also = also_, .accuracy = CAROM_DEVICE_ACCURACY, .unscaled = true }

// Defines carom_device_<id> from its simulate function.
#define CAROM_DEVICE(id, simulate_, also_)                                                                             \
    static carom_status solve_##id(const carom_contact *c, const carom_params *p, carom_outcome *out) {                \
        return simulate_(c, p, &(carom_recorder){0}, out);                                                             \
    }                                                                                                                  \
    static carom_status trace_##id(const carom_contact *c, const carom_params *p, carom_path *path,                    \
                                   carom_outcome *out) {                                                               \
        return simulate_(c, p, &(carom_recorder){.path = path}, out);                                                  \
    }                                                                                                                  \
    static carom_status record_##id(const carom_contact *c, const carom_params *p, carom_path *path,                   \
                                    carom_outcome *out) {                                                              \
        return simulate_(c, p, ((carom_recording *)path)->recorder, out);                                              \
    }                                                                                                                  \
    const carom_device carom_device_##id = {.code = CAROM_DEVICE_CODE(solve_##id, trace_##id, also_),                  \
                                            .recorded = CAROM_DEVICE_CODE(solve_##id, record_##id, also_)}

// Refuses one parameter.
static inline carom_status carom_device_refuse(carom_outcome *out, carom_param param) {
    out->refused = param;
    return CAROM_PARAM_RANGE;
}

#endif
