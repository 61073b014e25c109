// carom computes what happens when two rigid bodies hit each other with friction. This header contains everything that
// a program needs for one contact. You describe the contact, choose a law and its coefficients, and read the impulse
// and the energy.
//
//   #include <carom/carom.h>
//   #include <stdio.h>
//
//   int main(void) {
//       // A rod of 1 kg, inclined by 45 degrees, hits the ground with one end, at 1 m/s and with a slip of 0.6 m/s.
//       const carom_contact contact = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
//       carom_params params = carom_params_default();
//       params.e = 0.5;  // restitution, by Poisson's hypothesis unless params.restitution selects another
//       params.mu = 0.7; // Coulomb friction
//
//       carom_result result;
//       const carom_status status = carom_collide(&carom_law_routh, &contact, &params, &result);
//       if (status != CAROM_OK) {
//           puts(carom_status_message(status));
//           return 1;
//       }
//       printf("P = (%.3f, %.3f) N s, dE = %.3f J, %s\n", result.P[0], result.P[1], result.dE,
//              carom_mode_name(result.mode)); // P = (0.600, 0.120) N s, dE = -0.168 J, c-sticking
//       return 0;
//   }
//
// Units are SI and numbers are double. Components are ordered normal first: (n, t) in 2D, (n, t1, t2) in 3D. The normal
// points from body B to body A. The velocity v is that of A minus that of B at the contact, and v[0] < 0 means that the
// bodies approach. The impulse P acts on A, and v' = v + W P.
//
// The caller owns every struct and array. No function of this header allocates memory, prints, exits or keeps state, so
// any number of threads may call them, each with its own outputs.
//
// The other headers add more. Use law.h to write a law, bodies.h to compute W and v from bodies, systems.h for several
// contacts, and batch.h for many impacts. There are also derivatives.h, geometry.h, explain.h, motion.h, and one header
// for each module.
#ifndef CAROM_CAROM_H
#define CAROM_CAROM_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- Linkage and visibility ----------------------------------------------------------------------------------------

#ifdef __cplusplus
#define CAROM_BEGIN extern "C" {
#define CAROM_END   }
#else
#define CAROM_BEGIN
#define CAROM_END
#endif

// Each library marks its exported symbols with its own macro: CAROM_API for the core, CAROM_<MODULE>_API for a module.
// They differ because a module exports its own symbols and imports those of the core. The macro is CAROM_EXPORT while
// the library is built (CAROM_BUILDING, CAROM_BUILDING_<MODULE>) and CAROM_IMPORT in every other program. All other
// symbols are hidden. A program that links the static libraries must define CAROM_STATIC. The CMake targets define it
// automatically.
#if defined(CAROM_STATIC)
#define CAROM_EXPORT
#define CAROM_IMPORT
#elif defined(_WIN32)
#define CAROM_EXPORT __declspec(dllexport)
#define CAROM_IMPORT __declspec(dllimport)
#elif defined(__GNUC__)
#define CAROM_EXPORT __attribute__((visibility("default")))
#define CAROM_IMPORT CAROM_EXPORT
#else
#define CAROM_EXPORT
#define CAROM_IMPORT
#endif

#if defined(CAROM_BUILDING)
#define CAROM_API CAROM_EXPORT
#else
#define CAROM_API CAROM_IMPORT
#endif

CAROM_BEGIN

// ---- Version -------------------------------------------------------------------------------------------------------

// Semantic version of these headers. Before 1.0 a new minor number may change the ABI, and the soname contains it: 0.3.
#define CAROM_VERSION_MAJOR 0
#define CAROM_VERSION_MINOR 3
#define CAROM_VERSION_PATCH 0
#define CAROM_VERSION       "0.3.0"

// Programs and libraries with the same CAROM_ABI are binary compatible. While it stays the same, no struct of these
// headers changes its size or its members. Enumerations only grow at the end, and no number gets another meaning.
#define CAROM_ABI (1000 * CAROM_VERSION_MAJOR + CAROM_VERSION_MINOR)

// Returns the version of the running library, such as "0.3.0".
CAROM_API const char *carom_version(void);

// Returns the CAROM_ABI of the running library.
CAROM_API int carom_abi(void);

// ---- Types that other headers complete -----------------------------------------------------------------------------

// These types have their typedef here. The header named in each line defines the struct, without a typedef.
typedef struct carom_law carom_law;                 // law.h: how an impact is solved
typedef struct carom_module carom_module;           // law.h: a library of laws
typedef struct carom_coefficient carom_coefficient; // law.h: name, unit, range and default of a coefficient of a law
typedef struct carom_system carom_system;           // systems.h: several contacts
typedef struct carom_jacobian carom_jacobian;       // derivatives.h: derivatives of one impact

// One element of a list of modules. The list ends with NULL. A function that takes a list also accepts NULL, which
// means the core alone.
//   static carom_modules modules[] = {&carom_module_core, &carom_module_compliant, NULL};
//   const carom_law *law = carom_law_find(modules, "stronge", CAROM_ONE_CONTACT);
typedef const carom_module *const carom_modules;

// ---- Status --------------------------------------------------------------------------------------------------------

// The status that every function returns if it can fail, in all libraries. The range of its number determines its class
// (carom_status_class). New statuses are appended to their range, and no number changes.
typedef enum carom_status {
    // 0 to 15: the result is filled and valid.
    CAROM_OK = 0,           // solved
    CAROM_NO_IMPACT = 1,    // v[0] > 0: the bodies separate, so P = 0
    CAROM_NOT_UNIQUE = 2,   // several results satisfy the law; the first is returned, solution_count is their number
    CAROM_TRUNCATED = 3,    // a limit ended the computation early. The results so far are valid; raise the limit to get
                            // more
    CAROM_PATH_FULL = 4,    // solved, but the path has more points than its capacity; `count` is their number
    CAROM_STOPPED = 5,      // the caller stopped the computation; the results so far are kept
    CAROM_UNSETTLED = 6,    // the weights of a fit keep changing with its estimate, which is therefore less accurate
    CAROM_ALREADY_DONE = 7, // the results are already complete; nothing was left to do

    // 16 to 31: the input is valid, but there is no result.
    CAROM_NO_SOLUTION = 16,    // the law has no finite result here
    CAROM_NOT_APPLICABLE = 17, // the law is not defined for this W and v; its page in docs/laws states its assumptions
    CAROM_NO_PATH = 18,        // the law has no path in impulse space, because it computes the impulse in one step
    CAROM_NO_DERIVATIVE = 19,  // the result is valid, but this law has no derivatives here; docs/derivatives.md lists
                               // the laws that have them. No law has them with respect to a coefficient that depends on
                               // speed
    CAROM_NO_HISTORY = 20,     // the law has no history in time; contact models have one

    // 32 to 127: the input is rejected; correct it.
    CAROM_NULL_POINTER = 32,        // a required pointer is NULL: a law, a contact, coefficients or an output
    CAROM_BAD_STRUCT = 33,          // the struct was not filled by this library's default function, or its program was
                                    // compiled with the headers of another version
    CAROM_BAD_DIM = 34,             // dim must be 2 (2D) or 3 (3D)
    CAROM_WRONG_DIM = 35,           // the law does not work in this dimension
    CAROM_WRONG_PROBLEM = 36,       // the law does not solve problems of this kind
    CAROM_WRONG_PARAMS = 37,        // these coefficients were made for another law
    CAROM_NOT_FINITE = 38,          // a number that must be finite is NaN or infinite
    CAROM_NOT_SYMMETRIC = 39,       // W[i][j] and W[j][i] differ by more than 1e-6 sqrt(W[i][i] W[j][j])
    CAROM_NOT_PSD = 40,             // W is not positive semi-definite: a diagonal entry is negative (negative mass), or
                                    // an off-diagonal one is too large
    CAROM_COEFFICIENT_MISSING = 41, // the law needs a coefficient that was not given
    CAROM_COEFFICIENT_RANGE = 42,   // a coefficient lies outside its range
    CAROM_COEFFICIENT_UNKNOWN = 43, // no coefficient has this name
    CAROM_COEFFICIENT_UNUSED = 44,  // this law does not read this coefficient; omit it or choose another law
    CAROM_BAD_VALUE = 45,           // a value has the wrong shape or lies outside its range
    CAROM_BAD_COUNT = 46,           // the number of contacts is below 1 or above the limit of this law or solver
    CAROM_BAD_INDEX = 47,           // the striking contact is not one of the contacts
    CAROM_BAD_SIZE = 48,            // a mechanism needs at least 1 speed, link and contact, and at least 0 constraints
    CAROM_SMALL_MEMORY = 49,        // the memory given is too small for this problem
    CAROM_UNKNOWN_LAW = 50,         // no law has this name
    CAROM_MODULE_MISSING = 51,      // this needs a module that this build does not have
    CAROM_OTHER_APPROACHES = 52,    // a second contact approaches, but this law lets only one contact strike
    CAROM_STILL_APPROACHES = 53,    // v[0] < 0, which is impossible after an impact; give the velocities after the
                                    // impact, with the normal from B to A
    CAROM_BAD_MASS = 54,            // masses and moments of inertia must be positive, and an inertia tensor symmetric
                                    // positive definite. Infinity is accepted for a body that cannot move or rotate
    CAROM_BAD_FRAME = 55,           // the normal must not be zero, tangents must be perpendicular to it, and an
                                    // orientation must be a rotation (right-handed, orthonormal)
    CAROM_BAD_CHAIN = 56,           // the parent of a link must be the base or an earlier link, and its length must not
                                    // be negative. A contact or point mass must name a link of the chain
    CAROM_BAD_MASS_MATRIX = 57,     // M must be symmetric and positive definite; a speed without inertia,
                                    // or a redundant one, makes it singular
    CAROM_CONSTRAINT_VIOLATED = 58, // the speeds violate a bilateral constraint: J u must be 0 before the impact
    CAROM_PROBE_FAILED = 59,        // the force probe failed, so W is unknown
    CAROM_BAD_FILE = 60,            // the file has the wrong format, or its parts do not fit together
    CAROM_UNKNOWN_KEY = 61,         // the file has a key that carom does not read
    CAROM_FILE_EXISTS = 62,         // the file exists and is not overwritten; choose a new name
    CAROM_WRONG_FILE = 63,          // the file holds the results of another study, is damaged, or is in use
    CAROM_TOO_FEW_DATA = 64,        // a fit needs more measured numbers than coefficients; measure more impacts, or fix
                                    // coefficients
    CAROM_BAD_MODEL = 65,           // the model of a fit has no coefficients, or more than a fit takes
    CAROM_BAD_FIGURE = 66,          // a size, style, kind or range of the figure has no valid value (draw.h)
    CAROM_MISSING_KEY = 67,         // the file lacks a key that carom needs
    CAROM_STARTS_INSIDE = 68,       // the body starts inside a plane
    CAROM_BAD_SHAPE = 69,           // the body needs corners or positive semi-axes

    // 128 to 159: the arithmetic failed, and nothing is returned as a result.
    CAROM_OVERFLOW = 128,      // the numbers leave the range of double precision
    CAROM_NOT_CONVERGED = 129, // the iteration stopped before its residual was small enough

    // 160 to 191: memory or a file failed.
    CAROM_NO_MEMORY = 160,   // the system has no memory left
    CAROM_CANNOT_READ = 161, // the file is missing or cannot be read
    CAROM_CANNOT_WRITE = 162 // the file cannot be written there
} carom_status;

