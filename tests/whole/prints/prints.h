// A print is a hash of all that a question's answer holds: numbers to the last bit, states, refusals. Not words:
// sentences may be said better.
#ifndef CAROM_TESTS_PRINTS_H
#define CAROM_TESTS_PRINTS_H

#include <stdbool.h>
#include <stdint.h>

#include "carom/carom.h"

typedef struct print {
    uint64_t hash;
    long asked, answered;
} print;

void print_word(print *to, uint64_t word);
void print_number(print *to, double x); // every NaN is the same: compilers give them other signs
void print_numbers(print *to, int count, const double *x);
void print_outcome(print *to, const carom_outcome *out);

// `answered` counts if it is true.
typedef bool print_fn(const carom_law *law, const carom_contact *c, const carom_params *p, print *to);

typedef struct question {
    const char *name;
    print_fn *ask;
    bool of_law; // else of a contact alone, and the law is NULL
    int problems;
} question;

extern const question questions_of_law[], questions_of_contact[]; // the last has no name

// Problem i of those that are asked: ordinary, of whole numbers, at extreme scales, next to a balance, refused.
void problem_at(const carom_law *law, int dim, uint64_t i, carom_contact *c, carom_params *p);

#endif
