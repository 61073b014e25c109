// routh in lanes: its kernel, and on which ordinary problems that kernel is the law.
#ifndef CAROM_SRC_LANES_ROUTH_H
#define CAROM_SRC_LANES_ROUTH_H

#include "collide/problem.h"
#include "laws/routh/kernel_routh.h"

CAROM_LANE carom_answer2 carom_lane_routh(CAROM_PLANE_PROBLEM, carom_restitution restitution) {
    const carom_routh_kernel k = carom_routh_closed(a, w, T, vn, vt, p0, p1, p2, restitution);
    return (carom_answer2){k.Pn, k.Pt, carom_routh_mode(&k, vt)};
}

// One pair of lanes a stop. Where mu_static = mu the compiler sees one number instead of two.
#define CAROM_STOP(id, ID, ...)                                                                                        \
    CAROM_LANE carom_answer2 carom_lane_routh_static_##id(CAROM_PLANE_PROBLEM) {                                       \
        return carom_lane_routh(a, w, T, vn, vt, p0, p1, p2, CAROM_##ID);                                              \
    }                                                                                                                  \
    CAROM_LANE carom_answer2 carom_lane_routh_##id(CAROM_PLANE_PROBLEM) {                                              \
        (void)p2;                                                                                                      \
        return carom_lane_routh(a, w, T, vn, vt, p0, p1, p1, CAROM_##ID);                                              \
    }
#include "carom/stops.def"

#endif
