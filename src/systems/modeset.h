// Iterates over the mode sets of a friction problem, for enumeration and for Brach's root search.
//
// In one mode set each contact gives as many linear equations as unknowns:
//   rests    P_n = floor          presses  y_n = 0
//   sticks   y_t = 0              slips    P_t = slope P_n + offset
#ifndef CAROM_SRC_MODESET_H
#define CAROM_SRC_MODESET_H

#include "systems/cone.h"

typedef enum carom_tangent { CAROM_STICKS, CAROM_SLIPS_PLUS, CAROM_SLIPS_MINUS, CAROM_AT_ORIGIN } carom_tangent;

typedef struct carom_choice {
    bool press;
    carom_tangent t;
} carom_choice;

typedef struct carom_modeset {
    const carom_cones *p;
    carom_choice choices[CAROM_MAX_ENUMERATED][6];
    int count[CAROM_MAX_ENUMERATED];   // number of choices of each contact
    int at[CAROM_MAX_ENUMERATED];      // the current choice
    double scale;                      // largest |q|
    double unit[CAROM_MAX_ENUMERATED]; // carom_contact_unit of each
    double P[2 * CAROM_MAX_ENUMERATED];
    double y[2 * CAROM_MAX_ENUMERATED];
    double terms[2 * CAROM_MAX_ENUMERATED]; // sum of the sizes of the terms of y
} carom_modeset;

// Returns the first set. The order is rest, stick, slip+, slip- with contact 0 slowest.
carom_modeset carom_modeset_first(const carom_cones *p);

// Advances to the next set. Returns false after the last.
bool carom_modeset_next(carom_modeset *s);

// Computes P of this set. Returns false if its equations have no solution.
bool carom_modeset_solve(carom_modeset *s);

// Returns whether P satisfies the inequalities from which it was not computed. Fills y; entries that are zero in this
// set are stored as exact zeros.
bool carom_modeset_admissible(carom_modeset *s);

// Keeps P unless its y is already in the list. Returns true if it is new.
bool carom_modeset_keep(const carom_modeset *s, carom_found *found);

#endif
