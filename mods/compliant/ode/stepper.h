// Integrates by the explicit Runge-Kutta method of order 8 of ARKODE.
#ifndef CAROM_COMPLIANT_STEPPER_H
#define CAROM_COMPLIANT_STEPPER_H

#include <stdbool.h>
#include <stddef.h>

#include <sundials/sundials_context.h>
#include <sundials/sundials_nvector.h>

// The system to integrate: `flow` fills dy, `look` fills the guards.
typedef struct carom_ode_field {
    int states, guards;
    int quiet, quiet_end; // the flow does not depend on the states from `quiet` to before `quiet_end`
    const double *size;   // typical size of each state
    double longest;       // longest step
    size_t *work;         // counts evaluations of `flow` and `look`, and equivalent work
    void (*flow)(void *self, const double *y, double *dy);
    void (*look)(void *self, const double *y, double *guards);
    void *self;
} carom_ode_field;

typedef struct carom_stepper {
    void *memory; // NULL if closed
    carom_ode_field field;
    N_Vector y, size;
    struct ARKodeButcherTableMem *table;
    const double *at, *slope; // the last point at which ARKODE evaluated the flow, and its value
} carom_stepper;

// Computes and counts the flow at y. Returns false if the model is not defined there.
bool carom_flow_at(const carom_ode_field *field, const double *y, double *dy);

bool carom_stepper_open(carom_stepper *stepper, SUNContext context, const carom_ode_field *field, double t,
                        const double *y);
void carom_stepper_close(carom_stepper *stepper);

// Starts again from (t, y), with the previous step length.
bool carom_stepper_reset(carom_stepper *stepper, double t, const double *y);

// Takes one step. *t is its end, y the state at *t, and *fell is -1. If a guard fell, *fell is that guard, *t its time
// on ARKODE's interpolant, and *end the end of the step.
bool carom_stepper_advance(carom_stepper *stepper, double far, double *t, double *end, int *fell, double *y);

// Returns the state at the end of the last step, after a guard fell before it.
bool carom_stepper_end(carom_stepper *stepper, double end, double *y);

// Returns the flow at y if ARKODE has just evaluated it there, as it does at the end of a step; else NULL.
const double *carom_stepper_slope(const carom_stepper *stepper, const double *y);

// Takes one step of exactly this length from y, outside ARKODE, which is not affected.
bool carom_stepper_leap(const carom_stepper *stepper, double length, double *y);

#endif
