// The parameters of the laws, as a value struct, and their table at run time.
#ifndef CAROM_PARAMS_H
#define CAROM_PARAMS_H

#include <math.h>
#include <stdbool.h>

#include "carom/speed.h"
#include "carom/status.h"
#include "carom/version.h"

CAROM_BEGIN

// What ends an impact that is followed along its impulse: CAROM_NEWTON, CAROM_POISSON, CAROM_ENERGETIC.
typedef enum carom_restitution {
#define CAROM_STOP(id, ID, number, ...) CAROM_##ID = (number),
#include "carom/stops.def"
} carom_restitution;

// What bounds friction in space: CAROM_FRICTION_CONE, and the habits of physics engines. The plane has one way only.
typedef enum carom_friction {
#define CAROM_FRICTION_HABIT(number, ID, ...) CAROM_FRICTION_##ID = (number),
#include "carom/frictions.def"
} carom_friction;

// mu_static left at this value equals mu.
#define CAROM_SAME_AS_MU (-1.0)

// Parameters have numbers: 0 .. 31 are those of params.def, which any law may read; 32 .. 63 belong to the law that
// reads them (carom_law.own), and mean something else in another's.
#define CAROM_PARAM_OWN  32
#define CAROM_PARAM_ROOM 64
#define CAROM_OWN_ROOM   32

// CAROM_PARAM_e, CAROM_PARAM_mu, ... and the bit that stands for it in sets. A law's own is (carom_param)(32 + place).
typedef enum carom_param {
#define CAROM_PARAM(number, field, ...) CAROM_PARAM_##field = number,
#include "carom/params.def"
#undef CAROM_PARAM
    CAROM_PARAM_LAST = 63, // the greatest number there may be
    CAROM_PARAM_NONE = -1
} carom_param;

// What one law of the core alone reads. The module "compliant" has 32 .. 52 and 60 (compliant.h).
enum carom_core_param {
    CAROM_PARAM_ratio = 53,  // impulse-ratio, a pair
    CAROM_PARAM_ratio2 = 54, // the place of its second number; no parameter of its own
    CAROM_PARAM_of = 55,     // impulse-ratio: a carom_ratio_kind
    CAROM_PARAM_f = 56,      // accessible
    CAROM_PARAM_phi = 57     // accessible
};

// `of`: what the ratio of impulse-ratio is.
typedef enum carom_ratio_kind {
    CAROM_RATIO_NUMBER = 0,  // P_t / P_n itself
    CAROM_RATIO_CRITICAL = 1 // a share of the ratio that stops the slip: 1 is all of it
} carom_ratio_kind;

#define CAROM_PARAM_BIT(field) (UINT64_C(1) << CAROM_PARAM_##field)

// The place of a law's own parameter in carom_params.own: p.own[CAROM_OWN(phi)] = 0.5;
#define CAROM_OWN(field) (CAROM_PARAM_##field - CAROM_PARAM_OWN)

// A place of `own` that holds this was not given: the law's default stands for it. (The lowest double there is.)
#define CAROM_LEFT_OUT (-1.7976931348623157e308)

// The default of a parameter that has none (NaN): a law that reads it refuses a set in which it is not given or is NaN, with
// CAROM_COEFFICIENT_MISSING. Two exceptions: e and mu may be given by a form of the speed instead, and a tangential spring
// is not needed where mu is 0.
#define CAROM_REQUIRED ((double)NAN)

// One set of parameters. Take carom_params_default() and set what you need; a law reads only its own.
typedef struct carom_params {
    uint64_t mark;                 // by carom_params_default(): these fields stand where the library looks for them
    carom_restitution restitution; // what `e` is the ratio of, for laws that follow the impulse
    carom_friction friction;       // what bounds friction in space (whittaker, deferred)
    double e;                      // normal restitution, [0, 1]; e_n and r_n of the laws that call it so
    double mu;                     // friction while slipping, [0, inf]
    double mu_static;              // friction that holds, >= mu; CAROM_SAME_AS_MU by default
    double e_t;                    // tangential restitution, [-1, 1]; r_t of Chatterjee's laws
    double nu;                     // pfeiffer-glocker: share of the friction bound that stores impulse
    double s1, s2;                 // chatterjee: weights of laws I and II
    double direction[3];           // ivanov: direction of the impulse
    double eta;                    // ivanov: [-1, 1]
    double rest_speed;             // slower approach has no normal restitution, m/s; 0: off
    carom_speed_function e_of,
        mu_of; // every normal restitution by |v_n|, mu by |v_t|; form = NULL, as made: not (speed.h)
    // What one law alone reads, by number less 32, and where it says so a list of the caller's, kept by reference.
    double own[CAROM_OWN_ROOM];
    const void *list;
    size_t list_count;
    uint64_t allow; // CAROM_PARAM_BIT set: these may also take any finite value; a CHOICE never leaves its range
} carom_params;

