// The history of an impact in time, in the caller's memory. Contact models fill it; so may a law of your own.
//
//   carom_history_point points[1000];
//   carom_history history = {.points = points, .capacity = 1000};
//   carom_status s = carom_record(&carom_law_stronge, &contact, &params, &history, &outcome);
//   // history.count points, history.summary.duration, history.summary.peak_force, ...
#ifndef CAROM_HISTORY_H
#define CAROM_HISTORY_H

#include <stddef.h>

#include "carom/base.h"

CAROM_BEGIN

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

typedef struct carom_history_summary {
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
} carom_history_summary;

#define CAROM_MAX_WORK 1000000000 // largest carom_history.work_limit

typedef struct carom_history {
    carom_history_point *points;   // room for `capacity` points, the caller's; NULL: the summary alone is wanted
    size_t capacity;               // 0 if points is NULL
    size_t count;                  // points of the impact; those past the capacity are not stored
    size_t work_limit;             // bound on the work of a law that integrates; 0: its usual one
    carom_history_summary summary; // of the whole impact
} carom_history;

CAROM_END

#endif
