// Defines the kernels of Chatterjee's laws I, II and III for vectorised batches, and the ordinary problems that a
// kernel covers.
#ifndef CAROM_SRC_LANES_CHATTERJEE_H
#define CAROM_SRC_LANES_CHATTERJEE_H

#include "collide/problem.h"
#include "laws/chatterjee/kernel_chatterjee.h"
#include "laws/chatterjee/kernel_chatterjee_space.h"

#define CAROM_LANE_CONTACT                                                                                             \
    { a, w1, w2, T11, T12, T22, vn, v1, v2 }

CAROM_LANE carom_answer3 carom_chatterjee_in_space(carom_space_kernel k) {
    return (carom_answer3){{k.P.n, k.P.t1, k.P.t2}, k.mode};
}

CAROM_LANE carom_answer3 carom_chatterjee1_lane(CAROM_SPACE_PROBLEM, double r_n, double r_t, double mu) {
    const carom_space c = CAROM_LANE_CONTACT;
    return carom_chatterjee_in_space(carom_chatterjee1_space(&c, r_n, r_t, mu));
}

CAROM_LANE carom_answer3 carom_chatterjee2_lane(CAROM_SPACE_PROBLEM, double r_n, double r_t, double mu) {
    const carom_space c = CAROM_LANE_CONTACT;
    return carom_chatterjee_in_space(carom_chatterjee2_space(&c, r_n, r_t, mu));
}

CAROM_LANE carom_answer3 carom_chatterjee3_lane(CAROM_SPACE_PROBLEM, double r_n, double r_t, double mu) {
    const carom_space c = CAROM_LANE_CONTACT;
    return carom_chatterjee_in_space(carom_chatterjee3_space(&c, r_n, r_t, mu));
}

#undef CAROM_LANE_CONTACT

#endif
