// Sums that do not depend on their order. A sum is a fixed-point number of 512 bits in digits of 32, so adding is exact
// and associative: partial sums of any ranks, chunks and runs meet in the same bits.
#ifndef CAROM_SWEEP_EXACT_H
#define CAROM_SWEEP_EXACT_H

#include <stdbool.h>
#include <stdint.h>

// 256 bits on either side of the point: squares of numbers from 1e-30 to 1e30 keep 53 bits or more.
enum { CAROM_EXACT_DIGITS = 16, CAROM_EXACT_POINT = 256 };

typedef struct carom_exact {
    int64_t digit[CAROM_EXACT_DIGITS]; // lowest first; between carries each may leave 0 .. 2^32 - 1
} carom_exact;

// False, and nothing is added, if x is not finite or reaches 2^200. What lies below 2^-256 is cut off.
bool carom_exact_add(carom_exact *sum, double x);

// Both sums must be tidy; so is the result.
void carom_exact_merge(carom_exact *sum, const carom_exact *other);

// Carries: the one way to write the number. Needed before 2^30 additions have gone by.
void carom_exact_tidy(carom_exact *sum);

// Of a tidy sum.
double carom_exact_value(const carom_exact *sum);

#endif
