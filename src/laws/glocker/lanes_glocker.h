// glocker in lanes: its kernel, and on which ordinary problems that kernel is the law.
#ifndef CAROM_SRC_LANES_GLOCKER_H
#define CAROM_SRC_LANES_GLOCKER_H

#include "collide/problem.h"
#include "laws/glocker/kernel_glocker.h"

CAROM_LANE carom_answer2 carom_lane_glocker(CAROM_PLANE_PROBLEM) {
    const carom_glocker_kernel k = carom_glocker_closed(a, w, T, vn, vt, p0, p1, p2);
    // The law's own range of e_t.
    return (carom_answer2){k.Pn, k.Pt, p1 >= 0.0 ? k.mode : CAROM_EXTRAORDINARY};
}

#endif
