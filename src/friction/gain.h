// Computes the value of e above which a law gains energy, in 2D, for a regular W and v_n < 0. There is one function for
// each formula that several laws share for their impulse. Notation: W = [[a, w], [w, T]], N = -v_n.
#ifndef CAROM_SRC_GAIN_H
#define CAROM_SRC_GAIN_H

#include "carom/carom.h"

// Returns e for v' = (e N, 0) and any impulse. With M = W^-1, 2 dE = v'.M v' - v.M v. So e^2 = v.M v / (M_nn N^2).
double carom_gain_sticking(const carom_contact *contact);

// Returns e for P = (1 + e) N/(a + w r) (1, r), where dE = 0 is linear in e. A negative result means that e = 0 already
// gains energy. Returns NaN if a + w r <= 0, because there is no such impulse.
double carom_gain_along(const carom_contact *contact, double r);

// Returns 1, for Newton's restitution without friction and for Brach's law, which is defined for e up to 1.
double carom_gain_past_one(const carom_law *self, const carom_contact *contact, const carom_params *params);

// Selects one of several values of e. Evaluates the law with each value and returns the one with dE = 0, or NaN if
// there is none.
double carom_gain_among(const carom_law *law, const carom_contact *contact, const carom_params *params, const double *e,
                        int count);

// Returns the smallest of several values of e above which the law gains energy; -1 if it gains below all of them; NaN
// if it never does, or if dE jumps there. Between two values the sign of dE must be constant. Sorts e.
double carom_gain_from(const carom_law *law, const carom_contact *contact, const carom_params *params, double *e,
                       int count);

#endif
