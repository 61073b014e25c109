// Lets you write an impact law. A law is a value of type carom_law, which carom_collide and all other functions accept
// like the laws of the library. Programs that read the names, coefficients or guarantees of laws include this header
// too.
//
//   #include <carom/law.h>
//   #include <math.h>
//   #include <stdio.h>
//
//   // The law "sticky": restitution e, and friction stops the share `grip` of the slip, as far as Coulomb allows.
//   //   v_n' = -e v_n            W_nn P_n + W_nt P_t = -(1 + e) v_n
//   //   v_t' = (1 - grip) v_t    W_nt P_n + W_tt P_t = -grip v_t,    |P_t| <= mu P_n
//   enum { GRIP = CAROM_PARAM_OWN }; // number of its own coefficient, at place 0 of carom_params.own
//
//   static const carom_coefficient coefficients[] = {
//       CAROM_COEFFICIENT_E("-v_n' / v_n"),
//       CAROM_COEFFICIENT_MU("largest |P_t| / P_n"),
//       {.name = "grip", .number = GRIP, .kind = CAROM_REAL, .symbol = "g", .default_value = 1.0, .example = 0.5,
//        .meaning = "share of the slip that friction stops", .unit = "1", .lowest = 0.0, .highest = 1.0}};
//
//   typedef struct { double grip_limit; } sticky_data; // what the author of the law needs; several threads may read it
//
//   static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *r) {
//       const sticky_data *data = (const sticky_data *)self->user;
//       const double a = c->W[0][0], w = c->W[0][1], T = c->W[1][1], det = a * T - w * w;
//       const double grip = fmin(p->own[GRIP - CAROM_PARAM_OWN], data->grip_limit);
//       const double rebound = -(1.0 + p->e) * c->v[0], slip = -grip * c->v[1];
//       if (!(det > 0.0)) return CAROM_NOT_APPLICABLE;
//       r->P[0] = (T * rebound - w * slip) / det;
//       r->P[1] = (a * slip - w * rebound) / det;
//       r->mode = CAROM_MODE_STICKING;
//       if (fabs(r->P[1]) > p->mu * r->P[0]) {
//           const double s = r->P[1] > 0.0 ? 1.0 : -1.0;
//           r->P[0] = rebound / (a + s * p->mu * w);
//           r->P[1] = s * p->mu * r->P[0];
//           r->mode = CAROM_MODE_FRICTION;
//       }
//       return CAROM_OK;
//   }
//
//   static const carom_contact_vtable functions = {.solve = solve};
//   static sticky_data data = {0.9};
//   static const carom_law sticky = {.name = "sticky", .module = "mine", .solves = CAROM_2D, .closed_form = CAROM_2D,
//                                    CAROM_COEFFICIENTS(coefficients), .conditions = "",
//                                    .summary = "restitution e, and a share of the slip is stopped",
//                                    .citation = "this file", .contact = &functions, .user = &data};
//
//   int main(void) {
//       const carom_contact contact = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
//       const double half = 0.5;
//       carom_params params = carom_params_default();
//       carom_result result;
//       params.e = 0.5;
//       params.mu = 0.7;
//       carom_params_set_by_name(&sticky, &params, "grip", &half, 1); // or params.own[GRIP - CAROM_PARAM_OWN] = 0.5
//       if (carom_collide(&sticky, &contact, &params, &result) != CAROM_OK) return 1;
//       printf("P = (%g, %g) N s, dE = %g J, %s\n", result.P[0], result.P[1], result.dE,
//              carom_mode_name(result.mode)); // P = (0.825, 0.375) N s, dE = -0.0375 J, sticking
//       return 0;
//   }
#ifndef CAROM_LAW_H
#define CAROM_LAW_H

#include "carom/carom.h"

CAROM_BEGIN

// ---- Coefficients --------------------------------------------------------------------------------------------------

