// The equations of ccp in 2D (law_ccp.c) for many problems at once. The coefficients are e and mu.
#ifndef CAROM_SRC_ROWS_CCP_H
#define CAROM_SRC_ROWS_CCP_H

#include "derivative/rows_plane.h"

CAROM_LANE carom_rows2 carom_rows_ccp_closed(CAROM_PLANE_PROBLEM, double e, double mu, const carom_answer2 *k) {
    enum { COLUMNS = CAROM_X_PARAM + 2 };
    const double Pn = k->Pn, Pt = k->Pt, y = vt + w * Pn + T * Pt;
    const bool sticks = k->mode == CAROM_MODE_STICKING;
    const double u = carom_row2_side(Pt, y), share = sticks ? 0.0 : mu * u;
    const carom_row2 stick = carom_row2_after_t(w, T, Pn, Pt);
    const carom_row2 edge = {.P = {-mu, u}, .x = {[CAROM_X_PARAM + 1] = -Pn}};
    carom_row2 n = carom_row2_newton(a, w, vn, e, Pn, Pt);
    for (int i = 0; i < 2; i++) n.P[i] += share * stick.P[i];
    for (int i = 0; i < CAROM_X_PARAM; i++) n.x[i] += share * stick.x[i];
    n.x[CAROM_X_PARAM + 1] = sticks ? 0.0 : u * y;
    const uint64_t fine = CAROM_SMOOTH;
    return (carom_rows2){n, carom_row2_pick(COLUMNS, sticks, &stick, &edge),
                         sticks ? carom_clear_of_cone(fine, mu, Pn, Pt) : carom_clear_of_stop(fine, w, T, vt, Pn, Pt)};
}

#endif
