// All that several contacts can be asked, at the edges, as hashes (support/print.h says of what).
#ifndef CAROM_TESTS_MANY_PRINTS_H
#define CAROM_TESTS_MANY_PRINTS_H

#include "many/systems.h"
#include "support/print.h"

typedef struct problem {
    random_system x; // its s is the system
    carom_many_params all;
    double gap[MOST_CONTACTS];
} problem;

// Problem i of those that are asked: ordinary, of whole numbers, at extreme scales, next to a balance, refused. One that a
// method with a striking contact takes, where it needs one; of at most so many contacts.
void many_problem_at(const carom_method *method, uint64_t i, int most, problem *p);

// The parts of it: whole numbers; a number next to x; a system with one number wrong; masses of their own.
void many_whole_system(random_stream *r, int nc, random_system *x);
double next_to(random_stream *r, double x);

// Memory of exactly so many bytes, whose content nobody may read before it is written, and whose end nobody may pass.
void *room_of(size_t bytes);
void print_room(print *to, size_t bytes);

void print_many_outcome(print *to, const carom_system *s, const carom_many_outcome *out);

// One a question: prints of problem i; true if it was answered.
typedef bool many_print_fn(const carom_method *method, uint64_t i, print *to);

many_print_fn many_impact, many_jacobian, many_memory, many_refusal, many_batch, many_resting; // of_method.c
many_print_fn many_validate, many_largest, many_check, many_gaps, many_outcomes, many_bound;   // of_system.c
many_print_fn many_space;
many_print_fn many_lemke, many_small, many_cones, many_nearest, many_order; // of_parts.c

#endif