// Kinds of coefficients, by the numbers that they hold.
typedef enum carom_param_kind {
    CAROM_REAL = 0,    // one number
    CAROM_CHOICE = 1,  // one of a few names; stored as its index
    CAROM_VECTOR = 2,  // dim numbers
    CAROM_TANGENT = 3, // one number for every tangent direction, or one for each
    CAROM_EACH = 4,    // one number for every direction, or dim numbers
    CAROM_LIST = 5,    // an array of a type that the law documents: carom_params.list
    CAROM_PAIR = 6     // one number along a tangent direction, and in 3D a second across it, which is 0 unless given
} carom_param_kind;

// One coefficient of one law. Its number determines where its values are in carom_params: 0 to 31 is a member, 32 to 63
// is a place of `own`. TANGENT and PAIR take two places, VECTOR and EACH three. If only the first value is given, it
// holds for all places, except in a PAIR.
struct carom_coefficient {
    const char *name;           // its name in this law: key in files, keyword in Python, option of the command
    int number;                 // carom_param of the coefficient, 0 to 63
    carom_param_kind kind;      // the kind of its numbers
    const char *symbol;         // symbol as in papers, such as "μ"
    double default_value;       // used if it is not given; CAROM_REQUIRED: it must be given
    double example;             // a typical value for tests, and for `carom compare` if it is not given (except e, mu)
    const char *alias;          // a second accepted name, such as "e" for "e_n"; NULL: none
    const char *meaning;        // its meaning, in one sentence
    const char *unit;           // "1" for a ratio, "" for a choice
    double lowest, highest;     // the accepted range, both ends included, in `unit`; DBL_MIN: above 0
    const char *ratio;          // the ratio that it denotes in this law; "" or NULL: as in `meaning`
    const char *relation;       // how it compares with the coefficients of other laws; "" or NULL: no remark
    const char *const *choices; // CHOICE in `own`: its names from index 0, ended by NULL
    const char *range;          // LIST: the condition that it must satisfy, in words
};

// Returns whether the caller must give this coefficient: true if it has no default.
static inline bool carom_param_required(const carom_coefficient *param) {
    return param && param->default_value != param->default_value;
}

// Returns true if one number sets this coefficient: for a REAL, and for a PAIR, whose first number is set. Such a
// coefficient can be swept, fitted and given as a column of a batch.
static inline bool carom_param_varies(const carom_coefficient *param) {
    return param && (param->kind == CAROM_REAL || param->kind == CAROM_PAIR);
}

// Descriptions of the coefficients that many laws share, with their usual ranges, for the array of coefficients of a
// law. `ratio` states which ratio the coefficient denotes in your law: CAROM_COEFFICIENT_E("-v_n' / v_n").
#define CAROM_COEFFICIENT_E(ratio)           CAROM_ROW(e, 0.0, 1.0, ratio, "")
#define CAROM_COEFFICIENT_E_T(ratio)         CAROM_ROW(e_t, -1.0, 1.0, ratio, "")
#define CAROM_COEFFICIENT_MU(ratio)          CAROM_ROW(mu, 0.0, HUGE_VAL, ratio, "")
#define CAROM_COEFFICIENT_MU_STATIC(ratio)   CAROM_ROW(mu_static, 0.0, HUGE_VAL, ratio, "")
#define CAROM_COEFFICIENT_REST_SPEED         CAROM_ROW(rest_speed, 0.0, HUGE_VAL, "", "")
#define CAROM_COEFFICIENT_RESTITUTION(ratio) CAROM_ROW(restitution, 0, CAROM_ENERGETIC, ratio, "")
#define CAROM_COEFFICIENT_FRICTION(ratio)    CAROM_ROW(friction, 0, CAROM_FRICTION_ONE_DIRECTION, ratio, "")

// Describes a coefficient with your own range, ratio and relation; `field` is the member of carom_params.
//   CAROM_ROW(mu, 0.0, HUGE_VAL, "largest |P_t| / P_n", "as in every law")
#define CAROM_ROW(field, lowest_, highest_, ratio_, relation_)                                                         \
    {                                                                                                                  \
        CAROM_ROW_##field, .unit = CAROM_UNIT_##field, .lowest = (lowest_), .highest = (highest_), .ratio = (ratio_),  \
                           .relation = (relation_)                                                                     \
    }

