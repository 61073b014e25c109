// Compliant contacts: the contact is a small machine of springs, dashpots and friction, and the impact is its motion.
// In the module carom_compliant (needs SUNDIALS); the header is the same in every build.
//
//   carom_outcome out;
//   carom_status  s = carom_collide(&carom_law_stronge, &contact, &params, &out);  // as for any law
//
//   carom_compliant_outcome more;                                                  // how long, how hard, how deep
//   carom_history_point     points[1000];
//   carom_history           history = {points, 1000, 0};
//   s = carom_compliant_collide(&carom_law_stronge, &contact, &params, &history, &more, &out);
#ifndef CAROM_COMPLIANT_H
#define CAROM_COMPLIANT_H

#include "carom/card.h"
#include "carom/module.h"

#if defined(CAROM_BUILDING_COMPLIANT)
#define CAROM_COMPLIANT_API CAROM_EXPORT
#else
#define CAROM_COMPLIANT_API CAROM_IMPORT
#endif

CAROM_BEGIN

#define CAROM_LAW(id, name) extern CAROM_COMPLIANT_API const carom_law carom_law_##id;
#include "carom/compliant_laws.def"
#undef CAROM_LAW

// The devices' own parameters: CAROM_PARAM_kn is a number like CAROM_PARAM_mu, for sets and for columns of a batch, and
// CAROM_OWN(kn) is its place in carom_params.own:
//   p.own[CAROM_OWN(kn)] = 1e6;
enum carom_compliant_param {
#define CAROM_PARAM(number, field, ...) CAROM_PARAM_##field = number,
#include "carom/compliant_params.def"
#undef CAROM_PARAM
};
#define CAROM_OWN(field) (CAROM_PARAM_##field - CAROM_PARAM_OWN)

// `type`: how a bilinear contact spring unloads (Chatterjee 1997, fig. 8.4).
typedef enum carom_unloading {
    CAROM_TYPE_1 = 0, // stiffer, k/e^2: no jump of the force, a dent is left
    CAROM_TYPE_2 = 1  // softer, e^2 k: the force drops at greatest compression, no dent
} carom_unloading;

// `dead`: what the contact mass of a split mass does first.
typedef enum carom_dead {
    CAROM_DEAD_ROUTH = 0,    // Routh's impact with e = 0
    CAROM_DEAD_WHITTAKER = 1 // Kane & Levinson's
} carom_dead;

// `modes`: one vibration mode of a body, seen at the contact: a blow F makes z'' + 2 zeta omega z' + omega^2 z = phi.F,
// and the contact moves by phi z. phi is normalised by mass: phi phi^T adds to W for a blow shorter than the mode.
typedef struct carom_vibration {
    double omega;  // angular frequency, rad/s, > 0
    double zeta;   // share of critical damping, [0, 1)
    double phi[3]; // mode shape at the contact, 1/sqrt(kg), normal first
    double z0;     // where it is when the bodies touch, m sqrt(kg); 0 at rest
    double zdot0;  // and how fast it moves, m sqrt(kg)/s
} carom_vibration;

#define CAROM_VIBRATIONS_MAX 32

// The modes of `modal`; they stay the caller's, and are kept by reference.
static inline void carom_set_vibrations(carom_params *params, const carom_vibration *modes, size_t count) {
    params->list = modes;
    params->list_count = count;
}

extern CAROM_COMPLIANT_API const carom_module carom_module_compliant;

// What the contact point does.
//   CAROM_CONTACT_STATE(number, ID, name)
#define CAROM_CONTACT_STATES                                                                                           \
    CAROM_CONTACT_STATE(0, OPEN, "open")   /* no contact */                                                            \
    CAROM_CONTACT_STATE(1, STICK, "stick") /* it stays where it is */                                                  \
    CAROM_CONTACT_STATE(2, SLIP, "slip")   /* it slips, the force lies on the cone */                                  \
    CAROM_CONTACT_STATE(3, FREE, "free")   /* there is no friction */                                                  \
    CAROM_CONTACT_STATE(4, DWELL, "dwell") /* stuck, and the normal spring neither loads nor unloads (type 2) */

typedef enum carom_contact_state {
#define CAROM_CONTACT_STATE(number, ID, name) CAROM_CONTACT_##ID = number,
    CAROM_CONTACT_STATES
#undef CAROM_CONTACT_STATE
} carom_contact_state;

// "stick"; NULL for no such state. Compiled into your program: pictures of histories name states without the module.
static inline const char *carom_contact_state_name(carom_contact_state state) {
    switch (state) {
#define CAROM_CONTACT_STATE(number, ID, name)                                                                          \
    case CAROM_CONTACT_##ID: return name;
        CAROM_CONTACT_STATES
#undef CAROM_CONTACT_STATE
    }
    return NULL;
}

typedef struct carom_history_point {
    double t;                  // since first touch, s
    carom_contact_state state; // from here on
    double overlap;            // how far the bodies' undeformed surfaces overlap, m
    double force[3];           // on A, N
    double stretch[2];         // of the tangential spring, m
    double slip[2];            // velocity of the contact point over the surface, m/s
    double P[3];               // impulse so far, N s
    double v[3];               // relative velocity, m/s
    double work_normal;        // of the normal force so far, J
} carom_history_point;

