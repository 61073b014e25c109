// Computes random numbers by splitmix64, which has the same bits on every machine.
#ifndef CAROM_SRC_RANDOM_H
#define CAROM_SRC_RANDOM_H

#include <stdint.h>

// Returns a hash of a counter, so that any member of a sequence can be computed alone.
static inline uint64_t carom_random_hash(uint64_t counter) {
    counter = (counter ^ (counter >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    counter = (counter ^ (counter >> 27)) * UINT64_C(0x94d049bb133111eb);
    return counter ^ (counter >> 31);
}

// Returns the next number of a sequence.
static inline uint64_t carom_random_next(uint64_t *state) {
    return carom_random_hash(*state += UINT64_C(0x9e3779b97f4a7c15));
}

#endif
