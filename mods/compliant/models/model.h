// Defines the interface of a contact model: how to simulate one impact. The rest of a law's code follows from it.
#ifndef CAROM_COMPLIANT_MODEL_H
#define CAROM_COMPLIANT_MODEL_H

#include <math.h>
#include <stdbool.h>

#include "carom/compliant.h"
#include "carom/derivatives.h"
#include "mods/compliant/rows.h"

// Records an impact and limits its work. Any pointer may be NULL.
typedef struct carom_recorder {
    carom_history *history; // points of the history
    carom_path *path;
    carom_history_summary *more;
    size_t work; // limit on the work; 0: the default
} carom_recorder;

static inline carom_recorder carom_recorder_of(carom_history *history) {
    return (carom_recorder){
        .history = history->points ? history : NULL, .more = &history->summary, .work = history->work_limit};
}

// Simulates one impact. Fills P, mode, Pc, work_normal, known, solutions and evaluations of the outcome, and the
// recorder.
typedef carom_status carom_simulate_fn(const carom_contact *contact, const carom_params *params,
                                       carom_recorder *recorder, carom_result *outcome);

// The tolerance of the integrators. Durations and forces have units, so contacts are not scaled.
#define CAROM_DEVICE_ACCURACY 1e-12

// Computes derivatives by differences of whole impacts (differences.c): the equations dP = J dx. Returns false if
// there are none.
bool carom_device_jac(const carom_law *law, carom_simulate_fn *simulate, const carom_contact *contact,
                      const carom_params *params, const carom_result *outcome, carom_equations *equations);

// Sets the first row for a contact that reverses the normal velocity: (W P)_n + 2 v_n = 0.
static inline void carom_device_elastic(const carom_contact *c, const carom_result *out, carom_equations *eq) {
    eq->row[0].x[CAROM_JACOBIAN_V] = 2.0;
    for (int j = 0; j < c->dim; j++) {
        eq->row[0].P[j] = c->W[0][j];
        eq->row[0].x[CAROM_JACOBIAN_W + j] = out->P[j];
    }
}

// Defines carom_device_<id> from its simulate function, its check of the parameters (or NULL) and its coefficients.
#define CAROM_DEVICE(id, simulate_, check_) CAROM_DEVICE_ALSO(id, simulate_, check_, NULL)

// Does the same with properties that are guaranteed for some parameters.
#define CAROM_DEVICE_ALSO(id, simulate_, check_, also_)                                                                \
    static bool jac_##id(const carom_law *self, const carom_contact *c, const carom_params *p,                         \
                         const carom_result *out, carom_equations *equations) {                                        \
        return carom_device_jac(self, simulate_, c, p, out, equations);                                                \
    }                                                                                                                  \
    CAROM_DEVICE_WITH(id, simulate_, check_, also_, jac_##id, CAROM_2D | CAROM_3D)

// Does the same with its own derivatives, or none.
#define CAROM_DEVICE_WITH(id, simulate_, check_, also_, jac_, jac_dims_)                                               \
    static carom_status solve_##id(const carom_law *self, const carom_contact *c, const carom_params *p,               \
                                   carom_result *out) {                                                                \
        return simulate_(c, p, &(carom_recorder){0}, out);                                                             \
    }                                                                                                                  \
    static carom_status trace_##id(const carom_law *self, const carom_contact *c, const carom_params *p,               \
                                   carom_path *path, carom_result *out) {                                              \
        return simulate_(c, p, &(carom_recorder){.path = path}, out);                                                  \
    }                                                                                                                  \
    static carom_status record_##id(const carom_law *self, const carom_contact *c, const carom_params *p,              \
                                    carom_history *history, carom_result *out) {                                       \
        carom_recorder recorder = carom_recorder_of(history);                                                          \
        return simulate_(c, p, &recorder, out);                                                                        \
    }                                                                                                                  \
    static const carom_contact_vtable carom_device_##id = {.solve = solve_##id,                                        \
                                                           .trace = trace_##id,                                        \
                                                           .record = record_##id,                                      \
                                                           .accuracy = CAROM_DEVICE_ACCURACY,                          \
                                                           .dimensional = true,                                        \
                                                           .check_params = check_,                                     \
                                                           .guarantees = also_,                                        \
                                                           .equations = jac_,                                          \
                                                           .differentiable = jac_dims_}

// Access one of the contact models' own parameters in a set: its first number, and all of them.
#define CAROM_OF(p, field)      ((p)->own[CAROM_OWN(field)])
#define CAROM_EACH_OF(p, field) (&(p)->own[CAROM_OWN(field)])
#define CAROM_MODES_OF(p)       ((const carom_vibration *)(p)->list)

// Descriptions of coefficients that several contact models share.
#define CAROM_DEVICE_MU_ROW CAROM_ROW(mu, 0, HUGE_VAL, CAROM_WORDS_COULOMB, CAROM_WORDS_AS_EVER)
#define CAROM_DEVICE_KT_ROW                                                                                            \
    CAROM_ROW(kt, 0, CAROM_MOST, "F_t / stretch: tangential force to stretch", CAROM_WORDS_KT_STICKS)
#define CAROM_DEVICE_CT_ROW                                                                                            \
    CAROM_ROW(ct, 0, CAROM_MOST, "F_t / rate of stretch",                                                              \
              "0: undamped; the rates of the forces then determine whether the contact slips")

// Members that all laws of the module share.
#define CAROM_DEVICE_LAW(id) .module = "compliant", CAROM_COEFFICIENTS(coefficients), .contact = &carom_device_##id
#define CAROM_PROMISES_ALL                                                                                             \
    (CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING |                          \
     CAROM_GUARANTEE_HOMOGENEOUS | CAROM_GUARANTEE_CONTINUOUS | CAROM_GUARANTEE_UNIQUE)

#define CAROM_LEAST           1e-300
#define CAROM_MOST            1e300
#define CAROM_WORDS_COULOMB   "|F_t| / N at every instant of slip of the contact point"
#define CAROM_WORDS_AS_EVER   "the same Coulomb coefficient in every law; of forces here, not of impulses"
#define CAROM_WORDS_ENERGETIC "square root of normal work released / normal work absorbed"
#define CAROM_WORDS_STRONGES                                                                                           \
    "Stronge's energetic coefficient, as routh's `restitution` energetic; -v_n' / v_n in a head-on impact and in "     \
    "gross slip"
#define CAROM_WORDS_ONLY_KT   "the impulse depends on kt/kn alone; kn sets durations and forces"
#define CAROM_WORDS_KT_STICKS "as kt/kn grows, the result tends to routh with energetic restitution"

// Returns a coefficient of one number, or its default if it was omitted.
static inline double carom_number_of(const carom_law *law, const carom_params *params, int number) {
    double values[3] = {0.0};
    const carom_coefficient *row = carom_law_coefficient(law, number);
    if (row) carom_params_get(params, row, values);
    return values[0];
}

// Rejects one parameter.
static inline carom_status carom_device_refuse(carom_result *out, int param) {
    out->coefficient = (carom_param)param;
    return CAROM_COEFFICIENT_RANGE;
}

#endif