typedef struct carom_history {
    carom_history_point *points; // room for `capacity` points, the caller's
    size_t capacity;
    size_t count; // points of the impact; those past the capacity are not stored
} carom_history;

typedef struct carom_compliant_outcome {
    double duration;         // from first touch to last release, s
    double peak_force;       // greatest normal force, N
    double compression;      // greatest overlap, m
    double compression_time; // when the overlap first stopped growing, s
    double dent;             // overlap left at the end, m
    double vibration_before; // energy in the modes at touch, J
    double vibration;        // and left in them, J
    double margin;           // eigen-spring: the next instant is unique while this is > 0; else NaN
    int micro_impacts;       // how many times the bodies touched
    int switches;            // changes between sticking, slipping, loading and unloading
} carom_compliant_outcome;

// One impact with its time history (NULL: none wanted) and the device's own figures (NULL: none wanted).
// CAROM_NOT_APPLICABLE, with no numbers in the outcome, for a law that is not the module's.
CAROM_COMPLIANT_API carom_status carom_compliant_collide(const carom_law *law, const carom_contact *contact,
                                                         const carom_params *params, carom_history *history,
                                                         carom_compliant_outcome *more, carom_outcome *outcome);

// Work is counted in evaluations of a device's equations of motion, some half a microsecond each in the plane and one in
// space (mindlin, whose springs move one by one: 1000 moves count as one). An impact that is not over after
// CAROM_COMPLIANT_WORK, about 100 ms, is given up: CAROM_NOT_CONVERGED. Only one that will be over in time at twice the pace
// it has kept so far, or whose modes vibrate, goes on, to CAROM_COMPLIANT_LONG_WORK at most: stick and slip alternate
// 3700 times at kt/kn = 1e6.
#define CAROM_COMPLIANT_WORK      100000
#define CAROM_COMPLIANT_LONG_WORK 700000
#define CAROM_COMPLIANT_MOST_WORK 1000000000

// The same impact within another bound, 1 .. CAROM_COMPLIANT_MOST_WORK: no more and, if it needs it, no less.
// CAROM_PARAM_RANGE for a bound outside.
CAROM_COMPLIANT_API carom_status carom_compliant_collide_within(const carom_law *law, const carom_contact *contact,
                                                                const carom_params *params, size_t work,
                                                                carom_history *history, carom_compliant_outcome *more,
                                                                carom_outcome *outcome);

// What an eigen-spring's contact point, which has no mass, may do at one instant. Chatterjee 1997, 8.5.1.
typedef struct carom_instant {
    carom_contact_state state; // STICK, SLIP, or OPEN: it leaves, and the device carries no force
    double force[3];           // on A, N, normal first
    double point[3];           // velocity of the contact point, m/s; along the surface unless it leaves
} carom_instant;

// Every state of the contact point that its equations allow at an instant, the device stretched by `stretch` (x_n, x_t:
// how far A is from where the device is relaxed, m; x_n < 0 presses) and A moving with contact->v. Stores at most
// `capacity` of them, the sticking one first, then slips, then leaving; *count says how many there are. More than one:
// the model does not say which happens. params are eigen-spring's; with dashpots only (`c` positive): springs alone have
// one force at an instant, and say no more. CAROM_PARAM_RANGE otherwise.
#define CAROM_MOST_INSTANTS 8
CAROM_COMPLIANT_API carom_status carom_eigen_spring_instants(const carom_contact *contact, const carom_params *params,
                                                             const double stretch[3], carom_instant *instants,
                                                             int capacity, int *count);

// The least friction from which several are possible, min of dir.C_tt dir / -(C_nt.dir) over directions; infinite: never.
CAROM_COMPLIANT_API carom_status carom_eigen_spring_mu(const carom_contact *contact, const carom_params *params,
                                                       double *mu);

// Head-on restitution of the devices, in closed form, and back. NaN outside the stated ranges.
//   spring-dashpot     zeta = cn sqrt(W_nn/kn) / 2, e = exp(-2 zeta acos(zeta)/sqrt(1-zeta^2)), continued past zeta = 1
//   series-dashpot     zeta = sqrt(kn/W_nn)/(2 cs),     e = exp(-pi zeta/sqrt(1-zeta^2)), 0 from zeta = 1 on
//   nonlinear-dashpot  a = cn |v_n|/kn,             e = (1 + W0(-(1+a) exp(-(1+a))))/a, W0 Lambert's function
CAROM_COMPLIANT_API double carom_restitution_of_zeta(double zeta);   // zeta >= 0
CAROM_COMPLIANT_API double carom_zeta_of_restitution(double e);      // 0 < e <= 1
CAROM_COMPLIANT_API double carom_restitution_of_a(double a);         // a >= 0
CAROM_COMPLIANT_API double carom_a_of_restitution(double e);         // 0 < e <= 1
CAROM_COMPLIANT_API double carom_restitution_of_series(double zeta); // zeta >= 0
CAROM_COMPLIANT_API double carom_series_of_restitution(double e);    // 0 < e <= 1

// A body m1 that bounces with e, carrying m2 on a soft spring: m1 is off before m2 knows. Chatterjee 1997, 11.1.1.
CAROM_COMPLIANT_API double carom_restitution_two_stage(double e, double m1, double m2);

CAROM_END

#endif
