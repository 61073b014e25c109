// What laws and contacts are asked, and how their outcomes are printed.
#ifndef CAROM_TESTS_PRINTS_H
#define CAROM_TESTS_PRINTS_H

#include <stdio.h>

#include "carom/carom.h"
#include "support/print.h"

void print_outcome(print *to, const carom_outcome *out);

// All that is told of an impulse P, of the way on from it along d, and so many numbers of its velocity after. A maximum of
// two zeros may have either sign: with -0.0 for `zero` it counts, with 0.0 not.
typedef struct placed {
    bool located, judged;
} placed;
placed print_place(print *to, const carom_contact *c, const carom_params *p, const double P[3], const double d[3],
                   int numbers, double zero);

// `answered` counts if it is true.
typedef bool print_fn(const carom_law *law, const carom_contact *c, const carom_params *p, print *to);

print_fn print_collide, print_slopes, print_batch, print_lanes, print_card, print_edges, print_standard,
    print_solutions, print_rank2;

typedef struct question {
    const char *name;
    print_fn *ask;
    bool of_law; // else of a contact alone, and the law is NULL
    int problems;
} question;

extern const question questions_of_law[], questions_of_contact[]; // the last has no name

const question *question_find(const char *name); // NULL if there is none

bool question_applies(const question *q, const carom_law *law, int dim);
print print_of_problem(const question *q, const carom_law *law, int dim, uint64_t i);

// One problem that a search found, and what its print is.
typedef struct found_row {
    const question *q; // NULL: nobody asks that any more
    const carom_law *law;
    int dim;
    uint64_t index, hash;
} found_row;
bool found_next(FILE *in, found_row *f); // false at the end
void found_tell(FILE *out, const found_row *f);

// Problem i of those that are asked: ordinary, of whole numbers, at extreme scales, next to a balance, refused.
void problem_at(const carom_law *law, int dim, uint64_t i, carom_contact *c, carom_params *p);

// From this number on they are drawn in other ways, without end.
#define SOUGHT UINT64_C(1000000000)
void problem_sought(const carom_law *law, int dim, uint64_t i, carom_contact *c, carom_params *p);

// Another in its stead: W of rank 2 in space, of small whole numbers or not, and friction of any size.
void problem_of_rank2(carom_contact *c, carom_params *p);

#endif
