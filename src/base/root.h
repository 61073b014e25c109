// The root finder: where a function of one number changes sign, a look at a time. The caller evaluates, the finder says
// where next, so what is evaluated may be anything.
//
//   carom_root r = carom_root_between(low, high, f(low) < 0.0);
//   while (!r.over) carom_root_newton(&r, f(r.x), slope(r.x));
//   root = r.x;
//
// What it promises, for low < high:
//   - every look lies strictly between low and high, and these only move towards each other; so where f has another sign
//     at high than at low, r.x ends at a change of sign, be it a root or a jump. Where it has not, r.x ends at high.
//   - high may be infinite: it looks ever farther, 2 low + 1, until the sign has changed.
//   - a value of exactly zero is the root. A value that is not a number ends the search with r.x not a number.
//   - Newton's steps and the chord's are taken where they stay inside and get shorter, else the bracket is halved; after
//     40 looks it is only halved. 200 looks at most, as many only for a root near zero in a wide bracket.
//   - without `close` and `least` it goes on until the doubles run out.
// Only + - * /.
#ifndef CAROM_SRC_ROOT_H
#define CAROM_SRC_ROOT_H

#include <stdbool.h>

typedef struct carom_root {
    double x;         // where to look next; when it is over, the root
    bool over;        // nothing is left to look at
    double low, high; // the sign changes between these
    double close;     // a Newton step of this share of x, or less, is the last, and where it leads is not looked at
    double least;     // a step of this length, or less, is the last, and where it leads is not looked at

    // The finder's own.
    bool rising;
    int looks, side, slow;     // side: of the last look, -1 low, 1 high; slow: secants since the bracket was halved
    double at_low, at_high;    // values there, NaN if unknown; halved for an end that stays (Illinois)
    double step, before, wide; // the last steps; the bracket when `slow` was zero
} carom_root;

// A bracket: f rises from below zero at low to above at high, or falls. The first look is half the way.
carom_root carom_root_between(double low, double high, bool rising);

// A bracket whose values are known, one above zero and the other not; the first look is where the chord is zero. An end
// with a value of exactly zero is the root, and nothing is left to look at.
carom_root carom_root_chord(double low, double at_low, double high, double at_high);

// Where to look first, if that lies inside.
void carom_root_guess(carom_root *root, double x);

// What was seen at root->x: the value and the slope; the value alone; whether the root lies below, which halves.
void carom_root_newton(carom_root *root, double value, double slope);
void carom_root_secant(carom_root *root, double value);
void carom_root_halve(carom_root *root, bool beyond);

#endif
