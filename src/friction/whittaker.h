// Newton's restitution with Coulomb's law asked of the end only (Whittaker 1904; Kane & Levinson 1985), with all its
// limits: v_n = 0, infinite friction, singular W. Several laws fall back on it.
#ifndef CAROM_SRC_WHITTAKER_H
#define CAROM_SRC_WHITTAKER_H

#include "carom/carom.h"

// Plane or space, by the contact's dim. Fills P, mode, solutions, and in space evaluations and residual.
carom_status carom_whittaker(const carom_contact *contact, double e, double mu, double mu_static,
                             carom_result *outcome);

// Every outcome: sticking and each slip by its own conditions; without approach, no impulse too.
carom_status carom_whittaker_all(const carom_contact *contact, double e, double mu, double mu_static,
                                 carom_result *list, int *count);

// The index of an outcome of these (solutions.h): sticking +1; a slip +1 if u x v_t' falls through zero as u turns
// counter-clockwise. Sticking that only mu_static holds has none. W regular, v_n < 0.
int carom_whittaker_index(const carom_contact *contact, double e, double mu, const carom_result *outcome);

int carom_whittaker_index_of(const carom_contact *contact, const double g[2], double e, double mu,
                             const carom_result *outcome); // friction -u against a slip along (g1 u1, g2 u2) (slip.h)

// With friction against the slip that each tangent axis sees alone (whittaker_space.c). CAROM_NOT_APPLICABLE where a
// tangent axis cannot move.
carom_status carom_whittaker_disc(const carom_contact *contact, double e, double mu, double mu_static,
                                  carom_result *outcome);
carom_status carom_whittaker_disc_all(const carom_contact *contact, double e, double mu, double mu_static,
                                      carom_result *list, int *count);
int carom_whittaker_disc_index(const carom_contact *contact, double e, double mu, const carom_result *outcome);

// The parts of the two that are space's own.
carom_status carom_whittaker_space(const carom_contact *contact, double e, double mu, double mu_static,
                                   carom_result *outcome);

carom_status carom_whittaker_space_all(const carom_contact *contact, double e, double mu, double mu_static,
                                       carom_result *list, int *count);

#endif
