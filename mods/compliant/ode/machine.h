// Integrates a system that is smooth between events: its own power series where it is linear, ARKODE elsewhere, do the
// smooth pieces; the machine finds the events.
#ifndef CAROM_COMPLIANT_MACHINE_H
#define CAROM_COMPLIANT_MACHINE_H

#include "system.h"

// Bounds on a run that will not end, besides its work: 1e8 of the system's own time units. Events that do not move the
// clock chatter: 1000 in a row end the run; where two or three guards meet it takes a handful.
#define CAROM_MACHINE_TIME    1e8
#define CAROM_MACHINE_CHATTER 1000

typedef struct carom_machine_report {
    double t;        // when it ended
    int evaluations; // steps taken
    int events;
} carom_machine_report;

// Runs the system from (t, y) until it is over. y holds the final state. CAROM_OK, CAROM_NOT_APPLICABLE (jammed) or
// CAROM_NOT_CONVERGED (a bound above was reached, or the arithmetic failed).
carom_status carom_machine_run(const carom_machine_system *system, void *self, double t, double *y,
                               carom_machine_report *report);

#endif