// The class of a status, given by the range of its number.
typedef enum carom_status_class {
    CAROM_CLASS_OK = 0,         // 0 to 15: the result is filled and valid
    CAROM_CLASS_NO_ANSWER = 1,  // 16 to 31 and 224 to 255: the input is valid, but there is no result
    CAROM_CLASS_BAD_INPUT = 2,  // 32 to 127: the input is rejected; correct it
    CAROM_CLASS_NUMERICAL = 3,  // 128 to 159: the arithmetic failed
    CAROM_CLASS_ENVIRONMENT = 4 // 160 to 191: memory or a file failed
} carom_status_class;

// Numbers of statuses fit in a byte and have gaps. Those from 224 to 255 are free for laws that users write.
#define CAROM_STATUS_USER 224 // first number for a user's law
#define CAROM_STATUS_END  256 // one past the last number

// Returns the name of a status, such as "no-solution", or "user-224" for number 224 of a user's law. Returns
// "unknown-status" if no status has this number.
CAROM_API const char *carom_status_name(carom_status status);

// Returns one sentence that explains a status.
CAROM_API const char *carom_status_message(carom_status status);

// Returns the class of a status, by the range of its number.
CAROM_API carom_status_class carom_status_classify(carom_status status);

// ---- Names of enumerators ------------------------------------------------------------------------------------------

// The enumerations that carom_enum_name accepts. If the enumerators are bits, `value` is one of them.
//   puts(carom_enum_name(CAROM_ENUM_MODE, CAROM_MODE_SLIDING));    // sliding
//   puts(carom_enum_meaning(CAROM_ENUM_MODE, CAROM_MODE_SLIDING)); // slips to the end
//   for (int bit = 1; carom_enum_name(CAROM_ENUM_VIOLATION, bit); bit *= 2)
//       if (result.violations & (unsigned)bit) puts(carom_enum_name(CAROM_ENUM_VIOLATION, bit));
typedef enum carom_enum {
    CAROM_ENUM_STATUS = 0,          // carom_status
    CAROM_ENUM_MODE = 1,            // carom_mode
    CAROM_ENUM_EVENT = 2,           // carom_event
    CAROM_ENUM_VIOLATION = 3,       // carom_violation, bits of carom_result.violations
    CAROM_ENUM_GUARANTEE = 4,       // carom_guarantee, bits
    CAROM_ENUM_CONTACT_STATE = 5,   // carom_contact_state
    CAROM_ENUM_SMOOTHNESS = 6,      // carom_smoothness (derivatives.h)
    CAROM_ENUM_INVARIANT = 7,       // carom_invariant_kind (geometry.h)
    CAROM_ENUM_SOLVER = 8,          // carom_solver (systems.h)
    CAROM_ENUM_STAGE_EVENT = 9,     // carom_stage_event, bits of the events of a stage (systems.h)
    CAROM_ENUM_APPROACH = 10,       // carom_approach (explain.h)
    CAROM_ENUM_AGREEMENT = 11,      // carom_agreement, bits of carom_restitution_comparison.because (explain.h)
    CAROM_ENUM_FORCE_CASE = 12,     // carom_force_case (explain.h)
    CAROM_ENUM_FORCE_MODE = 13,     // carom_force_mode (explain.h)
    CAROM_ENUM_CONVERT_REASON = 14, // carom_convert_reason (explain.h)
    CAROM_ENUM_COMBINE_RULE = 15,   // carom_combine_rule (explain.h)
    CAROM_ENUM_MOTION_KIND = 16,    // carom_motion_kind (motion.h)
    CAROM_ENUM_MOTION_STOP = 17,    // carom_motion_stop (motion.h)
    CAROM_ENUM_MOTION_RULE = 18,    // carom_motion_rule (motion.h)
    CAROM_ENUM_MOTION_PERSIST = 19, // carom_motion_persist (motion.h)
    CAROM_ENUM_MOTION_PART = 20,    // carom_motion_part (motion.h)
    CAROM_ENUM_REASON = 21,         // carom_reason
    CAROM_ENUM_HINT = 22            // carom_hint
} carom_enum;

// Returns the name of an enumerator or of one bit; NULL if there is none.
CAROM_API const char *carom_enum_name(carom_enum kind, int value);

// Returns the meaning of an enumerator or of one bit in a few words; NULL if there is none.
CAROM_API const char *carom_enum_meaning(carom_enum kind, int value);

// Returns the value with this name; -1 if there is none.
CAROM_API int carom_enum_find(carom_enum kind, const char *name);

// ---- Contact -------------------------------------------------------------------------------------------------------

// One contact between bodies A and B. bodies.h computes it from masses, positions and velocities.
typedef struct carom_contact {
    int dim;        // 2 or 3: number of components
    double W[3][3]; // inverse local mass matrix (Delassus matrix), 1/kg, symmetric positive semi-definite
    double v[3];    // velocity of A relative to B at the contact before the impact, m/s; v[0] < 0 approaches
} carom_contact;

// Rejects a contact with a wrong dimension, with NaN or infinity, or with a W that is not symmetric positive
// semi-definite. Returns CAROM_OK if the contact is valid. W may come from single precision: W_ij and W_ji may differ
// by 1e-6 sqrt(W_ii W_jj); every function then uses their mean. The matrix of W_ij / sqrt(W_ii W_jj) may have an
// eigenvalue down to -1e-6. W then counts as singular, and every off-diagonal W_ij is divided by 1 plus the magnitude
// of that eigenvalue. If all entries are numbers of single precision, an eigenvalue up to 1e-6 counts as zero in the
// same way, because rounding decides its sign; if W_ij and W_ji differ, one up to 16 times that difference.
CAROM_API carom_status carom_contact_validate(const carom_contact *contact);

// ---- Coefficients that depend on speed -----------------------------------------------------------------------------

