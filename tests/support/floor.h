// A campaign shows something of the problems that were answered and nothing of the others. So it says how many there
// were, and fails below a floor: a law that refuses everything breaks no promise.
#ifndef CAROM_TESTS_FLOOR_H
#define CAROM_TESTS_FLOOR_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

// False if less than this share of what was asked was answered. CAROM_FLOOR in the environment stands for every share:
// with 2 each campaign must fail, or it does not look at its floor.
static inline bool floor_holds(long answered, long asked, double share) {
    const char *other = getenv("CAROM_FLOOR");
    return asked > 0 && (double)answered >= (other ? atof(other) : share) * (double)asked;
}

// The same, and says so.
static inline bool floor_met(const char *campaign, long answered, long asked, double share) {
    const bool met = floor_holds(answered, asked, share);
    printf("%s%s: %ld of %ld answered, at least %.3g %%\n", met ? "" : "BELOW THE FLOOR ", campaign, answered, asked,
           100.0 * share);
    return met;
}

#endif