// The members of carom_coefficient that are the same in every law, and the unit, for each member of carom_params.
#define CAROM_UNIT_restitution ""
#define CAROM_ROW_restitution                                                                                          \
    .name = "restitution", .number = CAROM_PARAM_restitution, .kind = CAROM_CHOICE, .symbol = "",                      \
    .default_value = CAROM_POISSON, .example = CAROM_POISSON, .alias = NULL,                                           \
    .meaning = "definition of e; newton: e = -v_n' / v_n; poisson: e = restitution to compression impulse; "           \
               "energetic: e^2 = work released to work absorbed"
#define CAROM_UNIT_e "1"
#define CAROM_ROW_e                                                                                                    \
    .name = "e", .number = CAROM_PARAM_e, .kind = CAROM_REAL, .symbol = "e", .default_value = CAROM_REQUIRED,          \
    .example = 0.5, .alias = NULL,                                                                                     \
    .meaning = "normal restitution: the ratio named by `restitution`, else final to initial normal speed"
#define CAROM_UNIT_mu "1"
#define CAROM_ROW_mu                                                                                                   \
    .name = "mu", .number = CAROM_PARAM_mu, .kind = CAROM_REAL, .symbol = "μ", .default_value = CAROM_REQUIRED,        \
    .example = 0.3, .alias = NULL, .meaning = "friction: tangential to normal impulse while slipping (Coulomb)"
#define CAROM_UNIT_mu_static "1"
#define CAROM_ROW_mu_static                                                                                            \
    .name = "mu_static", .number = CAROM_PARAM_mu_static, .kind = CAROM_REAL, .symbol = "μ_s",                         \
    .default_value = CAROM_SAME_AS_MU, .example = CAROM_SAME_AS_MU, .alias = NULL,                                     \
    .meaning = "friction that holds a stopped slip: at least mu; left out, it equals mu"
#define CAROM_UNIT_e_t "1"
#define CAROM_ROW_e_t                                                                                                  \
    .name = "e_t", .number = CAROM_PARAM_e_t, .kind = CAROM_REAL, .symbol = "ε_T", .default_value = 0.0,               \
    .example = 0.0, .alias = NULL,                                                                                     \
    .meaning = "tangential restitution: reversed to initial slip (glocker, bilinear), or stored tangential impulse "   \
               "returned (pfeiffer-glocker)"
#define CAROM_UNIT_rest_speed "m/s"
#define CAROM_ROW_rest_speed                                                                                           \
    .name = "rest_speed", .number = CAROM_PARAM_rest_speed, .kind = CAROM_REAL, .symbol = "v_r", .default_value = 0.0, \
    .example = 0.0, .alias = NULL,                                                                                     \
    .meaning = "approach slower than this counts as resting: normal restitution is then 0; 0 switches it off"
#define CAROM_UNIT_friction ""
#define CAROM_ROW_friction                                                                                             \
    .name = "friction", .number = CAROM_PARAM_friction, .kind = CAROM_CHOICE, .symbol = "",                            \
    .default_value = CAROM_FRICTION_CONE, .example = CAROM_FRICTION_CONE, .alias = NULL,                               \
    .meaning =                                                                                                         \
        "bound on friction in 3D, without effect in 2D; cone: Coulomb's cone, against the slip; disc: "                \
        "the cone, against the slip that each of the axes t1, t2 sees alone; box: mu P_n along each of the axes t1, "  \
        "t2; slip-box: mu P_n along and across the slip before; one-direction: only along the slip before"

// ---- Functions of a law for one contact ----------------------------------------------------------------------------

// The functions of a law receive `self`, the law that the caller passed to carom_collide. Several laws can therefore
// share their functions and differ in self->user, which belongs to their author. Functions may be called by several
// threads at once, so data behind `user` must be read-only or locked, unless the law sets `one_thread`.

