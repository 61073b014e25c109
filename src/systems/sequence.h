// Sequences of single impacts: one impact, and the order that gaps determine.
#ifndef CAROM_SRC_SEQUENCE_H
#define CAROM_SRC_SEQUENCE_H

#include "carom/systems.h"

// Returns the approach speed below which a contact counts as closed.
double carom_sequence_cut(const carom_system *s, const carom_system_params *p);

// Lets contact i collide alone by the single-contact law on its own block of W, and updates v and P.
carom_status carom_sequence_strike(const carom_system *s, const carom_system_params *p, int i, double *v, double *P);

// Computes the sequence of single impacts in the order that gaps determine. A gap closes at the speed -v_n. The next
// impact is at the contact whose gap closes first, and all gaps advance to that time. `gap` (m, >= 0) is overwritten.
// Writes the total impulse to `P` and the velocity after it to `v`, dim nc numbers each. `order` (may be NULL) receives
// the first `capacity` contacts, and `impacts` the number of impacts. Returns CAROM_TRUNCATED if more than
// params->max_impacts are needed, and the status of params->single if it has no result for an impact.
carom_status carom_sequence_by_gaps(const carom_system *system, const carom_system_params *params, double *gap,
                                    double *P, double *v, int *order, int capacity, int *impacts);

#endif
