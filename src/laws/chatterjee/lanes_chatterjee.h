// Chatterjee's laws I, II and III in lanes: their kernels, and on which ordinary problems a kernel is the law.
#ifndef CAROM_SRC_LANES_CHATTERJEE_H
#define CAROM_SRC_LANES_CHATTERJEE_H

#include "collide/problem.h"
#include "laws/chatterjee/kernel_chatterjee.h"
#include "laws/chatterjee/kernel_chatterjee_space.h"

CAROM_LANE carom_answer2 carom_lane_chatterjee1(CAROM_PLANE_PROBLEM) {
    const carom_chatterjee_kernel k = carom_chatterjee1_closed(a, w, T, vn, vt, p0, p1, p2);
    return (carom_answer2){k.Pn, k.Pt, k.mode};
}

CAROM_LANE carom_answer2 carom_lane_chatterjee2(CAROM_PLANE_PROBLEM) {
    const carom_chatterjee_kernel k = carom_chatterjee2_closed(a, w, T, vn, vt, p0, p1, p2);
    return (carom_answer2){k.Pn, k.Pt, k.mode};
}

CAROM_LANE carom_answer2 carom_lane_chatterjee3(CAROM_PLANE_PROBLEM) {
    const carom_chatterjee_kernel k = carom_chatterjee3_closed(a, w, T, vn, vt, p0, p1, p2);
    return (carom_answer2){k.Pn, k.Pt, k.mode};
}

#define CAROM_LANE_CONTACT ((const carom_space){a, w1, w2, T11, T12, T22, vn, v1, v2})

CAROM_LANE carom_answer3 carom_lane_in_space(carom_space_kernel k) {
    return (carom_answer3){{k.P.n, k.P.t1, k.P.t2}, k.mode};
}

CAROM_LANE carom_answer3 carom_lane_chatterjee1_space(CAROM_SPACE_PROBLEM) {
    return carom_lane_in_space(carom_chatterjee1_space(&CAROM_LANE_CONTACT, p0, p1, p2));
}

CAROM_LANE carom_answer3 carom_lane_chatterjee2_space(CAROM_SPACE_PROBLEM) {
    return carom_lane_in_space(carom_chatterjee2_space(&CAROM_LANE_CONTACT, p0, p1, p2));
}

CAROM_LANE carom_answer3 carom_lane_chatterjee3_space(CAROM_SPACE_PROBLEM) {
    return carom_lane_in_space(carom_chatterjee3_space(&CAROM_LANE_CONTACT, p0, p1, p2));
}

#undef CAROM_LANE_CONTACT

#endif
