// A law is a value: what it says about itself, and its code. Ask it with carom_collide.
#ifndef CAROM_LAW_H
#define CAROM_LAW_H

#include <stdbool.h>

#include "carom/history.h"
#include "carom/trace.h"

CAROM_BEGIN

typedef struct carom_law carom_law;

// Which problems a law solves. One bit each, so that sets and queries have the same type.
typedef enum carom_problem_kind {
    CAROM_2D = 1,        // one contact in 2D
    CAROM_3D = 2,        // one contact in 3D
    CAROM_SYSTEM_2D = 4, // several contacts at once
    CAROM_SYSTEM_3D = 8
} carom_problem_kind;
#define CAROM_ONE_CONTACT 3u  // CAROM_2D | CAROM_3D
#define CAROM_SYSTEMS     12u // CAROM_SYSTEM_2D | CAROM_SYSTEM_3D

// The bit of systems with `dim` components per contact; another dim than 2 or 3 has none.
static inline unsigned carom_system_bit(int dim) {
    return dim == 2 ? (unsigned)CAROM_SYSTEM_2D : dim == 3 ? (unsigned)CAROM_SYSTEM_3D : 0u;
}

// What a law promises for W positive definite and v_n < 0; tests/whole/conform holds every row to it.
typedef enum carom_guarantee {
    CAROM_GUARANTEE_DISSIPATIVE = 1,    // dE <= 0
    CAROM_GUARANTEE_COULOMB = 2,        // P_n >= 0 and |P_t| <= mu P_n (mu_static where the law reads it)
    CAROM_GUARANTEE_NONPENETRATING = 4, // v_n' >= 0
    CAROM_GUARANTEE_HOMOGENEOUS = 8,    // twice the speed, twice the impulse; twice the mass, twice the impulse
    CAROM_GUARANTEE_CONTINUOUS = 16,    // a small change of v makes a small change of P
    CAROM_GUARANTEE_UNIQUE = 32         // exactly one outcome: never none, never several
} carom_guarantee;

// The functions of a law. `self` is the law that the caller passed to carom_collide, so several laws can share their code
// and differ in self->user, which belongs to their author.
typedef carom_status carom_solve_fn(const carom_law *self, const carom_contact *contact, const carom_params *params,
                                    carom_result *outcome);
// Every outcome of the law: fills P and mode of at most CAROM_MAX_ALTERNATIVES outcomes, and how many.
#define CAROM_MAX_ALTERNATIVES 16
typedef carom_status carom_solve_all_fn(const carom_law *self, const carom_contact *contact, const carom_params *params,
                                        carom_result *list, int *count);
// The index of one outcome among those of the law, +1 or -1 (solutions.h); 0 where it has none.
typedef int carom_index_fn(const carom_law *self, const carom_contact *contact, const carom_params *params,
                           const carom_result *outcome);
typedef carom_status carom_trace_fn(const carom_law *self, const carom_contact *contact, const carom_params *params,
                                    carom_path *path, carom_result *outcome);
// The impact with its history in time. Fills history->summary, and the points if history->points is not NULL.
typedef carom_status carom_record_fn(const carom_law *self, const carom_contact *contact, const carom_params *params,
                                     carom_history *history, carom_result *outcome);
// A number that a law tells beside its impulse, read off the outcome: the lift of ccp.
typedef struct carom_output {
    const char *name, *unit, *meaning;
    double (*of)(const carom_law *self, const carom_contact *contact, const carom_params *params,
                 const carom_result *outcome);
} carom_output;
#define CAROM_NO_MORE_OUTPUTS                                                                                          \
    { NULL, NULL, NULL, NULL }
struct carom_equations;  // jac.h
struct carom_reach_area; // reach.h
typedef unsigned carom_guarantee_fn(const carom_law *self, int dim, const carom_params *params);
typedef carom_status carom_reach_area_fn(const carom_law *self, const carom_contact *contact,
                                         const carom_params *params, struct carom_reach_area *outline);
// Plane, W regular, v_n < 0, friction finite: the largest e with which it makes no energy (translate.h); below 0 if e = 0
// makes some, NaN where the formula does not hold.
typedef double carom_max_restitution_fn(const carom_law *self, const carom_contact *contact,
                                        const carom_params *params);
// The equations that fix P in the outcome's mode, or on the side asked for, differentiated (jac.h); false: none known here.
typedef bool carom_equations_fn(const carom_law *self, const carom_contact *contact, const carom_params *params,
                                const carom_result *outcome, struct carom_equations *equations);
typedef carom_status carom_params_fn(const carom_law *self, const carom_params *params, int dim, carom_param *refused);

