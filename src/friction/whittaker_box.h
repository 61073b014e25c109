// Whittaker's law in space with friction bounded along each tangent axis by itself, |P_1| <= mu P_n and |P_2| <= mu P_n:
// a box instead of Coulomb's disc. Each axis stops, or slips against its own friction:
//   v_n' = -e v_n,   and for i = 1, 2 either v_i' = 0, |P_i| <= mu P_n, or P_i = -mu m_i P_n, m_i v_i' > 0, m_i = +-1
// Nine cases. With a = W_nn, w = W_nt, T = W_tt, c = -(1 + e) v_n, friction as (m0, m1) = (1, mu) or (0, 1) if mu is
// infinite, and P_n = m0 l:
//   both stop     P = W^-1 (c, -v_t)
//   i slips,      (a' w_j; h T_jj) (l, P_j) = (c, -v_j),   a' = m0 a - m1 m_i w_i,   h = m0 w_j - m1 m_i T_ij
//   j stops       P_i = -m1 m_i l
//   both slip     l = c / (m0 a - m1 m.w),   P_t = -m1 m l
// For W > 0 and v_n < 0 one fits: P_i v_i' <= 0 bounds P_t whatever mu, so the number of cases, each counted by the sign of
// its determinant (its index), stays the one that mu = 0 has. One whose determinant is negative lies between two others.
// Both stopped is preferred, then the case of index +1 that dissipates most.
#ifndef CAROM_SRC_WHITTAKER_BOX_H
#define CAROM_SRC_WHITTAKER_BOX_H

#include "carom/carom.h"

// In the axes t1, t2 of the contact. A singular W is answered where one of its cases is regular.
carom_status carom_whittaker_box(const carom_contact *contact, double e, double mu, double mu_static,
                                 carom_result *outcome);
carom_status carom_whittaker_box_all(const carom_contact *contact, double e, double mu, double mu_static,
                                     carom_result *list, int *count);

// The index of one of its outcomes, which has P and v (solutions.h); 0 for an axis that only mu_static holds.
int carom_whittaker_box_index(const carom_contact *contact, double mu, const carom_result *outcome);

#endif