// Computes P and mode of one impact, and the optional members of the result that the law has. Returns a status.
typedef carom_status carom_solve_fn(const carom_law *self, const carom_contact *contact, const carom_params *params,
                                    carom_result *result);

// Computes the same impact with the points of its path in impulse space. path->count is 0 at the call. At the end it
// must be the number of points; those past path->capacity are counted but not stored.
typedef carom_status carom_trace_fn(const carom_law *self, const carom_contact *contact, const carom_params *params,
                                    carom_path *path, carom_result *result);

// Computes the same impact with its history in time. Fills history->summary, and the points if history->points is not
// NULL.
typedef carom_status carom_record_fn(const carom_law *self, const carom_contact *contact, const carom_params *params,
                                     carom_history *history, carom_result *result);

// Computes every result of the law: P and mode of at most CAROM_MAX_ALTERNATIVES results, and their number.
typedef carom_status carom_solve_all_fn(const carom_law *self, const carom_contact *contact, const carom_params *params,
                                        carom_result *list, int *count);

// Returns the index of one result among those of the law, +1 or -1 (carom_alternative.index); 0 if it has none.
typedef int carom_index_fn(const carom_law *self, const carom_contact *contact, const carom_params *params,
                           const carom_result *result);

// Returns the guarantees (CAROM_GUARANTEE_* bits) that hold for this dimension and these coefficients.
typedef unsigned carom_guarantee_fn(const carom_law *self, int dim, const carom_params *params);

// Rejects coefficients by conditions that their descriptions cannot express. `refused` receives which one is rejected.
typedef carom_status carom_params_fn(const carom_law *self, const carom_params *params, int dim, carom_param *refused);

// Returns the largest e for which this impact gains no energy (carom_restitution_max in explain.h), in 2D, for a
// regular W, v_n < 0 and finite friction. Returns a negative number if e = 0 already gains energy, NaN if the formula
// does not hold.
typedef double carom_max_restitution_fn(const carom_law *self, const carom_contact *contact,
                                        const carom_params *params);

// Computes the area in the impulse plane that the law reaches over all its coefficients, in 2D (geometry.h).
struct carom_reach_area;
typedef carom_status carom_reach_area_fn(const carom_law *self, const carom_contact *contact,
                                         const carom_params *params, struct carom_reach_area *outline);

// Computes the derivatives of the equations that determine P in the mode of the result. If equations->side names one
// side of a switch (derivatives.h), the equations of that side are used. Returns false if the law has no equations
// here.
struct carom_equations;
typedef bool carom_equations_fn(const carom_law *self, const carom_contact *contact, const carom_params *params,
                                const carom_result *result, struct carom_equations *equations);

// A number that a law provides in addition to its impulse, computed from the result, such as the lift of ccp.
typedef struct carom_output {
    const char *name, *unit, *meaning; // texts that front ends print
    double (*value)(const carom_law *self, const carom_contact *contact, const carom_params *params,
                    const carom_result *result); // computes the number, in `unit`
} carom_output;

// The last element of an array of outputs.
#define CAROM_NO_MORE_OUTPUTS                                                                                          \
    { NULL, NULL, NULL, NULL }

