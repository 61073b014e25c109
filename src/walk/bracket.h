// Searches for an event in an interval of the path parameter (`clock`), which is narrowed by Newton steps.
#ifndef CAROM_SRC_BRACKET_H
#define CAROM_SRC_BRACKET_H

#include <stdbool.h>

// The event is between these parameters. `high` may be infinite.
typedef struct carom_bracket {
    double low, high;
    double step; // the last Newton step, 0 before the first
} carom_bracket;

// Returns the expected position of the event from value and slope at both ends of a bracket. It is the zero of the
// secant, corrected by one Newton step on the cubic through these values and slopes.
double carom_bracket_guess(double low, double high, const double value[2], const double slope[2]);

// Returns the expected position in a bracket without end, from the value and slope at its start. It is a Newton step
// that at most doubles the distance to the start.
double carom_bracket_beyond(double low, double value, double slope);

// Takes one step of the search from a point with this value: a Newton step. If that would leave the bracket, the
// bracket is halved, or doubled if it has no end. Returns the parameter of the next point, and *last = true if the
// event is there.
double carom_bracket_step(carom_bracket *bracket, double clock, double value, double newton, bool *last);

#endif
