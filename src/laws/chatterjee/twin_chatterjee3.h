// Chatterjee's law III of a regular W in numbers of 32 digits (base/double_double.h): near a singular W the impulse it wants is
// large, and what the cone leaves of it, or its derivative, is a small difference of large terms.
#ifndef CAROM_SRC_TWIN_CHATTERJEE3_H
#define CAROM_SRC_TWIN_CHATTERJEE3_H

#include <stdbool.h>

#include "base/double_double.h"
#include "derivative/equations.h"

// Letters as in law_chatterjee3.c; k = 1/gamma, cut = 1 - k.
typedef struct carom_twin_law3 {
    int dim;
    double r[3], mu;
    carom_twin W[3][3], M[3][3], v[3];
    carom_twin wanted[3], wider[3]; // V_f, and (1 + r) v
    carom_twin S[3], G[3], Q[3];    // M v, M V_f, M (k V_f - v)
    carom_twin had, asked, excess;  // v.M v, V_f.M V_f, their difference
    carom_twin k, cut, base;        // base: A of the drawing back
    carom_twin friction, below;     // |Q_t|, mu (A - Q_n) + |Q_t|
    bool scaled, inside;
} carom_twin_law3;

// W is far from singular: doubles lose no more than two digits.
bool carom_chatterjee3_plain(const carom_contact *c);

// scaled, inside: -1 where the law decides, else what is asked for (the other side of a switch).
carom_twin_law3 carom_twin_law3_of(const carom_contact *c, double r_n, double r_t, double mu, int scaled, int inside);

void carom_twin_law3_impulse(const carom_twin_law3 *x, double P[3]);

// dP by the columns of eq, and those of the conditions mu Q_n - |Q_t| and V_f.M V_f - v.M v. False where friction has no
// direction.
bool carom_twin_law3_slopes(const carom_twin_law3 *x, const carom_equations *eq, carom_slopes *J, double cone[],
                            double energy[]);

#endif
