// Computes the sticking impulse, which several laws try first.
#ifndef CAROM_SRC_STICK_H
#define CAROM_SRC_STICK_H

#include <stdbool.h>

#include "carom/carom.h"

// Computes the impulse P_s = W^-1 (-(1 + e) v_n, -(1 + e_t) v_t). It gives v_n' = -e v_n and v_t' = -e_t v_t. For a
// singular W it is the shortest such impulse. Returns false if there is none.
bool carom_stick_impulse(const carom_contact *contact, double e, double e_t, double P[3]);

// Computes P_s in 2D for e_t = 0. For a regular W, P_n is computed from W_nn P_n + W_nt P_t = -(1 + e) v_n. Near a
// singular W, the rounding of a direct quotient for P_n could change v_n' by 0.1 %.
bool carom_stick_in_plane(const carom_contact *contact, double e, double P[3]);

// Returns whether P_n > 0 and |P_t| <= mu P_n, including the boundary of the cone.
bool carom_pushes_in_cone(int dim, const double P[3], double mu);

// Returns whether the limit P = (0, rebound / W_nt) for infinite friction in 2D is consistent. This is the limit of a
// slip if the contact cannot stick. The final slip must oppose its friction. `slip` is the tangential velocity at the
// start, or (1 + e_t) v_t if a fraction e_t of it is to be restored.
bool carom_endless_slip_fits(const carom_contact *contact, double rebound, double slip);

#endif