// carom evaluates such a coefficient once per impact: e at the normal speed |v_n| and mu at the slip speed |v_t|, both
// before the impact. The law then uses this number.
//   const double c = 0.2; // e = 1 - 0.2 |v_n|^(1/5); params.e is then not read
//   carom_params_set_speed_form(&params, carom_speed_form_find("fifth"), &c, 1);
//
// These are the forms of the core. The numbers of a form are c, in order, and v is the speed in m/s.
//   fifth         e   1 - c v^(1/5), not below 0: Hertz contact with a little viscosity, first order
//   viscoelastic  e   the same to order b^(5/2), for b = beta v^(1/5) <= 0.1; Kuwabara & Kono 1987
//   thornton      e   1 up to the speed of first yield, decreasing above it; Thornton 1997
//   quarter       e   e_0 up to v_0, e_0 (v/v_0)^(-1/4) above it: metals that yield
//   exp           mu  a + b exp(-c v); Alciatore, TP A-14
#define CAROM_SPEED_NUMBERS 3 // most numbers of a form

// Returns the coefficient at the speed v, m/s. `c` holds the numbers of the form. Returns NaN if the formula does not
// hold at this speed.
typedef double carom_speed_value(const double *c, double v);

// One form of dependence on speed. A program may define its own.
typedef struct carom_speed_form {
    const char *name;        // "fifth", "exp"
    const char *coefficient; // the coefficient it replaces: "e" (also named e_n or r_n by some laws) or "mu"
    int breaks;              // index of the number that is a speed at which the form has a kink; -1: none
    int count;               // how many numbers the form has, 1 to 3
    const char *parameter[CAROM_SPEED_NUMBERS]; // the names of its numbers, such as "mu_a"
    double lowest[CAROM_SPEED_NUMBERS];         // lower end of the accepted range of each number
    double highest[CAROM_SPEED_NUMBERS];        // upper end of this range
    double usual[CAROM_SPEED_NUMBERS];          // a typical value of each number
    carom_speed_value *value;                   // evaluates the form
} carom_speed_form;

// A form with its numbers.
typedef struct carom_speed_function {
    const carom_speed_form *form;  // kept by reference; NULL: the coefficient does not depend on speed
    double c[CAROM_SPEED_NUMBERS]; // the numbers of the form
} carom_speed_function;

// Returns the form with this index, from 0; NULL past the last.
CAROM_API const carom_speed_form *carom_speed_form_at(int index);

// Returns the form with this name; NULL if there is none.
CAROM_API const carom_speed_form *carom_speed_form_find(const char *name);

// ---- Coefficients of one impact ------------------------------------------------------------------------------------

// The restitution hypothesis: which ratio is called e, in laws that follow the impact along its normal impulse. If the
// path in impulse space is straight, all hypotheses give v_n' = -e v_n.
typedef enum carom_restitution {
    CAROM_NEWTON = 0,   // e = -v_n' / v_n
    CAROM_POISSON = 1,  // e = restitution impulse / compression impulse
    CAROM_ENERGETIC = 2 // e^2 = work released / work absorbed (Stronge)
} carom_restitution;

// The bound on friction in 3D, for laws that apply Coulomb's law to the whole impulse. It is the friction cone, or the
// friction model of a physics engine. In 2D all are the same.
typedef enum carom_friction {
    CAROM_FRICTION_CONE = 0,         // Coulomb's cone, against the slip
    CAROM_FRICTION_DISC = 1,         // the impulse that stops the slip along t1 and along t2, each as if alone,
                                     // shortened to the cone
    CAROM_FRICTION_BOX = 2,          // at most mu P_n along each of the axes t1, t2
    CAROM_FRICTION_SLIP_BOX = 3,     // at most mu P_n along and across the slip before the impact
    CAROM_FRICTION_ONE_DIRECTION = 4 // only along the slip before the impact
} carom_friction;

// The default of mu_static: it equals mu.
#define CAROM_SAME_AS_MU (-1.0)

// Every coefficient has a number. Numbers 0 to 31 are members of carom_params that any law may read. Numbers 32 to 63
// are places of carom_params.own; they belong to the law that reads them and mean something else in another law.
#define CAROM_PARAM_OWN 32 // first number of a law's own coefficients
#define CAROM_PARAM_END 64 // one past the largest number
#define CAROM_MAX_OWN   32 // places in carom_params.own

// Numbers of the coefficients that are members of carom_params. A law's own coefficient is (carom_param)(32 + place).
typedef enum carom_param {
    CAROM_PARAM_restitution = 0, // restitution hypothesis
    CAROM_PARAM_e = 1,           // normal restitution
    CAROM_PARAM_mu = 2,          // friction while slipping
    CAROM_PARAM_mu_static = 3,   // static friction, which holds a contact that has stopped slipping
    CAROM_PARAM_e_t = 4,         // tangential restitution
    CAROM_PARAM_nu = 5,          // pfeiffer-glocker
    CAROM_PARAM_s1 = 6,          // chatterjee
    CAROM_PARAM_s2 = 7,          // chatterjee
    CAROM_PARAM_direction = 8,   // ivanov
    CAROM_PARAM_eta = 9,         // ivanov
    CAROM_PARAM_rest_speed = 10, // approach speed without restitution
    CAROM_PARAM_friction = 11,   // the bound on friction in 3D
    CAROM_PARAM_LAST = 63,       // the largest possible number
    CAROM_PARAM_NONE = -1        // no coefficient
} carom_param;

// Numbers of the own coefficients of laws in the core. The module compliant uses 32 to 52 and 58 to 62 (compliant.h).
enum carom_core_param {
    CAROM_PARAM_ratio = 53,  // impulse-ratio: P_t / P_n, or a share of the critical ratio; a pair
    CAROM_PARAM_ratio2 = 54, // impulse-ratio: the place of the second number of `ratio`; not a coefficient itself
    CAROM_PARAM_of = 55,     // impulse-ratio: the meaning of `ratio`, a carom_ratio_kind
    CAROM_PARAM_f = 56,      // accessible: share of the friction that cone and energy allow, [-1, 1]
    CAROM_PARAM_phi = 57     // accessible, 3D: angle of friction from the direction against the slip, rad
};

// Values of the coefficient `of` of impulse-ratio, which determines the meaning of `ratio`.
typedef enum carom_ratio_kind {
    CAROM_RATIO_NUMBER = 0,  // P_t / P_n itself
    CAROM_RATIO_CRITICAL = 1 // a share of the ratio that stops the slip; 1 is all of it
} carom_ratio_kind;

// The bit of a coefficient in a set: CAROM_PARAM_BIT(mu).
#define CAROM_PARAM_BIT(field) (UINT64_C(1) << CAROM_PARAM_##field)

// The place of a law's own coefficient in carom_params.own: params.own[CAROM_OWN(phi)] = 0.5;
#define CAROM_OWN(field) (CAROM_PARAM_##field - CAROM_PARAM_OWN)

// The value of a place of `own` that was not given; the law then uses its default. It is the lowest finite double.
#define CAROM_LEFT_OUT (-1.7976931348623157e308)

// The default of a coefficient that has none: NaN. A law that reads such a coefficient returns
// CAROM_COEFFICIENT_MISSING if it was not given or is NaN. There are two exceptions. A carom_speed_form may replace e
// or mu, and the stiffness of a tangential spring is not needed if mu is 0.
#define CAROM_REQUIRED ((double)NAN)

// The coefficients of one impact. Start from carom_params_default() and set the coefficients that your law needs. A law
// reads only its own coefficients and ignores the others.
typedef struct carom_params {
    uint64_t mark;                    // written by carom_params_default(): the layout of this struct; do not change it
    carom_restitution restitution;    // restitution hypothesis, for laws that follow the impulse; CAROM_POISSON by
                                      // default
    carom_friction friction;          // bound on friction in 3D (whittaker, deferred); CAROM_FRICTION_CONE by default
    double e;                         // normal restitution, [0, 1], required; some laws name it e_n or r_n
    double mu;                        // Coulomb friction while slipping, [0, inf], required
    double mu_static;                 // static friction, which holds a contact that has stopped slipping, >= mu;
                                      // CAROM_SAME_AS_MU by default
    double e_t;                       // tangential restitution, [-1, 1], 0 by default; Chatterjee's laws name it r_t
    double nu;                        // pfeiffer-glocker: share of the friction bound that stores impulse, [0, 1]; 0 by
                                      // default
    double s1, s2;                    // chatterjee: weights of laws I and II, [0, 1], s1 + s2 <= 1, required; the rest
                                      // of 1 is the weight of law III
    double direction[3];              // ivanov: direction d of the impulse, any length, with d.v < 0. All zeros select
                                      // the normal
    double eta;                       // ivanov: 1 conserves energy along d, 0 loses the most, -1 gives P = 0; [-1, 1],
                                      // required
    double rest_speed;                // approaches slower than this have no normal restitution, m/s, >= 0; 0, the
                                      // default, switches this off
    carom_speed_function e_of_speed;  // normal restitution as a function of |v_n|; form == NULL, the default: e is used
    carom_speed_function mu_of_speed; // mu as a function of |v_t|; form == NULL, the default: mu is used
    double own[CAROM_MAX_OWN];        // own coefficients of a law, each at its number minus 32; CAROM_LEFT_OUT by
                                      // default
    const void *list;                 // array of a list coefficient, of the type that the law documents; NULL by
                                      // default. It is kept by reference and must live until the call returns
    size_t list_count;                // elements of `list`; 0 by default
    uint64_t allow;                   // CAROM_PARAM_BIT set of coefficients that may take any finite value; a choice
                                      // must still be one of its names
} carom_params;

