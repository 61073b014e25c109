// Newton's restitution, with Coulomb's law applied only to the velocity after the impact (Whittaker 1904; Kane &
// Levinson 1985). Includes the limits v_n = 0, infinite friction and singular W. Several laws fall back on it.
#ifndef CAROM_SRC_WHITTAKER_H
#define CAROM_SRC_WHITTAKER_H

#include "carom/carom.h"

// Solves a contact in 2D or 3D. Fills P, mode and solution_count; in 3D also evaluations and residual.
carom_status carom_whittaker(const carom_contact *contact, double e, double mu, double mu_static,
                             carom_result *outcome);

// Computes every result: sticking, and each slip that satisfies its own conditions. Without approach, P = 0 is also a
// result.
carom_status carom_whittaker_all(const carom_contact *contact, double e, double mu, double mu_static,
                                 carom_result *list, int *count);

// Returns the index of one of these results (carom_alternative.index). It is +1 for sticking. For a slip it is +1 if u
// x v_t' decreases through zero as u turns counter-clockwise. A contact that is held only by mu_static has no index.
// Requires a regular W and v_n < 0.
int carom_whittaker_index(const carom_contact *contact, double e, double mu, const carom_result *outcome);

int carom_whittaker_index_of(const carom_contact *contact, const double g[2], double e, double mu,
                             const carom_result *outcome); // friction -u against a slip along (g1 u1, g2 u2) (slip.h)

// Solves with friction that stops each tangent axis as if it were alone (whittaker_space.c). Returns
// CAROM_NOT_APPLICABLE if a tangent axis cannot move.
carom_status carom_whittaker_disc(const carom_contact *contact, double e, double mu, double mu_static,
                                  carom_result *outcome);
carom_status carom_whittaker_disc_all(const carom_contact *contact, double e, double mu, double mu_static,
                                      carom_result *list, int *count);
int carom_whittaker_disc_index(const carom_contact *contact, double e, double mu, const carom_result *outcome);

// These are the 3D parts of the two functions above.
carom_status carom_whittaker_space(const carom_contact *contact, double e, double mu, double mu_static,
                                   carom_result *outcome);

carom_status carom_whittaker_space_all(const carom_contact *contact, double e, double mu, double mu_static,
                                       carom_result *list, int *count);

#endif
