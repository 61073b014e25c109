// Finds where a function of one number changes sign. The caller evaluates the function, and the finder returns the next
// point, so the function can be anything.
//
//   carom_root r = carom_root_between(low, high, f(low) < 0.0);
//   while (!r.over) carom_root_newton(&r, f(r.x), slope(r.x));
//   root = r.x;
//
// It guarantees, for low < high:
//   - Every point lies strictly between low and high, and these only move towards each other. If the signs of f at low
//     and at high differ, r.x ends at a change of sign, which is a root or a jump. Otherwise r.x ends at high.
//   - high may be infinite. The points then move outwards, 2 low + 1, until the sign has changed.
//   - A value of exactly zero is the root. A value that is NaN ends the search with r.x = NaN.
//   - Newton steps and chords are used if they stay inside and get shorter; otherwise the bracket is halved. After 40
//     points it is only halved. There are at most 200, and that many only for a root near zero in a wide bracket.
//   - Without `close` and `least` the search continues until no double lies between low and high.
// Uses only + - * /.
#ifndef CAROM_SRC_ROOT_H
#define CAROM_SRC_ROOT_H

#include <stdbool.h>

typedef struct carom_root {
    double x;         // next point to evaluate; at the end, the root
    bool over;        // the search has ended
    double low, high; // the sign changes between these
    double close;     // the search ends after a Newton step of at most this fraction of x, without evaluating its end
    double least;     // the search ends after a step of at most this length, without evaluating its end

    // The members below are internal.
    bool rising;
    int looks, side, slow;     // side of the last point, -1 low, 1 high; `slow` counts chords since the bracket was
                               // halved
    double at_low, at_high;    // values at the ends, NaN if unknown; halved for an end that stays (Illinois)
    double step, before, wide; // the last two steps; `wide` is the bracket width when `slow` was zero
} carom_root;

// Starts with a bracket: f rises from below zero at low to above zero at high, or falls. The first point is the
// midpoint.
carom_root carom_root_between(double low, double high, bool rising);

// Starts with a bracket whose values are known, one above zero and the other not. The first point is the zero of the
// chord. If the value at an end is exactly zero, that end is the root, and the search is over.
carom_root carom_root_chord(double low, double at_low, double high, double at_high);

// Sets the first point to x, if x lies inside the bracket.
void carom_root_guess(carom_root *root, double x);

// Pass the value at root->x to the finder: value and slope, the value alone, or only whether the root lies below. In
// the last case the bracket is halved.
void carom_root_newton(carom_root *root, double value, double slope);
void carom_root_secant(carom_root *root, double value);
void carom_root_halve(carom_root *root, bool beyond);

#endif