// Returns a number that identifies the layout of carom_params: its version, its size and the offsets of its members.
static inline uint64_t carom_params_layout(void) {
    uint64_t mark = (uint64_t)CAROM_ABI * 1000003u + sizeof(carom_params);
    mark = mark * 31u + 0 + offsetof(carom_params, restitution);
    mark = mark * 31u + 1 + offsetof(carom_params, e);
    mark = mark * 31u + 2 + offsetof(carom_params, mu);
    mark = mark * 31u + 3 + offsetof(carom_params, mu_static);
    mark = mark * 31u + 4 + offsetof(carom_params, e_t);
    mark = mark * 31u + 5 + offsetof(carom_params, nu);
    mark = mark * 31u + 6 + offsetof(carom_params, s1);
    mark = mark * 31u + 7 + offsetof(carom_params, s2);
    mark = mark * 31u + 8 + offsetof(carom_params, direction);
    mark = mark * 31u + 9 + offsetof(carom_params, eta);
    mark = mark * 31u + 10 + offsetof(carom_params, rest_speed);
    mark = mark * 31u + 11 + offsetof(carom_params, friction);
    return mark * 31u + offsetof(carom_params, e_of_speed) + offsetof(carom_params, own) +
           offsetof(carom_params, list) + offsetof(carom_params, allow);
}

// Fills a set of coefficients with the defaults and marks it. Programs call carom_params_default() instead. If `size`
// or `layout` is not that of the running library, clears the set and returns CAROM_BAD_STRUCT. Every function then
// rejects the set with the same status.
CAROM_API carom_status carom_params_init(carom_params *params, size_t size, uint64_t layout);

// Returns a set of coefficients with the default values. It is compiled into your program, so that the library can
// check that both use the same layout.
static inline carom_params carom_params_default(void) {
    carom_params params;
    carom_params_init(&params, sizeof params, carom_params_layout());
    return params;
}

// Returns the description of a coefficient by its number or its name, from any law of a list of modules. NULL as the
// list means the core. For a member of carom_params the description contains the usual range. For any other coefficient
// the description is that of the first law that has it. Returns NULL if there is no such coefficient. The name may also
// be the one that a law gives to the member: "e_n" finds e. The members have consecutive numbers from 0. For the range
// in one law use carom_law_coefficient.
CAROM_API const carom_coefficient *carom_coefficient_at(carom_modules *modules, int number);
CAROM_API const carom_coefficient *carom_coefficient_find(carom_modules *modules, const char *name);

// Returns the name of this value of a choice; values count from 0. Returns NULL past the last value, and if the
// coefficient is not a choice.
CAROM_API const char *carom_choice_at(const carom_coefficient *param, int value);

// Returns the value of a choice with this name; -1 if there is none.
CAROM_API int carom_choice_of(const carom_coefficient *param, const char *name);

// Sets a coefficient by its description, which may be a law's own. The kind of the coefficient (carom_param_kind in
// law.h) determines how many numbers it takes. A VECTOR takes 2 or 3 numbers, a TANGENT or a PAIR 1 or 2, an EACH 1 to
// 3, and all other kinds one. Returns CAROM_BAD_VALUE for another count, for a value that is not a choice, for
// CAROM_LEFT_OUT, and for a list, which is set in the struct.
CAROM_API carom_status carom_params_set(carom_params *params, const carom_coefficient *param, const double *values,
                                        size_t count);

// Reads a coefficient by its description and returns how many numbers it has: 1 to 3, or 0 for a list. If a law's own
// coefficient was not given, its default is read.
CAROM_API size_t carom_params_get(const carom_params *params, const carom_coefficient *param, double values[3]);

// Sets a coefficient of this law by its name or alias, for programs that read names. A choice takes its index
// (carom_choice_of). Returns CAROM_COEFFICIENT_UNUSED if this law does not read it, CAROM_COEFFICIENT_UNKNOWN if no
// law of the core has a coefficient with this name either.
CAROM_API carom_status carom_params_set_by_name(const carom_law *law, carom_params *params, const char *name,
                                                const double *values, size_t count);

// Makes e or mu, whichever the form replaces, depend on speed by this form. `c` holds the `count` numbers of the form;
// a count of 0 uses its typical values. The form is kept by reference. Returns CAROM_BAD_VALUE if the form takes
// another count. This function does not check the ranges of the numbers. A law returns CAROM_COEFFICIENT_RANGE, with an
// error that names e or mu, if the form does not hold for the numbers or the speed.
CAROM_API carom_status carom_params_set_speed_form(carom_params *params, const carom_speed_form *form, const double *c,
                                                   size_t count);

// Rejects coefficients that the law does not accept. `refused` (may be NULL) receives which coefficient is rejected.
// Returns CAROM_OK, CAROM_COEFFICIENT_MISSING, CAROM_COEFFICIENT_RANGE or another status of the class BAD_INPUT.
CAROM_API carom_status carom_params_validate(const carom_law *law, const carom_params *params, int dim,
                                             carom_param *refused);

// Computes the coefficients of this impact and writes them to `at`. Coefficients that depend on speed become numbers
// there. Normal restitution is 0 if the approach is slower than rest_speed, and all others are as in `params`. If a
// form does not hold at this speed, the number is NaN, which every law rejects.
CAROM_API carom_status carom_params_at_impact(const carom_law *law, const carom_contact *contact,
                                              const carom_params *params, carom_params *at);

// ---- Result --------------------------------------------------------------------------------------------------------

// The contact mode in which an impact ends. No number changes, and new modes are appended.
typedef enum carom_mode {
    CAROM_MODE_UNNAMED = 0,    // "unnamed": the law does not name its modes
    CAROM_MODE_NONE = 1,       // "none": v_n = 0, touching, no impulse
    CAROM_MODE_SEPARATING = 2, // "separating": v_n > 0, the bodies already separate, no impulse

    // Modes of routh, which follows Coulomb friction along the impulse: the phase in which the slip ends, and what
    // follows.
    CAROM_MODE_SLIDING = 3,    // "sliding": slips to the end
    CAROM_MODE_C_STICKING = 4, // "c-sticking": the slip ends in compression, then the contact sticks
    CAROM_MODE_C_REVERSED = 5, // "c-reversed": the slip ends in compression, then the contact slips again
    CAROM_MODE_R_STICKING = 6, // "r-sticking": the slip ends in restitution, then the contact sticks
    CAROM_MODE_R_REVERSED = 7, // "r-reversed": the slip ends in restitution, then the contact slips again

    // Algebraic laws: which condition determines the impulse.
    CAROM_MODE_STICKING = 8,         // "sticking": the tangential condition is met inside the friction cone
    CAROM_MODE_ENERGY = 9,           // "energy": the impulse ends where the energy is spent
    CAROM_MODE_RESTITUTION = 10,     // "restitution": normal restitution determines the length of the impulse
    CAROM_MODE_PROJECTED = 11,       // "projected": the impulse is raised so that the bodies do not penetrate
    CAROM_MODE_INSIDE = 12,          // "inside": the intended impulse lies in the friction cone
    CAROM_MODE_FRICTION = 13,        // "friction": the intended impulse leaves the cone and is moved back to it
    CAROM_MODE_SCALED_INSIDE = 14,   // "scaled-inside": the intended velocity is scaled to the available energy; its
                                     // impulse lies in the cone
    CAROM_MODE_SCALED_FRICTION = 15, // "scaled-friction": the same, with the impulse moved back to the cone

    // Complementarity laws.
    CAROM_MODE_STICK = 16,             // "stick": the friction cone permits the final slip that the law requires
    CAROM_MODE_FORWARD_SLIP = 17,      // "forward-slip": slips with P_t = -mu P_n
    CAROM_MODE_BACKWARD_SLIP = 18,     // "backward-slip": slips with P_t = +mu P_n
    CAROM_MODE_STICKING_STICKING = 19, // "sticking/sticking": sticks in compression, sticks in expansion
    CAROM_MODE_STICKING_SLIDING = 20,  // "sticking/sliding": sticks in compression, slides in expansion
    CAROM_MODE_SLIDING_STICKING = 21,  // "sliding/sticking": slides in compression, sticks in expansion
    CAROM_MODE_SLIDING_SLIDING = 22,   // "sliding/sliding": slides in compression, slides in expansion

    // One contact among several.
    CAROM_MODE_OPEN = 23,            // "open": no impulse
    CAROM_MODE_SLIP_PLUS = 24,       // "slip+": slips with v_t > 0, so P_t = -mu P_n
    CAROM_MODE_SLIP_MINUS = 25,      // "slip-": slips with v_t < 0, so P_t = +mu P_n
    CAROM_MODE_FREE = 26,            // "free": v_n > 0, separated, takes no part
    CAROM_MODE_REBOUND = 27,         // "rebound": separates without an impulse
    CAROM_MODE_REBOUND_IMPULSE = 28, // "rebound-impulse": separates after an impulse
    CAROM_MODE_IDLE = 29,            // "idle": stays at v_n = 0 without an impulse
    CAROM_MODE_RATIO = 30,           // "ratio": P_t = r P_n with the ratio r for which dE = 0

    // A result chosen among all possible ones, and Brach's impulse ratio.
    CAROM_MODE_REVERSED = 31, // "reversed": the slip is reversed at the end
    CAROM_MODE_HIGHEST = 32   // "highest": the impulse with the largest v_n' that friction and energy allow
} carom_mode;

