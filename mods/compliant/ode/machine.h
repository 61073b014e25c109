// Integrates a system that is smooth between events, and finds the events. It uses the system's own power series if it
// is linear, otherwise ARKODE.
#ifndef CAROM_COMPLIANT_MACHINE_H
#define CAROM_COMPLIANT_MACHINE_H

#include "system.h"

// Limits of a run, besides its work: 1e8 time units of the system, and 1000 events in a row that do not advance the
// time. If two or three guards meet, a few such events are normal.
#define CAROM_MACHINE_TIME    1e8
#define CAROM_MACHINE_CHATTER 1000

typedef struct carom_machine_report {
    double t;        // time of the end
    int evaluations; // number of steps
    int events;
} carom_machine_report;

// Runs the system from (t, y) to its end; y receives the final state. Returns CAROM_OK, CAROM_NOT_APPLICABLE (jammed)
// or CAROM_NOT_CONVERGED (a limit was reached, or the computation failed).
carom_status carom_machine_run(const carom_machine_system *system, void *self, double t, double *y,
                               carom_machine_report *report);

#endif
