// Computes sums that do not depend on their order. A sum is a fixed-point number of 512 bits in digits of 32, so adding
// is exact and associative. Partial sums of any ranks, chunks and runs give the same bits.
#ifndef CAROM_SWEEP_EXACT_SUM_H
#define CAROM_SWEEP_EXACT_SUM_H

#include <stdbool.h>
#include <stdint.h>

// 256 bits on either side of the point: squares of numbers from 1e-30 to 1e30 keep 53 bits or more.
enum { CAROM_EXACT_DIGITS = 16, CAROM_EXACT_POINT = 256 };

typedef struct carom_exact {
    int64_t digit[CAROM_EXACT_DIGITS]; // lowest first; before carries, a digit may be outside 0 .. 2^32 - 1
} carom_exact;

// Adds x. Returns false and adds nothing if x is not finite or reaches 2^200. Bits below 2^-256 are cut off.
bool carom_exact_add(carom_exact *sum, double x);

// Adds another sum. Both must be normalised (carom_exact_tidy), and the result is normalised too.
void carom_exact_merge(carom_exact *sum, const carom_exact *other);

// Normalises the sum by carries, to a unique representation. Must be called at least every 2^30 additions.
void carom_exact_tidy(carom_exact *sum);

// Returns the value of a normalised sum.
double carom_exact_value(const carom_exact *sum);

#endif
