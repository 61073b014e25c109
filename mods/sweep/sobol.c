// Computes Sobol's sequence with the direction numbers of Joe & Kuo (2008), "new-joe-kuo-6", the first 16 dimensions.
// The numbers are Copyright (c) 2008, Frances Y. Kuo and Stephen Joe; debian/copyright has their licence.
#include "mods/sweep/sample.h"

enum { DEGREE = 6 };

static const struct {
    int degree;
    unsigned polynomial; // its inner coefficients
    uint64_t m[DEGREE];
} table[CAROM_SWEEP_INPUTS] = {
    {0, 0, {0}},
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
};

// Computes direction numbers of dimension j, as fractions of 2^53, by the recurrence of the primitive polynomial.
void carom_sobol_directions(int j, uint64_t d[CAROM_SOBOL_BITS]) {
    const int s = table[j].degree;
    for (int k = 0; k < CAROM_SOBOL_BITS; k++) {
        const int top = CAROM_SOBOL_BITS - 1 - k;
        if (s == 0) {
            d[k] = UINT64_C(1) << top;
        } else if (k < s) {
            d[k] = table[j].m[k] << top;
        } else {
            d[k] = d[k - s] ^ (d[k - s] >> s);
            for (int i = 1; i < s; i++)
                if (table[j].polynomial >> (s - 1 - i) & 1) d[k] ^= d[k - i];
        }
    }
}

uint64_t carom_sobol_point(const uint64_t d[CAROM_SOBOL_BITS], uint64_t i) {
    uint64_t x = 0;
    for (int k = 0; k < CAROM_SOBOL_BITS && i >> k; k++)
        if (i >> k & 1) x ^= d[k];
    return x;
}
