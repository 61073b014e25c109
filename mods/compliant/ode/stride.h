// How the machine goes from one instant to the next: a Taylor series where the system has one, Radau's collocation where it
// is stiff, ARKODE elsewhere.
#ifndef CAROM_COMPLIANT_STRIDE_H
#define CAROM_COMPLIANT_STRIDE_H

#include "radau.h"
#include "stepper.h"
#include "system.h"

typedef enum carom_stride_kind { CAROM_BY_STEPS, CAROM_BY_COLLOCATION, CAROM_BY_SERIES } carom_stride_kind;

typedef struct carom_stride {
    const carom_machine_system *system;
    void *self;
    SUNContext context;
    carom_ode_field field;
    carom_stride_kind kind; // of the last step
    carom_stepper run;
    carom_radau *radau; // NULL: never asked for
    carom_linear_piece series;
    double length; // of the last step
    bool moved;    // ARKODE and the collocation stand elsewhere
    int idle;      // explicit steps in a row that neither grew nor changed anything: what they follow is stiff
    int wary;      // steps for which the collocation, having failed, is not used
} carom_stride;

bool carom_stride_open(carom_stride *stride, const carom_machine_system *system, void *self, size_t *work);
void carom_stride_close(carom_stride *stride);

// The next step does not go on from the last one.
void carom_stride_moved(carom_stride *stride);

// A step of its own choice from (t, y). *at is its end; or, where ARKODE saw a guard fall, the time of that on its interpolant,
// and *end the end of the step; y is the state at *at, *fell that guard or -1.
bool carom_stride_step(carom_stride *stride, double t, const double *from, double *at, double *end, int *fell,
                       double *y);

// The last step once more, up to an event within it, if the flow past the event spoils it. False: it is right as it is.
bool carom_stride_retake(carom_stride *stride, double length);

// Is the last step right all along?
bool carom_stride_dense(const carom_stride *stride);

bool carom_stride_by_series(const carom_stride *stride);

// The states a time after the beginning of the last step, `from`: on it, or by another step of the same kind.
bool carom_stride_within(const carom_stride *stride, double time, const double *from, double *y);

#endif
