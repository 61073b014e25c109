// Declarations that the parts of a motion share: flights and impacts (motion.c), and stepped phases (stepping.c).
#ifndef CAROM_SRC_MOTION_H
#define CAROM_SRC_MOTION_H

#include "motion/first_contact.h"
#include "motion/impact.h"

// The state of a motion between two steps, in the caller's memory.
typedef struct carom_motion_progress {
    carom_raised raised;
    carom_motion_state now; // after the last event, or in a stepped phase after the last step
    int plane, feature;     // plane and feature of the last impact; -1: none yet
    int short_flights;      // number of successive short flights
    int max_events, max_hits, max_samples;
    void *memory; // memory of the method
    size_t bytes;
    bool stepping;     // true in a stepped phase
    int steps, stride; // steps of the motion, and between two samples
    carom_held held;   // forces of the last step
    bool slow;         // the body has not moved since the state `still`
    carom_motion_state still;
} carom_motion_progress;

typedef struct carom_voyage {
    const carom_motion_scene *scene;
    carom_motion_result *result;
    carom_motion_progress *p;
    double size, touch, cut;
} carom_voyage;

carom_status carom_voyage_stop(carom_voyage *r, carom_motion_stop why, carom_status status,
                               const carom_motion_state *end);

// Appends an event that does not change the state yet.
carom_motion_event *carom_voyage_event(carom_voyage *r, carom_motion_kind kind, const carom_pose *before, int touching);

// Continues the motion from an event, unless there is no space for another event.
carom_status carom_voyage_go_on(carom_voyage *r, const carom_motion_state *now);

// Resolves an impact, appends it, and continues with a flight or with contacts that persist.
carom_status carom_voyage_impact(carom_voyage *r, const carom_motion_found *found, const carom_touching *list);

double carom_voyage_speed(const carom_voyage *r, const carom_motion_state *state);
double carom_voyage_gravity(const carom_voyage *r);
double carom_voyage_rest_speed(const carom_voyage *r, int plane);

// Handles a contact that persists: stops, or begins a stepped phase.
carom_status carom_voyage_hold(carom_voyage *r, const carom_pose *pose, int touching);

// Takes steps until an event occurs.
carom_status carom_stepping_advance(carom_voyage *r);

// Computes the state at a time of a stepped phase, between two samples.
carom_status carom_stepping_at(const carom_motion_scene *scene, const carom_motion_result *result, double t,
                               carom_motion_state *state);

#endif
