// The equations of Whittaker's two modes in 2D (derivative/equations.c) for many problems at once, with mu_static = mu.
#ifndef CAROM_SRC_ROWS_WHITTAKER_H
#define CAROM_SRC_ROWS_WHITTAKER_H

#include "derivative/rows_plane.h"
#include "friction/kernel_whittaker.h"

// Returns the rows for the coefficients e and mu.
CAROM_LANE carom_rows2 carom_whittaker_rows(CAROM_PLANE_PROBLEM, double e, double mu, double Pn, double Pt,
                                            bool sticks) {
    const carom_row2 stick = carom_row2_after_t(w, T, Pn, Pt);
    const carom_row2 edge = carom_row2_edge(carom_row2_side(Pt, vt + w * Pn + T * Pt), mu, Pn, 1);
    carom_rows2 r = {carom_row2_newton(a, w, vn, e, Pn, Pt), carom_row2_pick(CAROM_X_PARAM + 2, sticks, &stick, &edge),
                     CAROM_SMOOTH};
    r.word =
        sticks ? carom_clear_of_cone(CAROM_SMOOTH, mu, Pn, Pt) : carom_clear_of_stop(CAROM_SMOOTH, w, T, vt, Pn, Pt);
    return r;
}

CAROM_LANE carom_rows2 carom_rows_whittaker_equal(CAROM_PLANE_PROBLEM, double e, double mu, const carom_answer2 *k) {
    return carom_whittaker_rows(a, w, T, vn, vt, e, mu, k->Pn, k->Pt, k->mode == CAROM_MODE_STICKING);
}

// Returns the rows of deferred: Whittaker's rows without restitution, at P_n minus the rebound -e v_n / W_nn.
CAROM_LANE carom_rows2 carom_rows_deferred_closed(CAROM_PLANE_PROBLEM, double e, double mu, const carom_answer2 *k) {
    const double per_a = 1.0 / a, back = e * vn * per_a;
    carom_rows2 r = carom_whittaker_rows(a, w, T, vn, vt, 0.0, mu, k->Pn + back, k->Pt, k->mode == CAROM_MODE_STICKING);
    r.n.x[CAROM_X_PARAM] = 0.0;
    carom_row2 *rows[2] = {&r.n, &r.t};
    for (int i = 0; i < 2; i++) {
        rows[i]->x[CAROM_X_VN] += rows[i]->P[0] * e * per_a;
        rows[i]->x[CAROM_X_A] -= rows[i]->P[0] * back * per_a;
        rows[i]->x[CAROM_X_PARAM] += rows[i]->P[0] * vn * per_a;
    }
    return r;
}

#endif