// The functions of a law for one contact. The library calls them with a valid symmetric contact, v_n <= 0, and
// coefficients in range with the defaults filled in. They fill P, mode and the optional members that the law has. The
// library computes velocities, energy and violations from P.
//
// Very large and very small numbers do not reach the law. If W or v is far from 1, the library scales the contact by
// powers of two. Afterwards it scales P, Pc, the work and the path back. A law whose coefficients are ratios therefore
// need not consider overflow. A law that reads a coefficient with a unit (rest_speed does not count) receives every
// contact unscaled.
typedef struct carom_contact_vtable {
    carom_solve_fn *solve;          // required
    carom_trace_fn *trace;          // NULL: the law has no path
    carom_record_fn *record;        // NULL: the law has no history in time
    carom_guarantee_fn *guarantees; // guarantees that hold only for some coefficients or in one dimension; NULL: none
    double accuracy;                // relative error of P, >= 0, if the law is not a closed form; carom_collide allows
                                    // for it when it judges the result
    bool dimensional;               // the law provides quantities with units (durations, forces), so that contacts
                                    // reach it unscaled
    carom_params_fn *check_params;  // conditions that the descriptions of its coefficients cannot express, such as
                                    // those on lists or between two coefficients; NULL: none
    carom_solve_all_fn *solve_all;  // every result, for a law that may have several; NULL: only that of `solve`
    bool mu_checks_only;            // mu has no influence on the impulse, only on the violations; mu = 0, the default
                                    // in such a law, switches that check off
    carom_reach_area_fn *outline;   // area that the law reaches in 2D over all its coefficients; NULL: no formula is
                                    // known
    const carom_output *outputs;    // further numbers, ended by CAROM_NO_MORE_OUTPUTS; NULL: none
    carom_max_restitution_fn *max_restitution; // formula for the largest e; NULL: no formula is known, and carom
                                               // searches for it
    carom_index_fn *index;         // index of a result of `solve_all`, called for v_n < 0 and a regular W; NULL: not
                                   // known
    carom_equations_fn *equations; // equations for derivatives, called for v_n < 0; NULL: the law has no derivatives
    unsigned differentiable;       // CAROM_2D | CAROM_3D bits: the dimensions in which `equations` works
} carom_contact_vtable;

// ---- Functions of a law for several contacts -----------------------------------------------------------------------

struct carom_system_params; // systems.h
struct carom_system_result; // systems.h

// Computes one impact at all contacts. The arrays of the result are already allocated; `memory` has at least the bytes
// that `memory_size` returned.
typedef carom_status carom_system_fn(const carom_law *self, const struct carom_system *system,
                                     const struct carom_system_params *params, void *memory, size_t bytes,
                                     struct carom_system_result *result);

// Returns the bytes of memory that the law needs in addition to the arrays of the result, at least 1; 0 rejects the
// problem.
typedef size_t carom_system_memory_fn(const carom_law *self, const struct carom_system *system,
                                      const struct carom_system_params *params);

// Returns the guarantees (CAROM_GUARANTEE_* bits) that hold for this system and these coefficients.
typedef unsigned carom_system_guarantee_fn(const carom_law *self, const struct carom_system *system,
                                           const struct carom_system_params *params);

// Input that a law needs to solve a system, in addition to the coefficients of the contacts, as bits.
typedef enum carom_system_need {
    CAROM_NEEDS_STRIKING = 1, // params.striking: this contact strikes, and no other may approach
    CAROM_NEEDS_SINGLE = 2    // params.single: the law of each single impact; it reads the coefficients of the contacts
} carom_system_need;

// Members of carom_system_result that a law fills in addition to P, v, work, mode, dE, residual and pivots, as bits.
typedef enum carom_system_provision {
    CAROM_PROVIDES_SOLUTIONS = 1,    // kept, solutions: its solutions in full
    CAROM_PROVIDES_STAGES = 2,       // stages, stage, eta_c, eta
    CAROM_PROVIDES_RATIO = 4,        // ratio_c
    CAROM_PROVIDES_LIMITED = 8,      // limited
    CAROM_PROVIDES_COMPRESSION = 16, // P_compression, v_compression
    CAROM_PROVIDES_ORDERS = 32       // probability and order of each solution; lowest, highest
} carom_system_provision;

