// Sorts the contacts into a canonical order by their numbers. The first solution that a method finds then does not
// depend on the order of the caller. Contacts that are equal in all their numbers stay in the caller's order.
#ifndef CAROM_SRC_ORDER_H
#define CAROM_SRC_ORDER_H

#include "carom/systems.h"
#include "systems/arena.h"

typedef struct carom_ordered {
    carom_system s;
    carom_params *contact;
    int *at; // contact i here is contact at[i] of the caller
    double *W, *v, *kept;
    carom_mode *mode;
} carom_ordered;

bool carom_ordered_carve(carom_ordered *o, int nc, carom_arena *a);

// Fills a 2D system and its coefficients in the new order.
void carom_ordered_fill(carom_ordered *o, const carom_system *s, const carom_params *contact);

// Return to the caller's order: 2 nc numbers, nc modes, and the impulse, modes and solutions of a result.
void carom_ordered_back(const carom_ordered *o, double *x);
void carom_ordered_modes_back(const carom_ordered *o, carom_mode *mode);
void carom_ordered_outcome_back(const carom_ordered *o, carom_system_result *out);

#endif
