// A print is a hash of all that a question's answer holds: numbers to the last bit, states, refusals. Not words:
// sentences may be said better.
#ifndef CAROM_TESTS_PRINT_H
#define CAROM_TESTS_PRINT_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct print {
    uint64_t hash;
    long asked, answered;
} print;

static const print print_nothing = {UINT64_C(0xcbf29ce484222325), 0, 0};

static inline void print_word(print *to, uint64_t word) {
    to->hash = (to->hash ^ word) * UINT64_C(0x100000001b3);
    to->hash ^= to->hash >> 29;
}

// Every NaN is the same: compilers give them other signs.
static inline void print_number(print *to, double x) {
    union {
        double number;
        uint64_t word;
    } both = {.number = isnan(x) ? (double)NAN : x};
    print_word(to, both.word & (isnan(x) ? UINT64_MAX >> 1 : UINT64_MAX));
}

static inline void print_numbers(print *to, int count, const double *x) {
    for (int i = 0; i < count; i++) print_number(to, x[i]);
}

#endif
