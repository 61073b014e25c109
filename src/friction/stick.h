// The sticking impulse, which several laws try first.
#ifndef CAROM_SRC_STICK_H
#define CAROM_SRC_STICK_H

#include <stdbool.h>

#include "carom/carom.h"

// P_s = W^-1 (-(1 + e) v_n, -(1 + e_t) v_t): makes v_n' = -e v_n and v_t' = -e_t v_t.
// For a singular W the least such impulse; false where there is none.
bool carom_stick_impulse(const carom_contact *contact, double e, double e_t, double P[3]);

// The same in the plane at e_t = 0, of a regular W with P_n by W_nn P_n + W_nt P_t = -(1 + e) v_n: of its own quotient, near a
// singular W, so much is rounding that v_n' may be off by a thousandth.
bool carom_stick_in_plane(const carom_contact *contact, double e, double P[3]);

// P_n > 0 and |P_t| <= mu P_n, the cone's boundary included.
bool carom_pushes_in_cone(int dim, const double P[3], double mu);

// Infinite friction in the plane that cannot stick leaves P = (0, rebound / W_nt), the limit of a slip, if that slip ends
// against its friction. `slip`: the tangential velocity it starts from, (1 + e_t) v_t where e_t of it is to come back.
bool carom_endless_slip_fits(const carom_contact *contact, double rebound, double slip);

#endif
