// Whittaker's law in 3D with a box instead of Coulomb's disc. Friction is bounded separately along each tangent axis,
// |P_1| <= mu P_n and |P_2| <= mu P_n. Each axis stops, or slips against its own friction:
//   v_n' = -e v_n,   and for i = 1, 2 either v_i' = 0, |P_i| <= mu P_n, or P_i = -mu m_i P_n, m_i v_i' > 0, m_i = +-1
// There are nine cases. Let a = W_nn, w = W_nt, T = W_tt, c = -(1 + e) v_n and P_n = m0 l. Friction is (m0, m1) = (1,
// mu), or (0, 1) if mu is infinite.
//   both stop     P = W^-1 (c, -v_t)
//   i slips,      (a' w_j; h T_jj) (l, P_j) = (c, -v_j),   a' = m0 a - m1 m_i w_i,   h = m0 w_j - m1 m_i T_ij
//   j stops       P_i = -m1 m_i l
//   both slip     l = c / (m0 a - m1 m.w),   P_t = -m1 m l
// For W > 0 and v_n < 0 at least one is consistent. P_i v_i' <= 0 bounds P_t for every mu. The index of a case is the
// sign of its determinant. The sum of the indices therefore stays the same as for mu = 0, which is one. A case with a
// negative determinant lies between two others. The case in which both axes stop is preferred, then the case of index
// +1 that dissipates most.
#ifndef CAROM_SRC_WHITTAKER_BOX_H
#define CAROM_SRC_WHITTAKER_BOX_H

#include "carom/carom.h"

// Solves a contact in its axes t1, t2. A singular W has a result if one of its cases is regular.
carom_status carom_whittaker_box(const carom_contact *contact, double e, double mu, double mu_static,
                                 carom_result *outcome);
carom_status carom_whittaker_box_all(const carom_contact *contact, double e, double mu, double mu_static,
                                     carom_result *list, int *count);

// Returns the index (carom_alternative.index) of a result of these functions, given its P and v. Returns 0 if an axis
// sticks only because of mu_static.
int carom_whittaker_box_index(const carom_contact *contact, double mu, const carom_result *outcome);

#endif
