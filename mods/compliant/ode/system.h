// Defines a system for the integrator: its flow between events, its watched values, and the effect of events.
#ifndef CAROM_COMPLIANT_SYSTEM_H
#define CAROM_COMPLIANT_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

#include "carom/carom.h"
#include "piece.h"

typedef enum carom_machine_turn {
    CAROM_GO_ON,  // the phase continues or has changed: continue to integrate
    CAROM_OVER,   // the run is complete
    CAROM_JAMMED, // the model has no next instant
    CAROM_LOST    // the computation failed
} carom_machine_turn;

// A system with events.
//   flow  dy/dt in the present phase
//   look  `guards` values that stay >= 0 as long as the phase lasts, then `peaks` values whose maxima are recorded
//   turn  handles a guard that reached zero at (t, y): changes the phase, perhaps y
//   pass  is called after a step or an event that ended at (t, y)
//   stiff the flow decays much faster than it moves: an implicit method is cheaper
//   peak  is called for a maximum of a watched value
//   grow  computes a step from y as power series of the states, first with a given length
//   piece computes the phase from y as power series, if it is linear; `along` returns the states after a fraction of it
typedef struct carom_machine_system {
    int states, guards, peaks;
    int quiet, quiet_end; // the flow does not depend on the states from `quiet` to before `quiet_end`
    double unit;          // its own unit of time, s
    size_t work;          // limit on the work; 0: CAROM_COMPLIANT_WORK
    double longest;       // the longest step that cannot skip two sign changes of a guard, s
    const double *size;   // typical size of each state, to which the absolute tolerance is relative
    const double *depth;  // the same for guards and peaks: a dip below zero by a tiny fraction of it is rounding
    void (*flow)(void *self, const double *y, double *dy);
    void (*look)(void *self, const double *y, double *values);
    carom_machine_turn (*turn)(void *self, int guard, double t, double *y);
    carom_machine_turn (*pass)(void *self, double t, const double *y);
    bool (*stiff)(void *self, const double *y); // true if the flow decays much faster than it moves; NULL: never
    void (*peak)(void *self, int which, double value, double t, const double *y);
    bool (*grow)(void *self, const double *y, double length,
                 carom_linear_piece *piece);                               // false if not possible here; NULL: never
    bool (*piece)(void *self, const double *y, carom_linear_piece *piece); // false if not linear here; NULL: never
    void (*along)(void *self, const carom_linear_piece *piece, const double *begin, double s, double *y);
    int passes; // number of parts in which a piece is recorded, for drawing; 0 or 1: one part
} carom_machine_system;

#endif
