// deferred in the plane in select form: Whittaker's kernel without restitution, then the rebound along the normal. For W
// regular, mu finite, v_n < 0; law_deferred.c has the rest.
#ifndef CAROM_SRC_KERNEL_DEFERRED_H
#define CAROM_SRC_KERNEL_DEFERRED_H

#include "collide/kernel_whittaker.h"

// What makes v_n' = -e v_n of a contact that has stopped approaching.
CAROM_LANE double carom_deferred_rebound(double a, double vn, double e) {
    return -(e * vn) / a;
}

CAROM_LANE carom_answer2 carom_deferred_closed(CAROM_PLANE_PROBLEM, double e, double mu) {
    carom_answer2 k = carom_whittaker_equal(a, w, T, vn, vt, 0.0, mu);
    k.Pn += carom_deferred_rebound(a, vn, e);
    return k;
}

#endif