// Returns the name of a mode, such as "c-sticking", or "unnamed" if the law does not name its modes. Returns NULL for a
// number that is not a mode. carom_enum_meaning explains it.
CAROM_API const char *carom_mode_name(carom_mode mode);

// Which physical conditions a result violates, as bits. They are computed from W, v, P and mu alone, never by the law.
typedef enum carom_violation {
    CAROM_VIOLATION_ENERGY = 1,       // dE > 0: the impact gains energy
    CAROM_VIOLATION_CONE = 2,         // |P_t| > mu P_n: more friction than Coulomb's law allows
    CAROM_VIOLATION_PULL = 4,         // P_n < 0: the contact pulls
    CAROM_VIOLATION_PENETRATION = 8,  // v_n' < 0: the bodies still approach after the impact
    CAROM_VIOLATION_NO_SOLUTION = 16, // the law has no result here
    CAROM_VIOLATION_NOT_UNIQUE = 32,  // other results satisfy the same law; solution_count is their total number
    CAROM_VIOLATION_LOSS = 64         // W is singular and P is far too large. More energy is lost than there was, or
                                      // rounding changes a velocity that no impulse can change
} carom_violation;

// Which optional members of a result are filled, as bits.
typedef enum carom_result_has {
    CAROM_HAS_COMPRESSION = 1, // Pc is the impulse at the (last) maximum compression
    CAROM_HAS_WORK = 2         // the path is known, so work_normal and work_friction split dE
} carom_result_has;

// The result of one impact.
typedef struct carom_result {
    carom_status status;     // the status that carom_collide returned
    carom_mode mode;         // contact mode in which the impact ends
    unsigned violations;     // CAROM_VIOLATION_* bits; 0: the result is admissible
    unsigned has;            // CAROM_HAS_* bits: which optional members are filled
    double P[3];             // impulse on A, N s; -P acts on B
    double v[3];             // relative velocity after the impact, m/s
    double dE;               // change of kinetic energy, J. It is > 0 only with CAROM_VIOLATION_ENERGY, and 0 below
                             // 1e-308 J
    double work_normal;      // part of dE done by the normal impulse, J, if CAROM_HAS_WORK
    double work_friction;    // part of dE done by friction, J, if CAROM_HAS_WORK
    double Pc[3];            // impulse at maximum compression, N s, if CAROM_HAS_COMPRESSION
    int solution_count;      // how many results satisfy the law here; 0: the law does not count them
    int evaluations;         // steps of an iterative law; 0 for a closed form
    double residual;         // relative residual of the law's equations; 0 for a closed form
    carom_param coefficient; // the coefficient that was rejected; CAROM_PARAM_NONE if none was
} carom_result;

// The judgement of carom_check: the conditions that an impulse violates, and by how much.
typedef struct carom_verdict {
    unsigned violations;   // CAROM_VIOLATION_* bits; 0: the impulse is admissible
    double v[3];           // relative velocity after the impact, v + W P, m/s
    double dE;             // change of kinetic energy, P.(v + v')/2, J
    double energy_slack;   // dE / scale, without unit; > 0: gains energy
    double cone_slack;     // (|P_t| - mu P_n) / scale, without unit; > 0: leaves the cone
    double pull_slack;     // -P_n / scale, without unit; > 0: pulls
    double approach_slack; // -v_n' / scale, without unit; > 0: still approaches
} carom_verdict;

// Checks an impulse from any source, using these four arguments alone. mu = infinity switches the cone off.
//
// A slack is a quantity that must not be positive, divided by the sum of the magnitudes of its terms; for the cone, by
// P_n + |P_t|. It counts as a violation if it exceeds its possible rounding error, which is 16 units of 2^-53 in 2D and
// 18 in 3D. The judgement therefore holds for any units of mass and speed, and it detects a gain of energy however
// nearly singular W is.
//
// carom_collide judges the impulse of a law in the same way, but allows for the accuracy of the law. For a closed form,
// v_n' and the cone may be off by 1e-12 of the speeds and impulses, but the energy has no such margin. Any other law
// states the accuracy of its P (carom_contact_vtable.accuracy). Then dE may be off by that fraction of the sum of |P_i
// v'_i|, and the other quantities by that fraction of their terms.
//
// With a regular W an impact cannot lose more energy than there is: dE + v.W^-1 v/2 = v'.W^-1 v'/2. If W is singular
// (to 1e-14 of its diagonal), CAROM_VIOLATION_LOSS means that one of these conditions fails.
//   dE >= P_z.v_z - v_r.W^+ v_r/2   z, r: parts in the null space and in the range of W. Friction may do the work
//                                   P_z.v_z against a motion that nothing stops, but the rest of the energy is finite
//   v'_z = v_z                      to 1 % of the speeds, within the rounding of v'. An impulse above about
//                                   1e13 |v|/|W| leaves no correct digits of v'
CAROM_API carom_status carom_check(const carom_contact *contact, double mu, const double P[3], carom_verdict *verdict);

// ---- Path in impulse space -----------------------------------------------------------------------------------------

// The event at a point of a path. No number changes, and new events are appended.
typedef enum carom_event {
    CAROM_EVENT_START = 0,               // "start": the contact begins
    CAROM_EVENT_SLIP_STICKS = 1,         // "slip-sticks": the slip ends and friction holds it
    CAROM_EVENT_SLIP_REVERSES = 2,       // "slip-reverses": the slip ends, friction cannot hold it, and it
                                         // slips in another direction
    CAROM_EVENT_COMPRESSION_ENDS = 3,    // "compression-ends": v_n rises through zero, maximum compression
    CAROM_EVENT_COMPRESSION_RESUMES = 4, // "compression-resumes": v_n falls through zero again before the end
    CAROM_EVENT_PASSES = 5,              // "passes": a point on a curved piece, without an event
    CAROM_EVENT_END = 6                  // "end": the impact is over
} carom_event;

// One point of a path.
typedef struct carom_path_point {
    carom_event event;  // the event at this point
    double P[3];        // impulse so far, N s
    double v[3];        // relative velocity, m/s
    double dE;          // change of kinetic energy so far, J
    double work_normal; // part of dE done by the normal impulse, J
} carom_path_point;

// The path of an impact in impulse space, in memory of the caller.
typedef struct carom_path {
    carom_path_point *points; // the caller's array of `capacity` points
    size_t capacity;          // elements of `points`
    size_t count;             // points of the path; larger than capacity after CAROM_PATH_FULL
} carom_path;

// ---- History in time -----------------------------------------------------------------------------------------------

// State of the contact point.
typedef enum carom_contact_state {
    CAROM_CONTACT_OPEN = 0,  // "open": no contact
    CAROM_CONTACT_STICK = 1, // "stick": it stays in place
    CAROM_CONTACT_SLIP = 2,  // "slip": it slips, the force lies on the friction cone
    CAROM_CONTACT_FREE = 3,  // "free": there is no friction
    CAROM_CONTACT_DWELL = 4  // "dwell": it sticks, and the spring of bilinear-spring, type 2, neither loads nor unloads
} carom_contact_state;

// One instant of an impact.
typedef struct carom_history_point {
    double t;                  // time since first touch, s
    carom_contact_state state; // state from this instant on
    double overlap;            // how far the undeformed surfaces of the bodies overlap, m
    double force[3];           // contact force on A, N
    double stretch[2];         // stretch of the tangential spring, m
    double slip[2];            // velocity of the contact point over the surface, m/s
    double P[3];               // impulse so far, N s
    double v[3];               // relative velocity, m/s
    double work_normal;        // work of the normal force so far, J
} carom_history_point;

