// Provides batches of random problems in columns, with the results of carom_collide for each.
#ifndef CAROM_TESTS_PROBLEMS_H
#define CAROM_TESTS_PROBLEMS_H

#include <stdbool.h>

#include "carom/batch.h"

#define PROBLEMS_MOST 65536

// The results of a batch, in arrays.
typedef struct answers {
    double P[3][PROBLEMS_MOST], v[3][PROBLEMS_MOST], dE[PROBLEMS_MOST];
    uint8_t mode[PROBLEMS_MOST], broken[PROBLEMS_MOST], status[PROBLEMS_MOST];
} answers;

typedef struct problems {
    int dim;
    size_t n;
    bool dirty;
    carom_contact contacts[PROBLEMS_MOST];
    carom_params sets[PROBLEMS_MOST];
    double W[3][3][PROBLEMS_MOST], v[3][PROBLEMS_MOST], param[CAROM_PARAM_END][PROBLEMS_MOST];
} problems;

// Draws n random problems from number `first` for this law, all with one restitution hypothesis. One in `dirty` is
// spoilt (0: none). A spoilt problem contains NaN, infinity, a denormal number or a number out of range. It can also be
// singular, separate, or be below the rest speed.
void problems_make(problems *x, const carom_law *law, int dim, carom_restitution restitution, uint64_t first, size_t n,
                   int dirty);

// Solves each problem with carom_collide.
void problems_solve(const problems *x, const carom_law *law, answers *out);

// Return columns that point into the arrays of x and out.
carom_batch_in problems_in(const problems *x, const carom_law *law);
carom_batch_out answers_out(answers *out);

// Prints the first item and column in which the results differ by a bit. Returns false if there is none.
bool answers_differ(const char *what, int dim, size_t n, const answers *a, const answers *b);

#endif
