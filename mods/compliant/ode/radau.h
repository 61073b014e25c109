// Radau's collocation method of 9 stages, for stiff phases: order 17 where nothing is stiff, and 9 where much is, which a
// diagonally implicit method of order 5 does with order 2. Every step is a polynomial that is right to the tolerance all
// along, so events are looked for on it.
#ifndef CAROM_COMPLIANT_RADAU_H
#define CAROM_COMPLIANT_RADAU_H

#include "stepper.h"

typedef struct carom_radau carom_radau;

// NULL: no memory, or more states than its matrix is worth.
carom_radau *carom_radau_open(const carom_ode_field *field);
void carom_radau_close(carom_radau *radau);

// Starts again from y, with the step it would have taken.
void carom_radau_reset(carom_radau *radau, const double *y);

// One step of its own choice, of *length, to y. False: the equations cannot be solved however short it is.
bool carom_radau_advance(carom_radau *radau, double *length, double *y);

// The last step once more, shorter: its stages then lie before an event that it passed, past which the flow is another.
bool carom_radau_retake(carom_radau *radau, double length);

// Every step is passed at this many instants, the last one its end; their times as shares of it.
extern const int carom_radau_stages;
extern const double carom_radau_nodes[];

// The states a time after the beginning of the last step.
void carom_radau_within(const carom_radau *radau, double time, double *y);

#endif