// Numbers of the whole impact.
typedef struct carom_history_summary {
    double duration;         // time from first touch to last release, s
    double peak_force;       // largest normal force, N
    double compression;      // largest overlap, m
    double compression_time; // when the overlap first stops growing, s
    double dent;             // overlap left at the end, m
    double vibration_before; // energy in the vibration modes at first touch, J
    double vibration;        // energy left in the vibration modes at the end, J
    double margin;           // eigen-spring: the next instant is unique while this is > 0; NaN for all other laws
    int micro_impacts;       // how many times the bodies touched
    int switches;            // changes between sticking, slipping, loading and unloading
} carom_history_summary;

#define CAROM_MAX_WORK 1000000000 // largest carom_history.work_limit

// The history of an impact in time, in memory of the caller. Contact models fill it, and so can your own law.
//   carom_history_point points[1000];
//   carom_history history = {.points = points, .capacity = 1000};
//   carom_record(&carom_law_stronge, &contact, &params, &history, &result); // history.count, history.summary.duration
typedef struct carom_history {
    carom_history_point *points;   // the caller's array of `capacity` points; NULL: only the summary is wanted
    size_t capacity;               // elements of `points`; 0 if it is NULL
    size_t count;                  // points of the impact; those beyond the capacity are not stored
    size_t work_limit;             // bound on the work of a law that integrates, <= CAROM_MAX_WORK; 0: its usual bound
    carom_history_summary summary; // summary of the whole impact
} carom_history;

// ---- Laws ----------------------------------------------------------------------------------------------------------

// Kinds of problems, as bits. carom_law.solves contains the kinds that a law solves; carom_law_at and carom_law_find
// select laws by them.
typedef enum carom_problem_kind {
    CAROM_2D = 1,        // one contact in 2D
    CAROM_3D = 2,        // one contact in 3D
    CAROM_SYSTEM_2D = 4, // several contacts at once in 2D
    CAROM_SYSTEM_3D = 8  // several contacts at once in 3D
} carom_problem_kind;
#define CAROM_ONE_CONTACT 3u  // CAROM_2D | CAROM_3D
#define CAROM_SYSTEMS     12u // CAROM_SYSTEM_2D | CAROM_SYSTEM_3D

// Returns the bit of systems with `dim` components per contact; 0 unless dim is 2 or 3.
static inline unsigned carom_system_bit(int dim) {
    return dim == 2 ? (unsigned)CAROM_SYSTEM_2D : dim == 3 ? (unsigned)CAROM_SYSTEM_3D : 0u;
}

// Guarantees of a law for positive definite W and v_n < 0, as bits. tests/whole/conform verifies it for every law.
typedef enum carom_guarantee {
    CAROM_GUARANTEE_DISSIPATIVE = 1,    // dE <= 0
    CAROM_GUARANTEE_COULOMB = 2,        // P_n >= 0 and |P_t| <= mu P_n (mu_static if the law reads it)
    CAROM_GUARANTEE_NONPENETRATING = 4, // v_n' >= 0
    CAROM_GUARANTEE_HOMOGENEOUS = 8,    // twice the speed gives twice the impulse, and so does twice the mass
    CAROM_GUARANTEE_CONTINUOUS = 16,    // a small change of v makes a small change of P
    CAROM_GUARANTEE_UNIQUE = 32         // there is exactly one result, never none and never several
} carom_guarantee;

// The laws of the core for one contact, in the order in which carom_law_at lists them. Their pages are in docs/laws.
extern CAROM_API const carom_law carom_law_frictionless;     // normal restitution without friction; Newton 1687
extern CAROM_API const carom_law carom_law_routh;            // Coulomb friction followed along the impulse; Routh 1860
extern CAROM_API const carom_law carom_law_whittaker;        // Coulomb friction of the whole impulse; Whittaker 1904
extern CAROM_API const carom_law carom_law_initial_slip;     // friction opposes the initial slip throughout, or sticks
extern CAROM_API const carom_law carom_law_brach;            // friction that stops the slip, limited by Coulomb and by
                                                             // energy; Brach 1991, 2D
extern CAROM_API const carom_law carom_law_smith;            // friction along a mean of initial and final slip; Smith
                                                             // 1991
extern CAROM_API const carom_law carom_law_chatterjee1;      // law I of Chatterjee 1997: direction from the mass ratio
extern CAROM_API const carom_law carom_law_chatterjee2;      // law II of Chatterjee & Ruina 1998: two coefficients
extern CAROM_API const carom_law carom_law_chatterjee3;      // law III of Chatterjee 1997: scaled final velocity
extern CAROM_API const carom_law carom_law_chatterjee;       // weighted mean of Chatterjee's laws I, II and III
extern CAROM_API const carom_law carom_law_bilinear;         // no coupling (W_nt = 0): one coefficient per direction
extern CAROM_API const carom_law carom_law_walton;           // the bilinear law of homogeneous spheres; Walton 1988
extern CAROM_API const carom_law carom_law_pfeiffer_glocker; // compression and expansion; Pfeiffer & Glocker 1996, 2D
extern CAROM_API const carom_law carom_law_glocker;          // Newton's restitution in both directions as a
                                                             // complementarity problem; Payr & Glocker 2005, 2D
extern CAROM_API const carom_law carom_law_ivanov;           // impulse along a given direction; Ivanov 1992
extern CAROM_API const carom_law carom_law_deferred;         // plastic impact, then rebound along the normal, as in
                                                             // Box2D v3
extern CAROM_API const carom_law carom_law_ccp;              // one convex problem; Anitescu 2006
extern CAROM_API const carom_law carom_law_impulse_ratio;    // the ratio P_t / P_n is given; Brach 1991
extern CAROM_API const carom_law carom_law_accessible;       // any result that friction and energy allow
extern CAROM_API const carom_law carom_law_sub_stepped;      // four sub-steps with warm starting, as in Rapier; 2D

// The module with the laws of the core, including those for several contacts only (systems.h).
extern CAROM_API const carom_module carom_module_core;

// Returns a law of a list of modules by its index, in the order of the list. Only laws that solve one of these problems
// (carom_problem_kind bits; 0: any) are counted. Returns NULL past the last, and for other bits.
//   const carom_law *law;
//   for (int i = 0; (law = carom_law_at(NULL, i, CAROM_ONE_CONTACT)); i++)
//       carom_collide(law, &contact, &params, &result);
CAROM_API const carom_law *carom_law_at(carom_modules *modules, int index, unsigned problems);

// Returns the first law with this name that solves any of these problems (0: any). If none does, returns the first law
// with this name, which then rejects the problem. Returns NULL if no law has this name.
CAROM_API const carom_law *carom_law_find(carom_modules *modules, const char *name, unsigned problems);

// Returns a coefficient of a law by its number, or by its name or alias; NULL if the law does not read it.
CAROM_API const carom_coefficient *carom_law_coefficient(const carom_law *law, int number);
CAROM_API const carom_coefficient *carom_law_find_coefficient(const carom_law *law, const char *name);

// Returns all guarantees (CAROM_GUARANTEE_* bits) of a law for one contact with this dimension and these coefficients.
CAROM_API unsigned carom_law_guarantees(const carom_law *law, int dim, const carom_params *params);

// ---- One impact ----------------------------------------------------------------------------------------------------

// Computes one impact. Fills every member of the result for every status; P and v are NaN if there is no result.
CAROM_API carom_status carom_collide(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                     carom_result *result);

// Computes the same impact with its path in impulse space. The path is followed piece by piece, so its end can differ
// from the closed form of carom_collide in the last bits. Returns CAROM_NO_PATH for a law without a path, and
// CAROM_PATH_FULL if the path needs more points than its capacity; call again with `count` points.
CAROM_API carom_status carom_trace(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                   carom_path *path, carom_result *result);

// Computes the same impact with its history in time, for contact models and all other laws with `record`. The contact
// is passed to the law without scaling. Returns CAROM_NO_HISTORY for a law without a history.
CAROM_API carom_status carom_record(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                    carom_history *history, carom_result *result);

// ---- All results of an impact --------------------------------------------------------------------------------------

#define CAROM_MAX_ALTERNATIVES 16 // most results that carom_collide_all lists

// One of the results that satisfy a law.
typedef struct carom_alternative {
    carom_result result; // judged as by carom_collide; solution_count is the number of results
    bool returned;       // carom_collide returns this one, by the rule of the law
    // True for the result that carom regards as stable. A single result is stable. If there are several, carom raises
    // friction in small steps from 0, where a law has one result, to mu and follows this result. The result that it
    // reaches is stable. A contact that does not approach is treated as the limit of a slow approach. If both a jam and
    // no impulse satisfy the law, the jam is stable. No result is stable if the followed one ceases to exist before mu
    // is reached, because the impact then jumps to another result.
    bool stable;
    // +1 or -1, the index of this result; the indices of all results sum to +1. The results are the zeros of a function
    // G(q) of the slip q, and the index is the sign of det dG/dq there. Results of index -1 lie between two others and
    // merge with one of them under small changes of the problem. carom_collide never returns one. The index is 0 if it
    // is not known. This happens if v_n = 0, if W is singular, if the law does not provide it, or if only mu_static >
    // mu holds the contact.
    int index;
} carom_alternative;

