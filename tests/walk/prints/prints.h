// The parts of Routh's walk asked by themselves, at the edges, as hashes (support/print.h says of what).
#ifndef CAROM_TESTS_WALK_PRINTS_H
#define CAROM_TESTS_WALK_PRINTS_H

#include "whole/prints/prints.h"

// One a question: prints of problem i; true if it was answered.
typedef bool walk_print_fn(uint64_t i, print *to);

walk_print_fn walk_bracket, walk_stops, walk_rebound;                        // of_parts.c
walk_print_fn walk_view, walk_ahead, walk_rest, walk_course;                 // of_flow.c
walk_print_fn walk_space, walk_plane, walk_near, walk_hodograph, walk_lanes; // of_walk.c

// A contact that laws pass on to the walk (v_n <= 0, W_nn > 0, friction that is a number); false if problem i is none.
bool walk_problem_at(int dim, uint64_t i, carom_contact *c, carom_params *p);

#endif
