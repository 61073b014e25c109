// The equations of bilinear and walton in 2D (jac_bilinear.h) for many problems at once. The coefficients are e_n, e_t
// and mu.
#ifndef CAROM_SRC_ROWS_BILINEAR_H
#define CAROM_SRC_ROWS_BILINEAR_H

#include "derivative/rows_plane.h"

CAROM_LANE carom_rows2 carom_rows_bilinear_lane(CAROM_PLANE_PROBLEM, double e_n, double e_t, double mu,
                                                const carom_answer2 *k) {
    const double Pn = k->Pn, Pt = k->Pt, stop = (1.0 + e_t) * fabs(vt) / T, most = mu * Pn;
    const bool slides = k->mode == CAROM_MODE_SLIDING;
    carom_row2 n = {.P = {a, 0.0}, .x = {[CAROM_X_VN] = 1.0 + e_n, [CAROM_X_A] = Pn, [CAROM_X_PARAM] = vn}};
    carom_row2 held = {.P = {0.0, T}, .x = {[CAROM_X_VT] = 1.0 + e_t, [CAROM_X_T] = Pt, [CAROM_X_PARAM + 1] = vt}};
    const carom_row2 edge = carom_row2_edge(-copysign(1.0, vt), mu, Pn, 2);
    const uint64_t fine = CAROM_SMOOTH, moves = carom_clear_of(fine, vt, 0.0);
    return (carom_rows2){
        n, carom_row2_pick(CAROM_X_PARAM + 3, slides, &edge, &held),
        moves | (slides ? carom_clear_of(fine, stop - most, stop + most) : carom_clear_of_cone(fine, mu, Pn, Pt))};
}

CAROM_LANE carom_rows2 carom_rows_walton_lane(CAROM_PLANE_PROBLEM, double e_n, double e_t, double mu,
                                              const carom_answer2 *k) {
    return carom_rows_bilinear_lane(a, w, T, vn, vt, e_n, e_t, mu, k);
}

#endif
