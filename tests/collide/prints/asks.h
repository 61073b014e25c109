// What is asked of the room: a print_fn each (whole/prints/prints.h).
#ifndef CAROM_TESTS_COLLIDE_ASKS_H
#define CAROM_TESTS_COLLIDE_ASKS_H

#include "whole/prints/prints.h"

// of_rooms.c: functions that laws are made of.
print_fn ask_cone, ask_habits, ask_sticks, ask_gains, ask_slices, ask_rays, ask_polygons, ask_covers;

// of_regions.c: what a contact is asked.
print_fn ask_valid, ask_region, ask_extent, ask_shape, ask_place, ask_critical;

// of_answers.c: what a law is asked.
print_fn ask_answer, ask_taken, ask_path, ask_solutions, ask_before, ask_ways_back, ask_mass, ask_reach;

// of_slopes.c: derivatives, and batches of answers and derivatives.
print_fn ask_slopes, ask_linear, ask_batch, ask_rows;

#endif