// The functions of a law for several contacts. The library calls `solve` with a valid system and coefficients in range.
// It fills P, mode and the members that `provides` lists. The library computes velocities, energy and violations.
typedef struct carom_system_vtable {
    carom_system_fn *solve;                // NULL: the module is not in this build
    carom_system_memory_fn *memory_size;   // bytes needed in addition to the arrays of the result
    carom_system_guarantee_fn *guarantees; // guarantees that hold only for some systems and coefficients; NULL: none
    double accuracy;                       // relative error of P, >= 0, if it is found by iteration; the library
                                           // allows for it when it judges the result
    bool pairs_alone;                      // definiteness of W is checked for pairs of entries only: n^2 operations
                                           // instead of n^3
    unsigned needs;                        // CAROM_NEEDS_* bits
    unsigned provides;                     // CAROM_PROVIDES_* bits
    unsigned solvers;                      // 1u << carom_solver for each solver that it accepts, including
                                           // CAROM_SOLVER_AUTO
    bool inclusion;                        // solves xi = ((1 + e_n) v_n, (1 + e_t) v_t) + W P in friction cones
    uint64_t ignores;                      // CAROM_PARAM_BIT set: coefficients of the law that systems do not use
    unsigned always;                       // CAROM_GUARANTEE_* bits that always hold for a positive definite W
    const char *conditions;                // the conditional guarantees, in words (`guarantees` decides)
} carom_system_vtable;

// ---- Laws and modules ----------------------------------------------------------------------------------------------

// A law: its description and its functions. Members that are not set are 0 or NULL.
struct carom_law {
    const char *name;     // two laws may share it if they solve different problems
    const char *module;   // "core", or the name of the module that contains it
    unsigned solves;      // carom_problem_kind bits
    unsigned closed_form; // the kinds for which it is a closed form: it uses only + - * / and sqrt, with identical bits
                          // on every machine
    const carom_coefficient
        *coefficients;      // coefficients that it reads (CAROM_COEFFICIENTS fills this and the next member); NULL:
                            // none
    int coefficient_count;  // elements of `coefficients`
    unsigned guarantees;    // one contact: CAROM_GUARANTEE_* bits that always hold
    const char *conditions; // conditional guarantees for one contact, in words; "": none
    const char *summary;    // one line
    const char *citation;   // author, year, equation
    const carom_contact_vtable *contact; // NULL: it does not solve one contact, or its module is not in this build
    const carom_system_vtable *system;   // NULL: it does not solve several contacts
    bool one_thread;                     // the law keeps state of its own: call it from one thread at a time
    void *user;                          // for the author of the law; the library never reads it
};

// Sets two members in the initialiser of a law: CAROM_COEFFICIENTS(rows), where `rows` is an array of
// carom_coefficient.
#define CAROM_COEFFICIENTS(rows) .coefficients = (rows), .coefficient_count = (int)(sizeof(rows) / sizeof *(rows))

// A library of laws as one value. The core does not refer to other modules; a program passes a list of those that it
// links.
struct carom_module {
    const char *name;             // "core", "compliant"; equals the `module` of its laws
    const carom_law *const *laws; // the laws in the order in which they are listed, ended by NULL; NULL: none
};

// Returns the coefficients that a law reads, as a CAROM_PARAM_BIT set.
static inline uint64_t carom_law_reads(const carom_law *law) {
    uint64_t reads = 0;
    for (int k = 0; k < law->coefficient_count; k++) {
        const unsigned number = (unsigned)law->coefficients[k].number;
        if (number < CAROM_PARAM_END) reads |= UINT64_C(1) << number;
    }
    return reads;
}

// Returns the output of a law with this index, from 0; NULL past the last. If there is a result, `value` computes it.
static inline const carom_output *carom_law_output(const carom_law *law, int index) {
    const carom_output *output = law && law->contact && index >= 0 ? law->contact->outputs : NULL;
    while (output && output->name && index-- > 0) output++;
    return output && output->name ? output : NULL;
}

// Returns the dimensions in which a law has derivatives (derivatives.h), as CAROM_2D | CAROM_3D bits.
static inline unsigned carom_law_derivatives(const carom_law *law) {
    return law && law->contact && law->contact->equations ? law->contact->differentiable & law->solves : 0u;
}

CAROM_END

#endif