// REAL one number; CHOICE one of a few names; VECTOR dim numbers; TANGENT one number for every tangent direction or
// one for each; EACH one number for every direction or dim of them; LIST what `list` points to, of the law's own type;
// PAIR one number along a tangent direction, and in space a second across it, which is 0 unless given.
typedef enum carom_param_kind {
    CAROM_REAL = 0,
    CAROM_CHOICE = 1,
    CAROM_VECTOR = 2,
    CAROM_TANGENT = 3,
    CAROM_EACH = 4,
    CAROM_LIST = 5,
    CAROM_PAIR = 6
} carom_param_kind;

// One coefficient of one law. `number` is its place in carom_params: 0 .. 31 a field, 32 .. 63 a place of
// `own`. TANGENT and PAIR take two places, VECTOR and EACH three; if only the first is given it counts for all, except in a
// PAIR. In `own` a CHOICE is its index.
typedef struct carom_coefficient {
    const char *name; // as its law calls it: key in files, keyword in Python, option of the command
    int number;       // its carom_param
    carom_param_kind kind;
    const char *symbol; // as papers print it
    double standard;    // the default; CAROM_REQUIRED: none
    double example;     // a typical value, which tests use, and `carom compare` for what is not given
    const char *alias;  // a second name that the law accepts, such as "e" for "e_n"; NULL: none
    const char *meaning;
    const char *unit;           // "1" for a ratio, "" for a choice
    double lowest, highest;     // the accepted range
    const char *ratio;          // what it is the ratio of in this law; "" or NULL: see `meaning`
    const char *relation;       // how it compares with other laws' coefficients; "" or NULL: none
    const char *const *choices; // of a CHOICE in `own`: its names from 0, ended by NULL
    const char *range;          // of a LIST: what it must be, in words
} carom_coefficient;

// The members of a row that are the same in every law, for the fields of carom_params. CAROM_ROW makes a row of them:
//   CAROM_ROW(mu, 0.0, HUGE_VAL, "largest |P_t| / P_n", "as in every law")
#define CAROM_ROW(field, lowest_, highest_, ratio_, relation_)                                                         \
    {                                                                                                                  \
        CAROM_ROW_##field, .unit = CAROM_UNIT_##field, .lowest = (lowest_), .highest = (highest_), .ratio = (ratio_),  \
                           .relation = (relation_)                                                                     \
    }
#define CAROM_UNIT_restitution ""
#define CAROM_ROW_restitution                                                                                          \
    .name = "restitution", .number = CAROM_PARAM_restitution, .kind = CAROM_CHOICE, .symbol = "",                      \
    .standard = CAROM_POISSON, .example = CAROM_POISSON, .alias = NULL,                                                \
    .meaning = "what ends the impact; newton: e = -v_n' / v_n; poisson: e = restitution to compression impulse; "      \
               "energetic: e^2 = work released to work absorbed"
#define CAROM_UNIT_e "1"
#define CAROM_ROW_e                                                                                                    \
    .name = "e", .number = CAROM_PARAM_e, .kind = CAROM_REAL, .symbol = "e", .standard = CAROM_REQUIRED,               \
    .example = 0.5, .alias = NULL,                                                                                     \
    .meaning = "normal restitution: the ratio named by `restitution`, else final to initial normal speed"
#define CAROM_UNIT_mu "1"
#define CAROM_ROW_mu                                                                                                   \
    .name = "mu", .number = CAROM_PARAM_mu, .kind = CAROM_REAL, .symbol = "μ", .standard = CAROM_REQUIRED,             \
    .example = 0.3, .alias = NULL,                                                                                     \
    .meaning = "friction: tangential to normal impulse while slipping (Coulomb); \"inf\" is allowed"
#define CAROM_UNIT_mu_static "1"
#define CAROM_ROW_mu_static                                                                                            \
    .name = "mu_static", .number = CAROM_PARAM_mu_static, .kind = CAROM_REAL, .symbol = "μ_s",                         \
    .standard = CAROM_SAME_AS_MU, .example = CAROM_SAME_AS_MU, .alias = NULL,                                          \
    .meaning = "friction that holds a stopped slip: at least mu; left out, it equals mu"
#define CAROM_UNIT_e_t "1"
#define CAROM_ROW_e_t                                                                                                  \
    .name = "e_t", .number = CAROM_PARAM_e_t, .kind = CAROM_REAL, .symbol = "ε_T", .standard = 0.0, .example = 0.0,    \
    .alias = NULL,                                                                                                     \
    .meaning = "tangential restitution: reversed to initial slip (glocker, bilinear), or stored tangential impulse "   \
               "returned (pfeiffer-glocker)"
#define CAROM_UNIT_rest_speed "m/s"
#define CAROM_ROW_rest_speed                                                                                           \
    .name = "rest_speed", .number = CAROM_PARAM_rest_speed, .kind = CAROM_REAL, .symbol = "v_r", .standard = 0.0,      \
    .example = 0.0, .alias = NULL,                                                                                     \
    .meaning = "approach slower than this counts as resting: normal restitution is then 0; 0 switches it off"
