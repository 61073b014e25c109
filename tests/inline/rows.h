// Lists the functions of carom_inline.h, and generates random problems for each of them.
#ifndef CAROM_TESTS_INLINE_ROWS_H
#define CAROM_TESTS_INLINE_ROWS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/each.h"
#include "bench/apply.h"
#include "carom/law.h"

// The number of inputs of a problem in 3D without coefficients, and the largest number of inputs of a function.
enum { SPACE_NUMBERS = 9, MOST_NUMBERS = SPACE_NUMBERS + CAROM_MAX_EACH };

typedef struct answer {
    double P[3];
    uint64_t mode; // 255: not solved
} answer;

typedef struct row {
    const char *name;
    const carom_law *law;
    int dim, restitution, count;
    int params[CAROM_MAX_EACH];
    void (*solve)(const double *x, answer *out);   // in double
    void (*solve_f)(const double *x, answer *out); // in float, with numbers that are floats
} row;

extern const row rows[];
extern const int row_count;

static inline int numbers_of(const row *r) {
    return (r->dim == 2 ? 5 : SPACE_NUMBERS) + r->count;
}

// Makes a random problem with masses within a decade and mu from 0.01 to 1. `single` rounds its numbers to float first.
// Returns the status of carom_collide. x receives the numbers in the order of the function's parameters.
carom_status make_problem(const row *r, uint64_t index, int single, double x[MOST_NUMBERS], carom_result *out);

#endif
