// Selects the method of each step: a Taylor series if the system has one, Radau's collocation if it is stiff, otherwise
// ARKODE.
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
    carom_radau *radau; // NULL if it was not needed yet
    carom_linear_piece series;
    double length; // of the last step
    bool moved;    // ARKODE and the collocation are at an earlier state
    int idle;      // number of explicit steps in a row that neither grew nor changed anything, as in a stiff system
    int wary;      // number of steps for which the collocation is not used after a failure
} carom_stride;

bool carom_stride_open(carom_stride *stride, const carom_machine_system *system, void *self, size_t *work);
void carom_stride_close(carom_stride *stride);

// Marks that the next step does not continue the last one.
void carom_stride_moved(carom_stride *stride);

// Takes a step from (t, y). *at is its end, y the state there, and *fell is -1. If ARKODE saw a guard fall, *fell is
// that guard, *at its time on the interpolant, and *end the end of the step.
bool carom_stride_step(carom_stride *stride, double t, const double *from, double *at, double *end, int *fell,
                       double *y);

// Repeats the last step up to an event within it, if the flow after the event makes it inaccurate. Returns false if the
// step is already accurate.
bool carom_stride_retake(carom_stride *stride, double length);

// Returns true if the last step is accurate throughout.
bool carom_stride_dense(const carom_stride *stride);

bool carom_stride_by_series(const carom_stride *stride);

// Returns the states at a time after the beginning of the last step, `from`: on its polynomial, or by another step of
// the same kind.
bool carom_stride_within(const carom_stride *stride, double time, const double *from, double *y);

#endif
