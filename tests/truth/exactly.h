// Evaluates every closed form in 113-bit arithmetic. It compiles the kernels of the library with another type instead
// of `double`. These functions have the same equations as the library, which golden cases and relations between laws
// check, but different rounding errors.
#ifndef CAROM_TESTS_EXACTLY_H
#define CAROM_TESTS_EXACTLY_H

#include <stdbool.h>

__extension__ typedef __float128 quad;

#define EXACTLY_MOST_PARAMS 8

// Computes P from the first `dim` components of W and v, and from the coefficients p in the order of `param`. Returns
// false if the law has no result.
typedef bool exactly_fn(const quad W[3][3], const quad v[3], const quad p[EXACTLY_MOST_PARAMS], quad P[3]);

typedef struct exactly {
    const char *law; // its identifier, such as pfeiffer_glocker
    int dim;
    int restitution;                        // the restitution hypothesis; -1: any
    int params, param[EXACTLY_MOST_PARAMS]; // carom_param numbers
    exactly_fn *impulse;
} exactly;

// Returns the laws of batch/laws_lanes.def, then the closed forms that are not vectorised. `count` receives their
// number.
const exactly *exactly_rows(int *count);

#endif
