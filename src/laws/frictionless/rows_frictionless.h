// Newton's equation without friction, for many problems at once.
#ifndef CAROM_SRC_ROWS_FRICTIONLESS_H
#define CAROM_SRC_ROWS_FRICTIONLESS_H

#include "derivative/rows_plane.h"

CAROM_LANE carom_rows2 carom_rows_frictionless_closed(CAROM_PLANE_PROBLEM, double e, const carom_answer2 *k) {
    return (carom_rows2){carom_row2_newton(a, w, vn, e, k->Pn, k->Pt), {.P = {0.0, 1.0}}, CAROM_SMOOTH};
}

#endif