// What a law file defines. It is called with a valid, symmetric contact, v_n <= 0, parameters in range; it fills P,
// mode and what it knows, and returns a status. Velocities, energy and verdict are not its business.
//
// Very large and very small numbers do not reach it: where W or v is far from 1 the contact is scaled by powers of two,
// and P, Pc, the work and the path are scaled back. So a law whose parameters are ratios need not think of overflow. One
// that reads a parameter with a unit (params.def; rest_speed does not count) sees every contact as it is.
typedef struct carom_contact_vtable {
    carom_solve_fn *solve;
    carom_trace_fn *trace;    // NULL: the law has no path
    carom_record_fn *record;  // NULL: the law has no history in time
    carom_guarantee_fn *also; // promises kept only for some parameters or in one dimension; NULL: none
    double accuracy;          // relative error P may have where the law is no closed form: carom_collide judges by it
    bool unscaled;            // it also says things with units (durations, forces), so contacts reach it as they are
    carom_params_fn *check;   // checks what ranges cannot state: lists, one coefficient against another; NULL: nothing
    carom_solve_all_fn *all;  // every outcome where there may be several (solutions.h); NULL: what solve gives
    bool mu_judges;           // mu takes no part in the impulse, it only judges it; 0, as it is unless given, does not
    carom_reach_area_fn *outline; // plane: the area it reaches over all its coefficients, by formula; NULL: none known
    const carom_output *tells;    // what it tells beside P, then CAROM_NO_MORE_OUTPUTS; NULL: nothing
    carom_max_restitution_fn *e_max; // by formula; NULL: none known, it is looked for
    carom_index_fn *index;           // of an outcome of `all`, asked where v_n < 0 and W is regular; NULL: none known
    carom_equations_fn *jac;         // its equations, for derivatives, asked where v_n < 0; NULL: it has none
    unsigned jac_dims;               // CAROM_2D | CAROM_3D: where it tells them
} carom_contact_vtable;

// Several contacts at once (many.h).
struct carom_system;
struct carom_system_params;
struct carom_system_result;
typedef carom_status carom_system_fn(const carom_law *self, const struct carom_system *system,
                                     const struct carom_system_params *params, void *memory, size_t bytes,
                                     struct carom_system_result *outcome);
typedef size_t carom_system_memory_fn(const carom_law *self, const struct carom_system *system,
                                      const struct carom_system_params *params);
typedef unsigned carom_system_guarantee_fn(const carom_law *self, const struct carom_system *system,
                                           const struct carom_system_params *params);

// What a law needs to solve a system, besides the parameters of the contacts; bits.
typedef enum carom_system_need {
    CAROM_NEEDS_STRIKING = 1, // params.c: that contact strikes, and no other may approach
    CAROM_NEEDS_SINGLE = 2    // params.single: the law of each single impact; it reads the parameters of the contacts
} carom_system_need;

// What it fills of the outcome besides P, v, work, mode, dE, residual and pivots; bits.
typedef enum carom_system_provision {
    CAROM_PROVIDES_SOLUTIONS = 1,    // kept, solution: its solutions in full
    CAROM_PROVIDES_STAGES = 2,       // stages, stage, eta_c, eta
    CAROM_PROVIDES_RATIO = 4,        // ratio_c
    CAROM_PROVIDES_LIMITED = 8,      // limited
    CAROM_PROVIDES_COMPRESSION = 16, // P_C, v_C
    CAROM_PROVIDES_ORDERS = 32,      // probability and order of each solution; lowest, highest
    CAROM_PROVIDES_LISTS = 64        // joined, slips, faults of each stage
} carom_system_provision;

// How a law solves a system. `solve` is called with a valid system and parameters in range; it fills P, mode and what
// `fills` names. The library computes velocities, energy and violations.
typedef struct carom_system_vtable {
    carom_system_fn *solve;          // NULL: the module is not in this build
    carom_system_memory_fn *bytes;   // of memory that it needs beyond the outcome's own arrays
    carom_system_guarantee_fn *also; // promises kept for this system and these parameters only; NULL: none
    double accuracy;        // relative error P may have if it is found by iteration: its answer is judged by it
    bool pairs_alone;       // of W's definiteness only pairs of entries are checked: n^2 operations, not n^3
    unsigned needs;         // CAROM_NEEDS_* bits
    unsigned fills;         // CAROM_FILLS_* bits
    unsigned solvers;       // 1u << carom_solver of those it takes, CAROM_SOLVER_AUTO among them
    bool inclusion;         // solves xi = ((1 + e_n) v_n, (1 + e_t) v_t) + W P in friction cones, as FCLIB files state
    uint64_t ignores;       // CAROM_PARAM_BIT set: of the law's parameters, those that systems do not use
    unsigned promises;      // kept always for a positive definite W
    const char *conditions; // those kept under a condition, in words (`also` decides)
} carom_system_vtable;

