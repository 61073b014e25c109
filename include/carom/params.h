// The parameters of the laws, as a value struct, and their table at run time.
#ifndef CAROM_PARAMS_H
#define CAROM_PARAMS_H

#include "carom/status.h"

CAROM_BEGIN

// What ends an impact that is followed along its impulse: CAROM_NEWTON, CAROM_POISSON, CAROM_ENERGETIC.
typedef enum carom_restitution {
#define CAROM_STOP(id, ID, number, ...) CAROM_##ID = (number),
#include "carom/stops.def"
} carom_restitution;

// How many there are: their numbers run from 0 without a gap.
enum {
    CAROM_STOP_COUNT = 0
#define CAROM_STOP(...) +1
#include "carom/stops.def"
};

// How a bilinear contact spring unloads (Chatterjee 1997, fig. 8.4).
typedef enum carom_unloading {
    CAROM_TYPE_1, // stiffer, k/e^2: no jump of the force, a dent is left
    CAROM_TYPE_2  // softer, e^2 k: the force drops at greatest compression, no dent
} carom_unloading;

// What the contact mass of a split mass does first.
typedef enum carom_dead { CAROM_DEAD_ROUTH } carom_dead;

// One vibration mode of a body, seen at the contact: a blow F makes z'' + 2 zeta omega z' + omega^2 z = phi.F, and the
// contact moves by phi z. phi is normalised by mass: phi phi^T adds to W for a blow shorter than the mode.
typedef struct carom_vibration {
    double omega;  // angular frequency, rad/s, > 0
    double zeta;   // share of critical damping, [0, 1)
    double phi[3]; // mode shape at the contact, 1/sqrt(kg), normal first
} carom_vibration;

#define CAROM_VIBRATIONS_MAX 32

// mu_static left at this value equals mu.
#define CAROM_SAME_AS_MU (-1.0)

// Index of each parameter: CAROM_PARAM_e, CAROM_PARAM_mu, ... and the bit that stands for it in sets.
typedef enum carom_param {
#define CAROM_PARAM(field, ...) CAROM_PARAM_##field,
#include "carom/params.def"
#undef CAROM_PARAM
    CAROM_PARAM_COUNT,
    CAROM_PARAM_NONE = -1
} carom_param;

#define CAROM_PARAM_BIT(field) (UINT64_C(1) << CAROM_PARAM_##field)

// One set of parameters. Take carom_default_params() and set what you need; a law reads only its own.
typedef struct carom_params {
    carom_restitution restitution; // what `e` is the ratio of, for laws that follow the impulse
    double e;                      // normal restitution, [0, 1]
    double mu;                     // friction while slipping, [0, inf]
    double mu_static;              // friction that holds, >= mu; CAROM_SAME_AS_MU by default
    double e_n, e_t;               // normal and tangential restitution (glocker, bilinear, walton)
    double r_n, r_t;               // the same for Chatterjee's laws
    double nu;                     // pfeiffer-glocker: share of the friction bound that stores impulse
    double s1, s2;                 // chatterjee: weights of laws I and II
    double direction[3];           // ivanov: direction of the impulse
    double eta;                    // ivanov: [-1, 1]
    double rest_speed;             // slower approach has no normal restitution, m/s; 0: off
    double eta2;                   // stronge: kn/kt
    double kn, cn;                 // contact devices: normal stiffness, N/m, and damping
    double kt[2], ct[2];           // tangential stiffness and damping along t1, t2
    carom_unloading type;          // bilinear-spring
    carom_dead dead;               // split-mass
    double k[3], c[3];             // eigen-spring: along the eigenvectors of W, ascending; hertz: k[0] d^p
    double p;                      // hertz: the exponent
    double kappa;                  // mindlin: tangential to normal stiffness of the half-space
    const carom_vibration *modes;  // modal: the caller's, kept by reference
    size_t mode_count;
    uint64_t allow; // CAROM_PARAM_BIT set: these may also take any finite value; a CHOICE never leaves its range
} carom_params;

// REAL one number; CHOICE one of a few names; VECTOR dim numbers; TANGENT one number for every tangent direction or
// one for each; EACH one number for every direction or dim of them; VIBRATIONS a list of carom_vibration.
typedef enum carom_param_kind {
    CAROM_REAL,
    CAROM_CHOICE,
    CAROM_VECTOR,
    CAROM_TANGENT,
    CAROM_EACH,
    CAROM_VIBRATIONS
} carom_param_kind;

// One row of params.def.
typedef struct carom_param_info {
    const char *name;
    carom_param_kind kind;
    const char *symbol; // as papers print it
    const char *unit;   // "1" for a ratio, "" for a choice
    double standard;    // the default
    double lowest, highest;
    const char *family; // laws' own names for one idea share a family; "" stands alone
    const char *meaning;
    size_t offset; // of the field in carom_params
} carom_param_info;

CAROM_API carom_params carom_default_params(void);

// The row of a parameter; NULL outside 0 .. CAROM_PARAM_COUNT - 1.
CAROM_API const carom_param_info *carom_param_at(int param);
CAROM_API carom_param carom_param_find(const char *name);

// The names of a CHOICE parameter, 0 .. ; NULL past the last.
CAROM_API const char *carom_choice_name(carom_param param, int value);
CAROM_API int carom_choice_find(carom_param param, const char *name); // -1 if there is none

// Sets and reads a parameter by index. VECTOR takes 2 or 3 numbers, TANGENT 1 or 2, EACH 1 to 3, the others one.
// VIBRATIONS are set in the struct: they answer CAROM_BAD_VALUE here, and carom_param_get reads no numbers of them.
CAROM_API carom_status carom_param_set(carom_params *params, carom_param param, const double *values, size_t count);
CAROM_API size_t carom_param_get(const carom_params *params, carom_param param, double values[3]);

CAROM_END

#endif
