// The explicit Runge-Kutta method of order 8, by ARKODE.
#ifndef CAROM_COMPLIANT_STEPPER_H
#define CAROM_COMPLIANT_STEPPER_H

#include <stdbool.h>
#include <stddef.h>

#include <sundials/sundials_context.h>
#include <sundials/sundials_nvector.h>

// What is integrated: `flow` fills dy, `look` fills the guards.
typedef struct carom_ode_field {
    int states, guards;
    int quiet, quiet_end; // the flow does not depend on the states from `quiet` to before `quiet_end`
    const double *size;   // how large each state grows
    double longest;       // longest step
    size_t *work;         // counts the calls of `flow` and `look`, and what is as long
    void (*flow)(void *self, const double *y, double *dy);
    void (*look)(void *self, const double *y, double *guards);
    // `copies` of the same states follow each other; 0: one. `slopes` are those of the flow within each, row by row, and what
    // else moves a copy comes from those before it. NULL: they are found by differences of the flow.
    int copies;
    void (*slopes)(void *self, const double *y, double A[]);
    double (*reach)(void *self, const double *y); // an explicit step is at most a quarter of this; NULL: no matter
    void *self;
} carom_ode_field;

typedef struct carom_stepper {
    void *memory; // NULL: closed
    carom_ode_field field;
    N_Vector y, size;
    struct ARKodeButcherTableMem *table;
    const double *at, *slope; // where ARKODE last asked for the flow, and its answer
} carom_stepper;

// Fills and counts the flow at y. False: the model says nothing there.
bool carom_flow_at(const carom_ode_field *field, const double *y, double *dy);

bool carom_stepper_open(carom_stepper *stepper, SUNContext context, const carom_ode_field *field, double t,
                        const double *y);
void carom_stepper_close(carom_stepper *stepper);

// Starts again from (t, y), with the step size it had.
bool carom_stepper_reset(carom_stepper *stepper, double t, const double *y);

// One step of its own choice. *t is its end; or, where a guard fell, the time of that on ARKODE's interpolant, and *end
// the end of the step. y is the state at *t, *fell the guard that fell or -1.
bool carom_stepper_advance(carom_stepper *stepper, double far, double *t, double *end, int *fell, double *y);

// The state at the end of the last step, where a guard fell before it.
bool carom_stepper_end(carom_stepper *stepper, double end, double *y);

// The flow at y if ARKODE has just asked for it there, as it does at the end of a step; else NULL.
const double *carom_stepper_slope(const carom_stepper *stepper, const double *y);

// One step from y of exactly this length. It is taken outside ARKODE: the run goes on as it was.
bool carom_stepper_leap(const carom_stepper *stepper, double length, double *y);

#endif
