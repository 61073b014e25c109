// Enumerates problems in integers, in order of their size (counterexample.h).
#ifndef CAROM_SRC_INTEGERS_H
#define CAROM_SRC_INTEGERS_H

#include <stdbool.h>

#include "carom/carom.h"
#include "cli/counterexample/counterexample.h"

// The largest number of components: two contacts in 2D.
#define CAROM_COMPONENTS 4

// Describes a coefficient that the search varies.
typedef struct carom_slot {
    const carom_coefficient *row;
    int contact;
    double low, high;
    bool optional;    // the coefficient may be omitted at no cost; it then equals another one
    int least;        // smallest cost of the coefficient
    int numerator[3]; // value of the coefficient: one number, or the components of a VECTOR
    int denominator;  // 0 if omitted
} carom_slot;

typedef struct carom_integers carom_integers;
typedef bool carom_integers_fn(carom_integers *walk); // returns false to end the enumeration

// Holds the enumeration for one dimension, and the function that is called for every problem.
struct carom_integers {
    int dim, contacts, n; // n = dim * contacts components
    bool scale_free;      // skip multiples of W and v, whose results are multiples too
    bool striking;        // only contact 0 approaches
    carom_slot slot[CAROM_MAX_FRACTIONS];
    int slots;
    carom_integers_fn *ask;
    void *context;
    int W[CAROM_COMPONENTS][CAROM_COMPONENTS], v[CAROM_COMPONENTS]; // the current problem, together with the slots
    unsigned stays; // the mirrorings and swaps of the tangents that leave W unchanged
};

// Returns true for a valid range of sizes.
static inline bool carom_search_sizes(int from, int to) {
    return from >= 0 && from <= to && to <= CAROM_SEARCH_MOST;
}

// Adds the coefficient of this table row, unless it cannot be written as fractions. Returns false if there is no slot
// left.
bool carom_integers_take(carom_integers *walk, const carom_coefficient *row, int contact, double low, double high);

// Calls `ask` for every problem of this size. Returns false if `ask` ended the search.
bool carom_integers_of_size(carom_integers *walk, int size);

// carom_slot_put stores a slot's value in the parameters. carom_slots_tell stores all slots in the result.
carom_status carom_slot_put(const carom_slot *slot, int dim, carom_params *params);
void carom_slots_tell(const carom_integers *walk, carom_looked *looked);

#endif
