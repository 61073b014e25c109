// Problems of integers, one after the other in order of their size (carom/search.h).
#ifndef CAROM_SRC_INTEGERS_H
#define CAROM_SRC_INTEGERS_H

#include <stdbool.h>

#include "carom/carom.h"
#include "cli/counterexample/counterexample.h"

// The most components: two contacts in the plane.
#define CAROM_COMPONENTS 4

// A coefficient that the search changes.
typedef struct carom_slot {
    const carom_coefficient *row;
    int contact;
    double low, high;
    bool optional;    // it may be left out, which costs nothing: it then equals another
    int least;        // what it costs at least
    int numerator[3]; // its value: one number, or as many as a VECTOR has
    int denominator;  // 0: left out
} carom_slot;

typedef struct carom_integers carom_integers;
typedef bool carom_integers_fn(carom_integers *walk); // false ends the walk

// One dimension, and what is asked of every problem of it.
struct carom_integers {
    int dim, contacts, n; // n = dim * contacts components
    bool scale_free;      // multiples of W and of v say nothing new
    bool striking;        // contact 0 approaches and no other
    carom_slot slot[CAROM_MAX_FRACTIONS];
    int slots;
    carom_integers_fn *ask;
    void *context;
    int W[CAROM_COMPONENTS][CAROM_COMPONENTS], v[CAROM_COMPONENTS]; // the problem it has arrived at, with the slots
    unsigned stays; // of the mirrors and swaps of the tangents, those that leave W as it is
};

// Is this a range of sizes?
static inline bool carom_search_sizes(int from, int to) {
    return from >= 0 && from <= to && to <= CAROM_SEARCH_MOST;
}

// Adds a coefficient of this row, or none if it is no number that can be written as fractions. False without room.
bool carom_integers_take(carom_integers *walk, const carom_coefficient *row, int contact, double low, double high);

// Asks every problem of this size; false if `ask` ended it.
bool carom_integers_of_size(carom_integers *walk, int size);

// A slot's value as the parameter's, and how the finding tells it.
carom_status carom_slot_put(const carom_slot *slot, int dim, carom_params *params);
void carom_slots_tell(const carom_integers *walk, carom_looked *looked);

#endif
