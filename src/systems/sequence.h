// One impact of a sequence: what every order of single impacts is made of.
#ifndef CAROM_SRC_SEQUENCE_H
#define CAROM_SRC_SEQUENCE_H

#include "carom/systems.h"

// The approach speed below which a contact counts as closed.
double carom_sequence_cut(const carom_system *s, const carom_system_params *p);

// Lets contact i collide alone by the single-contact law on its own block of W; v and P move on.
carom_status carom_sequence_strike(const carom_system *s, const carom_system_params *p, int i, double *v, double *P);

#endif
