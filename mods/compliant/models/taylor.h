// Contacts whose normal force is made of powers of the overlap, followed by Taylor series, term by term: where the point
// sticks, where there is no friction, and where it slips in the plane.
#ifndef CAROM_COMPLIANT_TAYLOR_H
#define CAROM_COMPLIANT_TAYLOR_H

#include "contact.h"
#include "mods/compliant/ode/piece.h"

// What a normal force is made of, as series that grow together.
struct carom_growth {
    carom_series d, closing; // the overlap, and how fast it grows; known up to the term that is asked for
    carom_series part[4];    // the device's own
};

// The term k of d^x, which it adds to `power`. d[0] > 0.
double carom_term_of_power(const double *d, double x, double *power, int k);

// The term k of a product.
double carom_term_of_product(const double *a, const double *b, int k);

// Makes a step as long as its series may be trusted to rounding. False: none is.
bool carom_taylor_trust(carom_linear_piece *piece, int states);

// The step of its own choice from the states y, tried with a length. False: there is none here.
bool carom_taylor_step(const carom_touch *touch, const double *y, double length, carom_linear_piece *piece);

#endif
