// frictionless in lanes: its kernel, and on which ordinary problems that kernel is the law.
#ifndef CAROM_SRC_LANES_FRICTIONLESS_H
#define CAROM_SRC_LANES_FRICTIONLESS_H

#include "collide/problem.h"

CAROM_LANE carom_answer2 carom_lane_frictionless(CAROM_PLANE_PROBLEM) {
    (void)w, (void)T, (void)vt, (void)p1, (void)p2;
    const double Pc = -vn / a;
    return (carom_answer2){(1.0 + p0) * Pc, 0.0, CAROM_MODE_SLIDING};
}

CAROM_LANE carom_answer3 carom_lane_frictionless_space(CAROM_SPACE_PROBLEM) {
    (void)w1, (void)w2, (void)T11, (void)T12, (void)T22, (void)v1, (void)v2, (void)p1, (void)p2;
    const double Pc = -vn / a;
    return (carom_answer3){{(1.0 + p0) * Pc, 0.0, 0.0}, CAROM_MODE_SLIDING};
}

#endif
