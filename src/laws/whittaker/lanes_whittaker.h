// whittaker in lanes: its kernel, and on which ordinary problems that kernel is the law.
#ifndef CAROM_SRC_LANES_WHITTAKER_H
#define CAROM_SRC_LANES_WHITTAKER_H

#include "collide/problem.h"
#include "laws/whittaker/kernel_whittaker.h"

CAROM_LANE carom_answer2 carom_lane_whittaker_static(CAROM_PLANE_PROBLEM) {
    const carom_whittaker_kernel k = carom_whittaker_closed(a, w, T, vn, vt, p0, p1, p2);
    return (carom_answer2){k.Pn, k.Pt, k.mode};
}

CAROM_LANE carom_answer2 carom_lane_whittaker(CAROM_PLANE_PROBLEM) {
    (void)p2;
    return carom_lane_whittaker_static(a, w, T, vn, vt, p0, p1, p1);
}

#endif