// Computes every result that satisfies the law. Some laws have more than one. These are whittaker and smith in 3D,
// whittaker with mu_static > mu, and both glocker and whittaker if friction jams a contact that does not approach.
// `list` must have CAROM_MAX_ALTERNATIVES elements and receives the smallest normal impulse first; *count receives
// their number. For a law that cannot list all its results (carom_contact_vtable.solve_all), the list has only the
// result of carom_collide. Returns the status of carom_collide. Without a result *count is 0, and the status gives the
// reason.
//   carom_alternative list[CAROM_MAX_ALTERNATIVES];
//   int count;
//   carom_collide_all(&carom_law_smith, &contact, &params, list, &count);
//   for (int i = 0; i < count; i++) printf("%g J\n", list[i].result.dE);
CAROM_API carom_status carom_collide_all(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                         carom_alternative *list, int *count);

// ---- Velocities before an impact -----------------------------------------------------------------------------------

#define CAROM_MAX_INVERSES 16 // most velocities that carom_collide_inverse lists; no law was seen to have more than 6

// One velocity before the impact in 2D, or one end of a family of them. If the slip ends during the impact, or e is 0,
// many velocities before the impact lead to the same velocity after it. An unbounded family is one entry with a
// direction.
typedef struct carom_inverse {
    double v[2];         // relative velocity before the impact, m/s
    double P[2];         // impulse that leads from v to the given velocity, N s
    carom_mode mode;     // contact mode of that impact
    unsigned violations; // CAROM_VIOLATION_* bits of that impact, as judged by carom_collide
    bool family;         // one end of a family; such entries come in pairs. For each direction between those of the two
                         // ends, one velocity leads to the given velocity
    bool unbounded;      // a family with only one end. For each direction between those of v and `direction`, one
                         // velocity leads to the given velocity; its speed grows without bound towards `direction`
    bool straight;       // unbounded, and v + s direction leads to the given velocity for every s > 0
    double direction[2]; // (-1, slip), or (0, 1) or (0, -1) for slip alone; zeros unless unbounded
} carom_inverse;

// Computes all velocities before a 2D impact from which the law leads to contact->v. Here contact->v is the velocity
// after the impact. `found` receives them in the order of their direction, and *count their number.
//   carom_contact after = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {0.5, 0.0}}; // v: after the impact
//   carom_inverse found[CAROM_MAX_INVERSES];
//   int count;
//   carom_collide_inverse(&carom_law_routh, &after, &params, found, &count);
//
// A law whose impulse is proportional to the speed (CAROM_GUARANTEE_HOMOGENEOUS) maps directions to directions. carom
// therefore searches all directions of approach, mode by mode, for those that lead to the direction of contact->v. Each
// velocity found was solved forward and led to contact->v within 1e-9 of its magnitude. A straight family was checked
// up to 1e5 |contact->v|, or as far as rounding allows. If v[0] of an entry is 0, this end of the family is a grazing
// contact. The grazing contact itself changes no velocity, but every approach close to it leads to contact->v. The
// statuses are:
//   CAROM_OK                exactly one velocity
//   CAROM_NOT_UNIQUE        more than one, or a family
//   CAROM_NO_SOLUTION       none: no approach leads there
//   CAROM_NOT_APPLICABLE    in 3D; at rest after the impact, which has no direction; or the results of the law are not
//                           proportional to the speed
//   CAROM_STILL_APPROACHES  contact->v[0] is below 0 by more than 1e-9 of the speed. No impact ends so; the velocity is
//                           probably one before the impact
// A solution may be missed if its result is closer than 1e-3 rad to another of the same mode. It may also be missed if
// it is 1e6 times as fast as contact->v. Evaluates the law about 1200 to 3000 times.
CAROM_API carom_status carom_collide_inverse(const carom_law *law, const carom_contact *contact,
                                             const carom_params *params, carom_inverse found[CAROM_MAX_INVERSES],
                                             int *count);

// ---- Errors --------------------------------------------------------------------------------------------------------

// The part of the problem that the members of an error describe.
typedef enum carom_subject {
    CAROM_SUBJECT_NOTHING = 0,     // nothing in particular
    CAROM_SUBJECT_COEFFICIENT = 1, // `coefficient`, of `contact` if there are several
    CAROM_SUBJECT_W = 2,           // W[row][column]
    CAROM_SUBJECT_V = 3,           // v[row]
    CAROM_SUBJECT_DIM = 4,         // the dimension `count`
    CAROM_SUBJECT_LAW = 5,         // `law`
    CAROM_SUBJECT_COUNT = 6,       // the number `count` of something
    CAROM_SUBJECT_CONTACT = 7,     // `contact`, one of several
    CAROM_SUBJECT_BODY = 8,        // `body`: 0 is A, 1 is B; `column` is an axis
    CAROM_SUBJECT_FRAME = 9,       // the point, the normal, or the tangent `row`
    CAROM_SUBJECT_LINK = 10,       // the link `row` of a chain
    CAROM_SUBJECT_M = 11,          // M[row][column] of a mechanism
    CAROM_SUBJECT_CONSTRAINT = 12, // the constraint `row` of J
    CAROM_SUBJECT_FILE = 13        // the key or file `name`, at `line` and `line_column`
} carom_subject;

// Which rule was violated. No number changes, and new reasons are appended.
typedef enum carom_reason {
    CAROM_REASON_PLAIN = 0, // "plain": the message of the status is complete

    // One coefficient.
    CAROM_REASON_OUTSIDE = 1,  // "outside": it is outside its range
    CAROM_REASON_INFINITE = 2, // "infinite": the law takes only finite numbers
    CAROM_REASON_BELOW = 3,    // "below": mu_static is below mu; friction that holds is at least friction that slips
    CAROM_REASON_SUM = 4,      // "sum": s1 + s2 is above 1; the rest of 1 is the weight of law III
    CAROM_REASON_ALONG = 5,    // "along": the direction is not finite, or does not point against the velocity (d.v < 0)
    CAROM_REASON_LIST = 6,     // "list": the list violates what the law requires of it
    CAROM_REASON_TOGETHER = 7, // "together": it cannot be combined with the other coefficients of the law

    // The matrix and the velocity.
    CAROM_REASON_W_NOT_FINITE = 8,  // "W-not-finite": an entry of W is NaN or infinite
    CAROM_REASON_V_NOT_FINITE = 9,  // "v-not-finite": a component of v is NaN or infinite
    CAROM_REASON_UNEQUAL = 10,      // "unequal": W is not symmetric
    CAROM_REASON_NEGATIVE = 11,     // "negative": a diagonal entry of W is negative
    CAROM_REASON_OFF_DIAGONAL = 12, // "off-diagonal": W[i][j] is beyond sqrt(W[i][i] W[j][j]), so W is not positive
                                    // semi-definite
    CAROM_REASON_INDEFINITE = 13,   // "indefinite": W is not positive semi-definite as a whole
    CAROM_REASON_DIM = 14,          // "dim": the dimension is not 2 or 3

    // The law.
    CAROM_REASON_ELSEWHERE = 15, // "elsewhere": the law does not work in this dimension
    CAROM_REASON_UNDEFINED = 16, // "undefined": the law is not defined for this W and v
    CAROM_REASON_ABSENT = 17,    // "absent": the module of the law is not in this build

    // One of several contacts.
    CAROM_REASON_CONTACTS = 18,         // "contacts": this law or solver takes `lowest` to `highest` contacts
    CAROM_REASON_LIMIT = 19,            // "limit": a limit in carom_system_params is outside its range
    CAROM_REASON_NO_SUCH_CONTACT = 20,  // "no-such-contact": the striking contact is not one of the contacts
    CAROM_REASON_OTHER_APPROACHES = 21, // "other-approaches": another contact than the striking one approaches too

    // Bodies.
    CAROM_REASON_MASS = 22,           // "mass": a mass is not positive; infinity is accepted
    CAROM_REASON_INERTIA = 23,        // "inertia": a moment of inertia is not positive; infinity is accepted
    CAROM_REASON_INERTIA_TENSOR = 24, // "inertia-tensor": it is not symmetric positive definite. For an axis without
                                      // rotation, infinity on its diagonal is accepted, with zeros in the same row and
                                      // column
    CAROM_REASON_MOTION = 25,         // "motion": a number of the centre, velocity or spin is not finite
    CAROM_REASON_AXES = 26,           // "axes": the orientation is not a rotation (right-handed, orthonormal)
    CAROM_REASON_POINT = 27,          // "point": the point of contact is not finite
    CAROM_REASON_NORMAL = 28,         // "normal": the normal is zero or not finite
    CAROM_REASON_TANGENT = 29,        // "tangent": a tangent is not finite, or not perpendicular to the normal and to
                                      // the other tangent

    // Chains and mechanisms.
    CAROM_REASON_LINK_NUMBER = 30,  // "link-number": angle, rate or centre of a link is not finite
    CAROM_REASON_LINK = 31,         // "link": the parent of a link is not the base or an earlier link, or its length is
                                    // negative or not finite
    CAROM_REASON_LINK_MASS = 32,    // "link-mass": the mass of a link is negative or not finite
    CAROM_REASON_LINK_INERTIA = 33, // "link-inertia": the moment of inertia of a link is negative or not finite
    CAROM_REASON_M_UNEQUAL = 34,    // "M-unequal": M is not symmetric
    CAROM_REASON_M_SINGULAR = 35,   // "M-singular": M is not positive definite because a speed has no inertia or is
                                    // redundant
    CAROM_REASON_CONSTRAINT = 36,   // "constraint": the speeds violate a bilateral constraint (J u is not 0 before the
                                    // impact)

    // The impulse of the law.
    CAROM_REASON_MADE_NO_NUMBER = 37, // "made-no-number": the law's impulse is NaN, infinite, or too large to judge

    // The end of a range that a law excludes.
    CAROM_REASON_ABOVE = 38, // "above": the coefficient must be above `lowest`

    // Coefficients that depend on speed.
    CAROM_REASON_FORM_NUMBER = 39, // "form-number": a number of the form is outside its range
    CAROM_REASON_FORM_SPEED = 40,  // "form-speed": the form has no value at the speed of this impact
    CAROM_REASON_VARIES = 41,      // "varies": the coefficient depends on speed, but the law takes one number

    // Files.
    CAROM_REASON_SYNTAX = 42, // "syntax": the file cannot be read; `detail` gives the reason

    // Coefficients without a default.
    CAROM_REASON_MISSING = 43, // "missing": a required coefficient is missing or NaN

    // Kinds of problems.
    CAROM_REASON_PROBLEM = 44 // "problem": a law for one contact was called for several, or the reverse
} carom_reason;