#define CAROM_UNIT_friction ""
#define CAROM_ROW_friction                                                                                             \
    .name = "friction", .number = CAROM_PARAM_friction, .kind = CAROM_CHOICE, .symbol = "",                            \
    .standard = CAROM_FRICTION_CONE, .example = CAROM_FRICTION_CONE, .alias = NULL,                                    \
    .meaning =                                                                                                         \
        "what bounds friction in space, in the plane all are the same; cone: Coulomb's cone, against the slip; disc: " \
        "the cone, against the slip that each of the axes t1, t2 sees alone; box: mu P_n along each of the axes t1, "  \
        "t2; slip-box: mu P_n along and across the slip before; one-direction: only along the slip before"

// Rows with the usual ranges, for a law of your own: CAROM_COEFFICIENT_E("-v_n' / v_n").
#define CAROM_COEFFICIENT_E(ratio)           CAROM_ROW(e, 0.0, 1.0, ratio, "")
#define CAROM_COEFFICIENT_E_T(ratio)         CAROM_ROW(e_t, -1.0, 1.0, ratio, "")
#define CAROM_COEFFICIENT_MU(ratio)          CAROM_ROW(mu, 0.0, HUGE_VAL, ratio, "")
#define CAROM_COEFFICIENT_MU_STATIC(ratio)   CAROM_ROW(mu_static, 0.0, HUGE_VAL, ratio, "")
#define CAROM_COEFFICIENT_REST_SPEED         CAROM_ROW(rest_speed, 0.0, HUGE_VAL, "", "")
#define CAROM_COEFFICIENT_RESTITUTION(ratio) CAROM_ROW(restitution, 0, CAROM_ENERGETIC, ratio, "")
#define CAROM_COEFFICIENT_FRICTION(ratio)    CAROM_ROW(friction, 0, CAROM_FRICTION_ONE_DIRECTION, ratio, "")

// Must the caller give it? True for a parameter without a default.
static inline bool carom_param_required(const carom_coefficient *param) {
    return param && param->standard != param->standard;
}

// One number can be put into it: a REAL, or the first of a PAIR. Such a parameter can be swept, fitted and be a column.
static inline bool carom_param_varies(const carom_coefficient *param) {
    return param && (param->kind == CAROM_REAL || param->kind == CAROM_PAIR);
}

// What tells one layout of carom_params from another: its version, its size, and where each field stands.
static inline uint64_t carom_params_layout(void) {
    uint64_t mark = (uint64_t)CAROM_ABI * 1000003u + sizeof(carom_params);
#define CAROM_PARAM(number, field, ...) mark = mark * 31u + number + offsetof(carom_params, field);
#include "carom/params.def"
#undef CAROM_PARAM
    return mark * 31u + offsetof(carom_params, e_of) + offsetof(carom_params, own) + offsetof(carom_params, list) +
           offsetof(carom_params, allow);
}

// Fills and marks a set of parameters of this size and layout. One that the library that runs lays out otherwise is
// cleared and answered by CAROM_BAD_STRUCT, and every call that is given it refuses it.
CAROM_API carom_status carom_params_init(carom_params *params, size_t size, uint64_t layout);

// Compiled into your program, so that it knows the layout your program has.
static inline carom_params carom_params_default(void) {
    carom_params params;
    carom_params_init(&params, sizeof params, carom_params_layout());
    return params;
}

// The rows of params.def by number, NULL for no such number; and a number by name. A law's own: carom_law_coefficient (law.h).
CAROM_API int carom_param_count(void);
CAROM_API const carom_coefficient *carom_param_at(int number);
CAROM_API carom_param carom_param_find(const char *name);

// The names of a CHOICE, 0 .. ; NULL past the last, and for what is no choice. And the number of a name, or -1.
CAROM_API const char *carom_choice_at(const carom_coefficient *param, int value);
CAROM_API int carom_choice_of(const carom_coefficient *param, const char *name);

// Sets and reads a parameter, by its number in params.def or by its row, which may be a law's own. VECTOR takes 2 or 3
// numbers, TANGENT and PAIR 1 or 2, EACH 1 to 3, the others one. A LIST is set in the struct: it answers CAROM_BAD_VALUE here, and
// no numbers are read of it. Of a law's own that was left out its default is read.
CAROM_API carom_status carom_param_set(carom_params *params, carom_param param, const double *values, size_t count);
CAROM_API size_t carom_param_get(const carom_params *params, carom_param param, double values[3]);
CAROM_API carom_status carom_param_put(carom_params *params, const carom_coefficient *param, const double *values,
                                       size_t count);
CAROM_API size_t carom_param_read(const carom_params *params, const carom_coefficient *param, double values[3]);

// e or mu, whichever the form stands for, by this form of the speed: its numbers, or none for the usual ones. The form is
// kept by reference. CAROM_BAD_VALUE: it takes another count of numbers. A law refuses numbers outside the form's ranges
// (CAROM_COEFFICIENT_RANGE, and e or mu), and a speed at which the form does not hold.
CAROM_API carom_status carom_params_set_speed_form(carom_params *params, const carom_speed_form *form, const double *c,
                                                   size_t count);

CAROM_END

#endif
