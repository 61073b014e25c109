// brach in lanes: its kernel, and on which ordinary problems that kernel is the law.
#ifndef CAROM_SRC_LANES_BRACH_H
#define CAROM_SRC_LANES_BRACH_H

#include "collide/problem.h"
#include "laws/brach/kernel_brach.h"

CAROM_LANE carom_answer2 carom_lane_brach(CAROM_PLANE_PROBLEM) {
    (void)p2;
    const carom_brach_kernel k = carom_brach_closed(a, w, T, vn, vt, p0, p1);
    return (carom_answer2){k.Pn, k.Pt, k.mode};
}

#endif
