// Computes the impulse with the largest v_n' that friction and energy allow.
#ifndef CAROM_SRC_HIGHEST_H
#define CAROM_SRC_HIGHEST_H

#include <stdbool.h>

#include "carom/carom.h"

typedef struct carom_highest {
    double P[3];
    double vn;   // v_n' of that impulse, at least -v_n
    double over; // level - N = v_n' + v_n, computed without cancellation
} carom_highest;

// Returns false for a singular W. Requires v_n <= 0 and W_nn > 0; mu may be infinite. In 2D it uses only + - * / sqrt.
bool carom_highest_of(const carom_contact *contact, double mu, carom_highest *highest);

#endif
