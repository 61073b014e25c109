// Computes sine and cosine with the same bits on every platform, by + - * only. C libraries differ in the last bit.
#ifndef CAROM_SRC_TURN_H
#define CAROM_SRC_TURN_H

#include <stdbool.h>

// The largest angle, rad. Above it a double holds less than 10 digits of the direction.
#define CAROM_TURN_MOST 1e6

// Computes sine and cosine with an error of less than 1 unit in the last place. Returns false and writes nothing if the
// angle is NaN or above CAROM_TURN_MOST.
bool carom_turn(double angle, double *sine, double *cosine);

#endif