struct carom_law {
    const char *name;                      // two laws may share it if they solve different problems
    const char *module;                    // "core", or the module it lives in
    unsigned solves;                       // carom_problem_kind bits
    unsigned closed;                       // those in which it is a closed form: + - * / sqrt, the same bits everywhere
    const carom_coefficient *coefficients; // what it reads (CAROM_COEFFICIENTS fills this and the next); NULL: nothing
    int coefficient_count;
    unsigned promises;                 // one contact: CAROM_* promises kept always
    const char *also;                  // one contact: the conditional ones, in words
    const char *summary;               // one line
    const char *citation;              // author, year, equation
    const carom_contact_vtable *code;  // one contact; NULL: it solves none, or the module is not in this build
    const carom_system_vtable *system; // several contacts; NULL: it solves none
    bool one_thread;                   // keeps state of its own: one call at a time
    void *user;                        // for the author of the law; the library never reads it
};

// For the initialiser of a law: CAROM_COEFFICIENTS(rows), with `rows` an array of carom_coefficient.
#define CAROM_COEFFICIENTS(rows) .coefficients = (rows), .coefficient_count = (int)(sizeof(rows) / sizeof *(rows))

// A library of laws as one value. The core knows no module by name; a program has a list of those it links.
typedef struct carom_module {
    const char *name;             // "core", "compliant"; the `module` of its laws
    const carom_law *const *laws; // in the order in which they are listed, ended by NULL; NULL: none
} carom_module;

// One place of a list of modules; the list ends with NULL. Where a list may be given, NULL is the core alone.
typedef const carom_module *const carom_modules;

// All promises kept for this dimension and these parameters.
CAROM_API unsigned carom_law_guarantees(const carom_law *law, int dim, const carom_params *params);

// The laws of a list of modules that solve any of these problems (carom_problem_kind bits, 0: any), in the order of the
// list; NULL past the last, and for other bits. As constants: carom/laws.h.
//   for (int i = 0; (law = carom_law_at(NULL, i, CAROM_ONE_CONTACT)); i++) ...
CAROM_API const carom_law *carom_law_at(carom_modules *modules, int index, unsigned problems);

// Finds the first law of this name that solves any of these problems (0: any). If none does, returns the first of this name,
// which then refuses the problem; NULL if no law has it.
CAROM_API const carom_law *carom_law_find(carom_modules *modules, const char *name, unsigned problems);

// Returns the coefficients that a law reads, as a CAROM_PARAM_BIT set.
static inline uint64_t carom_law_reads(const carom_law *law) {
    uint64_t reads = 0;
    for (int k = 0; k < law->coefficient_count; k++) {
        const unsigned number = (unsigned)law->coefficients[k].number;
        if (number < CAROM_PARAM_ROOM) reads |= UINT64_C(1) << number;
    }
    return reads;
}

// Finds a coefficient of a law by its number, or by its name or alias; NULL if the law does not read it.
CAROM_API const carom_coefficient *carom_law_coefficient(const carom_law *law, int number);
CAROM_API const carom_coefficient *carom_law_find_coefficient(const carom_law *law, const char *name);

// What a law tells beside its impulse, 0 ..; NULL past the last. Where an outcome stands, `of` gives the number.
CAROM_API const carom_output *carom_law_output(const carom_law *law, int index);

// Refuses parameters the law cannot take; `refused` (may be NULL) receives which.
CAROM_API carom_status carom_params_validate(const carom_law *law, const carom_params *params, int dim,
                                             carom_param *refused);

// The parameters of this very impact: what depends on its speed (speed.h) is a number in `at`, restitution is 0 where the
// approach is slower than rest_speed, and everything else is as in params. Where a form does not hold the number is NaN, which a law refuses.
CAROM_API carom_status carom_params_at_impact(const carom_law *law, const carom_contact *contact,
                                              const carom_params *params, carom_params *at);

// Sets a parameter of this law by name, for programs that read names: refuses a name that is no parameter's, and one
// that this law does not read. A CHOICE takes its index (carom_choice_of).
CAROM_API carom_status carom_param_give(const carom_law *law, carom_params *params, const char *name,
                                        const double *values, size_t count);

// One impact. Fills every field of the outcome, whatever the status; P and v are NaN where there is no answer.
CAROM_API carom_status carom_collide(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                     carom_result *outcome);

// The same impact with its path. The path is walked piece by piece, so the end can differ from carom_collide's closed
// form in the last bits.
CAROM_API carom_status carom_trace(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                   carom_path *path, carom_result *outcome);

// Computes the same impact with its history in time, for contact models and all other laws with `record`. The contact is
// not scaled. Returns CAROM_NO_HISTORY for a law without one.
CAROM_API carom_status carom_record(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                    carom_history *history, carom_result *outcome);

// A sentence about a status that names the thing, the value and the way out. Writes at most `size` bytes with the
// closing zero and returns the length of the whole sentence. Any pointer may be NULL; without `text` nothing is written.
CAROM_API size_t carom_describe(carom_status status, const carom_law *law, const carom_contact *contact,
                                const carom_params *params, const carom_result *outcome, char *text, size_t size);

CAROM_END

#endif