// Ways to correct an error. Each front end phrases them in its own language. No number changes, and new hints are
// appended.
typedef enum carom_hint {
    CAROM_HINT_NONE = 0,               // "none": correct the input that the error names
    CAROM_HINT_ALLOW = 1,              // "allow": let this coefficient leave its range (carom_params.allow)
    CAROM_HINT_MAKE_EQUAL = 2,         // "make-equal": omit this coefficient; it then equals the other one
    CAROM_HINT_USE_NORMAL = 3,         // "use-normal": omit this direction; the normal is then used
    CAROM_HINT_SEE_LAW = 4,            // "see-law": the description of the law states where it works
    CAROM_HINT_SEE_LAWS = 5,           // "see-laws": the table of laws has the names
    CAROM_HINT_SEE_PARAMS = 6,         // "see-params": the table of coefficients has the names
    CAROM_HINT_OTHER_LAW = 7,          // "other-law": another law, or smaller friction, may have a result
    CAROM_HINT_LAW_WITH_PATH = 8,      // "law-with-path": trace a law that has a path
    CAROM_HINT_OTHER_METHOD = 9,       // "other-method": use a law that lets several contacts strike
    CAROM_HINT_RESCALE = 10,           // "rescale": use other units of mass or speed
    CAROM_HINT_SEE_METHODS = 11,       // "see-methods": the table of laws for several contacts has the names
    CAROM_HINT_SEE_SYSTEM_PARAMS = 12, // "see-system-params": see the coefficients of laws for several contacts
    CAROM_HINT_SEE_INPUTS = 13,        // "see-inputs": see what an axis of a map may be
    CAROM_HINT_SOLVE_ONE = 14,         // "solve-one-contact": the law solves one contact
    CAROM_HINT_READ_ONE = 15,          // "read-one-contact": the file describes one contact; read it as such
    CAROM_HINT_STATE_LAW = 16,         // "state-law": name the law, in the file or next to it
    CAROM_HINT_STATE_W = 17,           // "state-W": give W, in the file or next to it
    CAROM_HINT_STATE_V = 18,           // "state-v": give v, in the file or next to it
    CAROM_HINT_LEAVE_CONTACT_OUT = 19, // "leave-contact-out": do not give W and v in addition to a file that determines
                                       // them
    CAROM_HINT_STATE_SPREAD = 20,      // "state-spread": give the uncertainty of all measured velocities
    CAROM_HINT_STATE_SPIN_SPREAD = 21, // "state-spin-spread": give the uncertainty of all measured spins
    CAROM_HINT_NAME_COLUMNS = 22,      // "name-columns": give the names of the columns of the file
    CAROM_HINT_STATE_COEFFICIENT = 23  // "state-coefficient": give the coefficient; it has no default
} carom_hint;

// Why a call failed, as data: which rule was violated, by which number, which values are allowed, and what the caller
// can do. Only the members that belong to the reason are filled; the others are 0, NULL, -1, "" or CAROM_PARAM_NONE.
typedef struct carom_error {
    uint32_t size;                              // sizeof(carom_error)
    carom_status status;                        // the kind of failure
    carom_reason reason;                        // the rule that was violated
    carom_subject subject;                      // the object that the members below describe
    carom_hint hint;                            // a way to correct the error
    const carom_law *law;                       // whose rule was violated; NULL: no law is involved
    carom_param coefficient, other_coefficient; // the coefficients concerned; CAROM_PARAM_NONE: none
    int contact;                                // index of the contact, of several; -1: none
    int body;                                   // 0 is A, 1 is B; -1: none
    int row, column;                            // entry of W, v or M, or axis, tangent, link or constraint; -1: none
    int count;                                  // a dimension or a count
    double value;                               // the number given
    double lowest, highest;                     // the range in which it must lie
    double other;          // the number that it conflicts with: W[column][row], mu, the other weight
    int line, line_column; // place in a file, from 1; 0: none
    int os_error;          // errno; 0: none
    char name[64];         // the key, file or column of a file concerned; "": none
    char detail[640];      // the sentence of a file reader; "": none
} carom_error;

// Finds the error behind a status of carom_collide, carom_trace or another function on one contact, called with the
// same arguments. Every pointer except the last may be NULL; the error then contains less.
//   carom_error error;
//   char text[400];
//   carom_collide_error(status, law, &contact, &params, &result, &error); // error.coefficient, error.value, error.hint
//   carom_error_format(&error, NULL, text, sizeof text);
CAROM_API carom_status carom_collide_error(carom_status status, const carom_law *law, const carom_contact *contact,
                                           const carom_params *params, const carom_result *result, carom_error *error);

// How a front end words errors. A text may contain slots in braces, which are filled from the error.
//   {status} the message of the status    {who} law "routh"    {name} routh    {param} e
//   {bit} CAROM_PARAM_BIT(e)
//   {value} {range} {lowest} {highest} {other} {sum} {meaning} {symbol} {row} {column} {count} {contact} ...
typedef struct carom_error_style {
    // Returns the sentence that states which rule was violated. If the function is NULL or returns NULL, carom uses its
    // own sentence.
    const char *(*sentence)(const struct carom_error_style *self, carom_reason reason);
    // Returns what the caller can do; carom writes it after the sentence and a semicolon. If the function is NULL or
    // returns NULL or "", carom adds nothing.
    const char *(*hint)(const struct carom_error_style *self, carom_hint hint);
    void *user; // for the author of the style; carom never reads it
} carom_error_style;

// Writes the error as a sentence. If `style` is NULL, the wording is that for C programs. If the error has a `detail`,
// it is written unchanged. Writes at most `size` bytes including the final zero and returns the length of the full
// sentence. Writes nothing if `text` is NULL.
CAROM_API size_t carom_error_format(const carom_error *error, const carom_error_style *style, char *text, size_t size);

// Writes a sentence about a status that names the subject, the value and what to do: carom_collide_error followed by
// carom_error_format. Writes at most `size` bytes including the final zero and returns the length of the full sentence.
// Any pointer may be NULL; without `text` nothing is written.
static inline size_t carom_describe(carom_status status, const carom_law *law, const carom_contact *contact,
                                    const carom_params *params, const carom_result *result, char *text, size_t size) {
    carom_error error;
    carom_collide_error(status, law, contact, params, result, &error);
    return carom_error_format(&error, NULL, text, size);
}

CAROM_END

#endif
