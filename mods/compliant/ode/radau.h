// Implements Radau's collocation method with 9 stages, for stiff phases. Its order is 17 for nonstiff and 9 for very
// stiff problems, where a diagonally implicit method of order 5 has order 2. Every step is a polynomial that is
// accurate to the tolerance throughout, so events are searched on it.
#ifndef CAROM_COMPLIANT_RADAU_H
#define CAROM_COMPLIANT_RADAU_H

#include "stepper.h"

typedef struct carom_radau carom_radau;

// Returns NULL if there is not enough memory, or if there are too many states for a matrix.
carom_radau *carom_radau_open(const carom_ode_field *field);
void carom_radau_close(carom_radau *radau);

// Starts again from y, with the same next step length.
void carom_radau_reset(carom_radau *radau, const double *y);

// Takes one step to y and sets *length. Returns false if the equations cannot be solved for any length.
bool carom_radau_advance(carom_radau *radau, double *length, double *y);

// Repeats the last step with a shorter length, so that all its stages are before an event, after which the flow is
// different.
bool carom_radau_retake(carom_radau *radau, double length);

// The number of stages, and their times as fractions of a step; the last one is its end.
extern const int carom_radau_stages;
extern const double carom_radau_nodes[];

// Returns the states at a time after the beginning of the last step.
void carom_radau_within(const carom_radau *radau, double time, double *y);

#endif
