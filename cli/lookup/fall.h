// Reads the acceleration of a contact without contact forces, for carom_forces_compute.
#ifndef CAROM_CLI_FALL_H
#define CAROM_CLI_FALL_H

#include "mods/scenario/problem.h"

// Reads the acceleration. `stated` is the acceleration itself, "b_n b_t". `gravity` makes the bodies of the problem
// fall: one number, downwards along the last world axis, or a vector. One of the two is NULL.
bool carom_fall_read(const carom_problem *problem, const char *stated, const char *gravity, double b[3],
                     carom_error *refusal);

// Reads the same words, but writes gravity itself to `vector` instead of the acceleration that it causes.
bool carom_fall_vector(const carom_problem *problem, const char *stated, const char *gravity, double vector[3],
                       carom_error *refusal);

#endif
