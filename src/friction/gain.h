// From which e on a law makes energy, in the plane, W regular, v_n < 0: for what the impulse of several laws may be. Letters:
// W = [[a, w], [w, T]], N = -v_n.
#ifndef CAROM_SRC_GAIN_H
#define CAROM_SRC_GAIN_H

#include "carom/carom.h"

// v' = (e N, 0), whatever the impulse: 2 dE = v'.M v' - v.M v, M = W^-1, so e^2 = v.M v / (M_nn N^2).
double carom_gain_sticking(const carom_contact *contact);

// P = (1 + e) N/(a + w r) (1, r): dE = 0 is linear in e. Below zero: e = 0 gains already. Where a + w r <= 0 there is no
// such impulse: NaN.
double carom_gain_along(const carom_contact *contact, double r);

// 1: Newton's restitution without friction, and Brach's law, which is made for no more.
double carom_gain_past_one(const carom_law *self, const carom_contact *contact, const carom_params *params);

// Which of several e it is: the law itself is asked with each, and has dE = 0 with one. NaN with none.
double carom_gain_among(const carom_law *law, const carom_contact *contact, const carom_params *params, const double *e,
                        int count);

#endif
