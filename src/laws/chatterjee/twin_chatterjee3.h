// Computes Chatterjee's law III with 32 digits (base/double_double.h), for a regular W. Near a singular W the wanted
// impulse is large. The part of it that lies within the cone, and the derivative of this part, can then be small
// differences of large terms.
#ifndef CAROM_SRC_TWIN_CHATTERJEE3_H
#define CAROM_SRC_TWIN_CHATTERJEE3_H

#include <stdbool.h>

#include "base/double_double.h"
#include "derivative/equations.h"

// The notation of law_chatterjee3.c, with k = 1/gamma and cut = 1 - k.
typedef struct carom_twin_law3 {
    int dim;
    double r[3], mu;
    carom_twin W[3][3], M[3][3], v[3];
    carom_twin wanted[3], wider[3]; // V_f, and (1 + r) v
    carom_twin S[3], G[3], Q[3];    // M v, M V_f, M (k V_f - v)
    carom_twin had, asked, excess;  // v.M v, V_f.M V_f and their difference
    carom_twin k, cut, base;        // `base` is the A to which the impulse is moved back
    carom_twin friction, below;     // |Q_t|, mu (A - Q_n) + |Q_t|
    bool scaled, inside;
} carom_twin_law3;

// Returns whether W is so far from singular that doubles lose at most two digits.
bool carom_chatterjee3_plain(const carom_contact *c);

// Computes the law. `scaled` and `inside` are -1 if the law decides; other values select one side of a switch.
carom_twin_law3 carom_twin_law3_of(const carom_contact *c, double r_n, double r_t, double mu, int scaled, int inside);

void carom_twin_law3_impulse(const carom_twin_law3 *x, double P[3]);

// Computes dP for the columns of eq, and the slopes of the conditions mu Q_n - |Q_t| and V_f.M V_f - v.M v. Returns
// false if friction has no direction.
bool carom_twin_law3_slopes(const carom_twin_law3 *x, const carom_equations *eq, carom_slopes *J, double cone[],
                            double energy[]);

#endif
