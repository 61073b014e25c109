// The lanes of every closed form, in 113-bit arithmetic: the library's own kernels, with another word for `double`. What they
// share with the library is the equations, which golden cases and relations between laws hold; what they do not is rounding.
#ifndef CAROM_TESTS_EXACTLY_H
#define CAROM_TESTS_EXACTLY_H

#include <stdbool.h>

__extension__ typedef __float128 quad;

#define EXACTLY_MOST_PARAMS 8

// W[i][j] as in a contact, dim of them read; p in the order of the row. False: the form has no answer there.
typedef bool exactly_fn(const quad W[3][3], const quad v[3], const quad p[EXACTLY_MOST_PARAMS], quad P[3]);

typedef struct exactly {
    const char *law; // its id, pfeiffer_glocker
    int dim;
    int restitution;                        // the choice it is for; -1: any
    int params, param[EXACTLY_MOST_PARAMS]; // carom_param numbers
    exactly_fn *impulse;
} exactly;

// The rows of batch/laws_lanes.def, then the closed forms that have no lanes; count of them.
const exactly *exactly_rows(int *count);

#endif
