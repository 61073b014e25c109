// A system that the machine runs: what it does between events, what it watches, and what an event changes.
#ifndef CAROM_COMPLIANT_SYSTEM_H
#define CAROM_COMPLIANT_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

#include "carom/carom.h"
#include "piece.h"

typedef enum carom_machine_turn {
    CAROM_GO_ON,  // the phase stays or has changed: integrate on
    CAROM_OVER,   // the run is complete
    CAROM_JAMMED, // the model has no next instant
    CAROM_LOST    // the arithmetic failed
} carom_machine_turn;

// A system: what it does between events, what it watches, and what an event does to it.
//   flow  dy/dt in the present phase
//   look  `guards` values that stay >= 0 as long as the phase holds, then `peaks` values whose maxima matter
//   turn  a guard reached zero at (t, y): change the phase, perhaps y
//   pass  a step ended at (t, y), or an event left it there
//   stiff the flow decays much faster than it moves: an implicit method is cheaper
//   peak  a maximum of a watched value
//   grow  a step of its own choice from y on as power series of the states, tried with a length
//   piece the phase from y on as power series, where it is linear, and `along` the states after a share of it
typedef struct carom_machine_system {
    int states, guards, peaks;
    int quiet, quiet_end; // the flow does not depend on the states from `quiet` to before `quiet_end`
    double unit;          // its own unit of time, s
    size_t work;          // the bound on the work; 0: CAROM_COMPLIANT_WORK
    double longest;       // the longest step that cannot jump over two turns of a guard, s
    const double *size;   // how large each state grows: the absolute tolerance is a share of it
    const double *depth;  // the same for guards and peaks: a dip below zero by a tiny share of it is rounding
    void (*flow)(void *self, const double *y, double *dy);
    void (*look)(void *self, const double *y, double *values);
    carom_machine_turn (*turn)(void *self, int guard, double t, double *y);
    carom_machine_turn (*pass)(void *self, double t, const double *y);
    bool (*stiff)(void *self, const double *y); // does the flow decay much faster than it moves? NULL: never
    void (*peak)(void *self, int which, double value, double t, const double *y);
    bool (*grow)(void *self, const double *y, double length,
                 carom_linear_piece *piece);                               // false: none here. NULL: never
    bool (*piece)(void *self, const double *y, carom_linear_piece *piece); // false: not linear here. NULL: never
    void (*along)(void *self, const carom_linear_piece *piece, const double *begin, double s, double *y);
    int passes; // number of parts in which a piece is recorded, for drawing; 0 or 1: one part
    int copies; // of the same states, one after the other; 0: one. `quiet` counts within each
    void (*slopes)(void *self, const double *y, double A[]); // of the flow in each copy (stepper.h); NULL: not known
    double (*reach)(void *self, const double *y); // an explicit step is at most a quarter of this, s; NULL: no matter
    // For derivatives (vary.h); NULL and 0: it has none.
    const struct carom_vary *vary;
    struct carom_kept *keep; // is filled, and nothing run
    int impulse;             // the first place of P among the states
} carom_machine_system;

#endif
