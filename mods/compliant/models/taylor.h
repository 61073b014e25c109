// Integrates contacts whose normal force consists of powers of the overlap by Taylor series. The point sticks, has no
// friction, or slips in 2D.
#ifndef CAROM_COMPLIANT_TAYLOR_H
#define CAROM_COMPLIANT_TAYLOR_H

#include "contact.h"
#include "mods/compliant/ode/piece.h"

// The series from which a normal force is computed, term by term.
struct carom_growth {
    carom_series d, closing; // the overlap and its rate, known up to the requested term
    carom_series part[4];    // series of the contact model
};

// Returns term k of d^x and adds it to `power`. d[0] > 0.
double carom_term_of_power(const double *d, double x, double *power, int k);

// Returns term k of a product.
double carom_term_of_product(const double *a, const double *b, int k);

// Sets the length of a step so that its series are accurate to rounding. Returns false if there is no such length.
bool carom_taylor_trust(carom_linear_piece *piece, int states);

// Computes a step from the states y, starting with this length. Returns false if no series applies in this phase.
bool carom_taylor_step(const carom_touch *touch, const double *y, double length, carom_linear_piece *piece);

#endif
