// A stretch of time in which everything is a power series: where does a watched value first fall below zero?
#ifndef CAROM_COMPLIANT_PIECE_H
#define CAROM_COMPLIANT_PIECE_H

#include <stdbool.h>

#include "carom/compliant.h"

#define CAROM_MACHINE_STATES (11 + 2 * CAROM_VIBRATIONS_MAX) // a contact in space with all the modes it may have
#define CAROM_MACHINE_LOOKS  8

// exp(x) to the 24th power of x is right to 3e-17 of its greatest term at |x| = 2, which is how long a piece is.
#define CAROM_PIECE_ORDER  24
#define CAROM_PIECE_LENGTH 2.0

// Coefficients of the powers of s, the share of the piece that has passed: 0 at its beginning, 1 at its end.
typedef double carom_series[CAROM_PIECE_ORDER + 1];

typedef struct carom_linear_piece {
    double given;                         // its length where that is not its own choice, s; 0: it is
    double length;                        // s
    int states;                           // of the system
    carom_series y[CAROM_MACHINE_STATES]; // the states but the work
    carom_series force, speed;            // whose product is the power that the work gathers
    bool watched[CAROM_MACHINE_LOOKS];    // guards, then peaks; the others have nothing to watch
    carom_series look[CAROM_MACHINE_LOOKS];
    double size[CAROM_MACHINE_LOOKS]; // of the terms that make up each: its rounding is a share of this
} carom_linear_piece;

double carom_series_at(const double *c, double s);

// The first share at which the series falls through zero; 0 if it is negative from the beginning, 2 if it stays above.
// A value or a slope of less than 1e-13 of `size` at the beginning is zero: what follows it decides. None is missed: a
// stretch is left behind only where the value at its middle, its slope and a bound of its curvature leave no zero.
double carom_series_fall(const double *c, double size);

// The integral of the product of two series over the shares from 0 to s.
double carom_series_work(const double *a, const double *b, double s);

#endif
