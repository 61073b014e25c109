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

CAROM_BEGIN

#define CAROM_LAW(id, ...) extern CAROM_API const carom_law carom_law_##id;
#include "carom/compliant_laws.def"
#undef CAROM_LAW

extern CAROM_API const carom_module carom_module_compliant;

// The module's laws, in the table's order; NULL outside the table or for no such name.
CAROM_API int carom_compliant_law_count(void);
CAROM_API const carom_law *carom_compliant_law_at(int index);
CAROM_API const carom_law *carom_compliant_law_find(const char *name);

// The coefficient cards of these laws, as carom/card.h has them for the core's.
CAROM_API int carom_compliant_card_count(void);
CAROM_API const carom_card *carom_compliant_card_at(int index);
CAROM_API const carom_card *carom_compliant_card_find(const carom_law *law, carom_param param);

// What the contact point does.
typedef enum carom_contact_state {
    CAROM_CONTACT_OPEN,  // no contact
    CAROM_CONTACT_STICK, // it stays where it is
    CAROM_CONTACT_SLIP,  // it slips, the force lies on the cone
    CAROM_CONTACT_FREE,  // there is no friction
    CAROM_CONTACT_DWELL, // stuck, and the normal spring neither loads nor unloads (bilinear-spring, type 2)
    CAROM_CONTACT_STATE_COUNT
} carom_contact_state;

CAROM_API const char *carom_contact_state_name(carom_contact_state state); // "stick"; NULL for no such state

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
    double vibration;        // energy left in the modes, J
    double margin;           // eigen-spring: the next instant is unique while this is > 0; else NaN
    int micro_impacts;       // how many times the bodies touched
    int switches;            // changes between sticking, slipping, loading and unloading
} carom_compliant_outcome;

// One impact with its time history (NULL: none wanted) and the device's own figures (NULL: none wanted).
// CAROM_NOT_APPLICABLE, with no numbers in the outcome, for a law that is not the module's.
CAROM_API carom_status carom_compliant_collide(const carom_law *law, const carom_contact *contact,
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
CAROM_API carom_status carom_compliant_collide_within(const carom_law *law, const carom_contact *contact,
                                                      const carom_params *params, size_t work, carom_history *history,
                                                      carom_compliant_outcome *more, carom_outcome *outcome);

// Head-on restitution of the devices, in closed form, and back. NaN outside the stated ranges.
//   spring-dashpot     zeta = cn sqrt(W_nn/kn) / 2, e = exp(-2 zeta acos(zeta)/sqrt(1-zeta^2)), continued past zeta = 1
//   nonlinear-dashpot  a = cn |v_n|/kn,             e = (1 + W0(-(1+a) exp(-(1+a))))/a, W0 Lambert's function
CAROM_API double carom_restitution_of_zeta(double zeta); // zeta >= 0
CAROM_API double carom_zeta_of_restitution(double e);    // 0 < e <= 1
CAROM_API double carom_restitution_of_a(double a);       // a >= 0
CAROM_API double carom_a_of_restitution(double e);       // 0 < e <= 1

// A body m1 that bounces with e, carrying m2 on a soft spring: m1 is off before m2 knows. Chatterjee 1997, 11.1.1.
CAROM_API double carom_restitution_two_stage(double e, double m1, double m2);

CAROM_END

#endif
