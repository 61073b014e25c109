// A random test checks only the problems that the law solved. It therefore prints their number and fails if their share
// is too low. Otherwise a law that rejects every problem would pass.
#ifndef CAROM_TESTS_FLOOR_H
#define CAROM_TESTS_FLOOR_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

// Returns false if `answered` is less than `share` of `asked`. The environment variable CAROM_FLOOR replaces every
// share. With CAROM_FLOOR=2 every test that uses this function must fail.
static inline bool floor_holds(long answered, long asked, double share) {
    const char *other = getenv("CAROM_FLOOR");
    return asked > 0 && (double)answered >= (other ? atof(other) : share) * (double)asked;
}

// Returns floor_holds and prints the numbers.
static inline bool floor_met(const char *campaign, long answered, long asked, double share) {
    const bool met = floor_holds(answered, asked, share);
    printf("%s%s: %ld of %ld answered, at least %.3g %%\n", met ? "" : "BELOW THE FLOOR ", campaign, answered, asked,
           100.0 * share);
    return met;
}

#endif
