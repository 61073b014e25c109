// Where an event of the walk is sought: a bracket of clocks, narrowed by Newton's steps.
#ifndef CAROM_SRC_BRACKET_H
#define CAROM_SRC_BRACKET_H

#include <stdbool.h>

// The event is between these clocks. `high` may be infinite.
typedef struct carom_bracket {
    double low, high;
    double step; // Newton's latest, 0 before the first
} carom_bracket;

// Where the event should be, by value and slope at both ends of a bracket: the secant, bent by one Newton step on the
// cubic through them.
double carom_bracket_guess(double low, double high, const double value[2], const double slope[2]);

// The same for a bracket without end, by value and slope at its start: by Newton, but no more than twice as far.
double carom_bracket_beyond(double low, double value, double slope);

// One step of the search from a clock with this value: Newton's, or where that would leave the bracket half the way, or
// twice as far where there is no end. Returns the next clock; *last if it is the event's.
double carom_bracket_step(carom_bracket *bracket, double clock, double value, double newton, bool *last);

#endif
