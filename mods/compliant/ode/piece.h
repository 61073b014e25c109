// Represents an interval of time in which everything is a power series, and finds the first time at which a watched
// value falls below zero.
#ifndef CAROM_COMPLIANT_PIECE_H
#define CAROM_COMPLIANT_PIECE_H

#include <stdbool.h>

#include "carom/compliant.h"

#define CAROM_MACHINE_STATES (11 + 2 * CAROM_VIBRATIONS_MAX) // a 3D contact with the maximum number of modes
#define CAROM_MACHINE_LOOKS  8

// The series of exp(x) to the 24th power is accurate to 3e-17 of its largest term at |x| = 2, the length of a piece.
#define CAROM_PIECE_ORDER  24
#define CAROM_PIECE_LENGTH 2.0

// Coefficients of the powers of s, the fraction of the piece that has passed: 0 at its beginning, 1 at its end.
typedef double carom_series[CAROM_PIECE_ORDER + 1];

typedef struct carom_linear_piece {
    double length;                        // s
    int states;                           // of the system
    carom_series y[CAROM_MACHINE_STATES]; // the states except the work
    carom_series force, speed;            // their product is the power, whose integral is the work
    bool watched[CAROM_MACHINE_LOOKS];    // guards, then peaks; false if nothing is watched
    carom_series look[CAROM_MACHINE_LOOKS];
    double size[CAROM_MACHINE_LOOKS]; // size of the terms of each, to which its rounding error is relative
} carom_linear_piece;

double carom_series_at(const double *c, double s);

// Returns the first fraction at which the series falls through zero; 0 if it is negative from the beginning, 2 if it
// stays above. A value or slope below 1e-13 of `size` at the beginning counts as zero, and the next term decides. No
// zero is missed: an interval is skipped only if its middle value, slope and a bound on the curvature exclude a zero.
double carom_series_fall(const double *c, double size);

// Returns the integral of the product of two series over fractions from 0 to s.
double carom_series_work(const double *a, const double *b, double s);

#endif
