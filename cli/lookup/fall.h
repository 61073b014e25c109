// The acceleration of a contact without contact forces, for carom_forces_compute.
#ifndef CAROM_CLI_FALL_H
#define CAROM_CLI_FALL_H

#include "mods/scenario/problem.h"

// From words: `stated` is the acceleration itself, "b_n b_t"; else the bodies of the problem fall with `gravity`, one
// number downwards along the last world axis, or a vector. One of them is NULL.
bool carom_fall_read(const carom_problem *problem, const char *stated, const char *gravity, double b[3],
                     carom_error *refusal);

#endif
