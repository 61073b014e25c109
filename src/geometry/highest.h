// The impulse with the largest v_n' that friction and energy allow.
#ifndef CAROM_SRC_HIGHEST_H
#define CAROM_SRC_HIGHEST_H

#include <stdbool.h>

#include "carom/carom.h"

typedef struct carom_highest {
    double P[3];
    double vn;   // v_n' there, at least -v_n
    double over; // v_n' + v_n, not from their difference
} carom_highest;

// False for a singular W. v_n <= 0, W_nn > 0; mu may be infinite. In the plane only + - * / sqrt.
bool carom_highest_of(const carom_contact *contact, double mu, carom_highest *highest);

#endif
