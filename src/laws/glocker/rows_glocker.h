// The equations of the modes of glocker (law_glocker.c) for many problems at once. The coefficients are e_n, e_t and
// mu.
#ifndef CAROM_SRC_ROWS_GLOCKER_H
#define CAROM_SRC_ROWS_GLOCKER_H

#include "derivative/rows_plane.h"

CAROM_LANE carom_rows2 carom_rows_glocker_in_range(CAROM_PLANE_PROBLEM, double e_n, double e_t, double mu,
                                                   const carom_answer2 *k) {
    const double Pn = k->Pn, Pt = k->Pt, xi = vt + w * Pn + T * Pt + e_t * vt;
    const double size = (1.0 + fabs(e_t)) * fabs(vt) + fabs(w * Pn) + fabs(T * Pt);
    const bool sticks = k->mode == CAROM_MODE_STICK;
    carom_row2 stick = carom_row2_after_t(w, T, Pn, Pt);
    stick.x[CAROM_X_VT] = 1.0 + e_t;
    stick.x[CAROM_X_PARAM + 1] = vt;
    const carom_row2 edge = carom_row2_edge(carom_row2_side(Pt, xi), mu, Pn, 2);
    const uint64_t fine = CAROM_SMOOTH;
    return (carom_rows2){carom_row2_newton(a, w, vn, e_n, Pn, Pt),
                         carom_row2_pick(CAROM_X_PARAM + 3, sticks, &stick, &edge),
                         sticks ? carom_clear_of_cone(fine, mu, Pn, Pt) : carom_clear_of(fine, xi, size)};
}

#endif
