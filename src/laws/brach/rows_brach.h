// The equations of the modes of brach (law_brach.c) for many problems at once. The coefficients are e and mu.
#ifndef CAROM_SRC_ROWS_BRACH_H
#define CAROM_SRC_ROWS_BRACH_H

#include "derivative/rows_plane.h"

CAROM_LANE carom_rows2 carom_rows_brach_closed(CAROM_PLANE_PROBLEM, double e, double mu, const carom_answer2 *k) {
    enum { COLUMNS = CAROM_X_PARAM + 2 };
    const double Pn = k->Pn, Pt = k->Pt, q = vt + w * Pn + T * Pt, after = vn + a * Pn + w * Pt;
    const bool sticks = k->mode == CAROM_MODE_STICKING, by_energy = k->mode == CAROM_MODE_ENERGY;
    const carom_row2 stick = carom_row2_after_t(w, T, Pn, Pt), kept = carom_row2_energy(a, w, T, vn, vt, Pn, Pt);
    const carom_row2 edge = carom_row2_edge(carom_row2_side(Pt, q), mu, Pn, 1);
    const carom_row2 grips = carom_row2_pick(COLUMNS, sticks, &stick, &edge);
    const double along = Pn * (vn + after), across = Pt * (vt + q);
    const uint64_t fine = CAROM_SMOOTH, cone = carom_clear_of_cone(fine, mu, Pn, Pt);
    const uint64_t stop = carom_clear_of_stop(fine, w, T, vt, Pn, Pt);
    const uint64_t loss = carom_clear_of(fine, along + across, fabs(along) + fabs(across));
    return (carom_rows2){carom_row2_newton(a, w, vn, e, Pn, Pt), carom_row2_pick(COLUMNS, by_energy, &kept, &grips),
                         (sticks ? cone : stop) | (by_energy ? cone : loss)};
}

#endif
