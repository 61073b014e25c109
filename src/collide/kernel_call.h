// Calls the kernel of a law (batch/laws_lanes.def) once. If the kernel does not cover the problem, the mode is
// CAROM_EXTRAORDINARY. The vectorised batches and the inline functions for other processors (tools/inline.py) call
// kernels through these macros.
#ifndef CAROM_SRC_KERNEL_CALL_H
#define CAROM_SRC_KERNEL_CALL_H

#include <math.h>

#include "base/each.h"
#include "base/lane.h"
#include "collide/ordinary.h"
#include "collide/problem.h"

#define CAROM_CALL_PARAM(k, q)    , double q
#define CAROM_CALL_NUMBER(k, q)   , q
#define CAROM_CALL_ORDINARY(k, q) x.mode = carom_if_ordinary_##q(x.mode, q);

// Every problem is solved as if it were ordinary. A problem that is not ordinary is then marked.
#define CAROM_CALL_PLANE(kernel, ...)                                                                                  \
    CAROM_LANE carom_answer2 carom_call_##kernel(CAROM_PLANE_PROBLEM CAROM_EACH(CAROM_CALL_PARAM, __VA_ARGS__)) {      \
        carom_answer2 x = carom_##kernel(a, w, T, vn, vt CAROM_EACH(CAROM_CALL_NUMBER, __VA_ARGS__));                  \
        x.mode = carom_if_between2(x.mode, CAROM_LANE_LEAST, CAROM_LANE_MOST, a, w, T, vn, vt);                        \
        CAROM_EACH(CAROM_CALL_ORDINARY, __VA_ARGS__)                                                                   \
        x.mode = fabs(x.Pn) + fabs(x.Pt) <= CAROM_ORDINARY_IMPULSE ? x.mode : CAROM_EXTRAORDINARY;                     \
        return x;                                                                                                      \
    }

#define CAROM_CALL_SPACE(kernel, ...)                                                                                  \
    CAROM_LANE carom_answer3 carom_call_##kernel(CAROM_SPACE_PROBLEM CAROM_EACH(CAROM_CALL_PARAM, __VA_ARGS__)) {      \
        carom_answer3 x =                                                                                              \
            carom_##kernel(a, w1, w2, T11, T12, T22, vn, v1, v2 CAROM_EACH(CAROM_CALL_NUMBER, __VA_ARGS__));           \
        x.mode = carom_if_between3(x.mode, CAROM_LANE_LEAST, CAROM_LANE_MOST, a, w1, w2, T11, T12, T22, vn, v1, v2);   \
        CAROM_EACH(CAROM_CALL_ORDINARY, __VA_ARGS__)                                                                   \
        const double size = fabs(x.P[0]) + fabs(x.P[1]) + fabs(x.P[2]);                                                \
        x.mode = size <= CAROM_ORDINARY_IMPULSE ? x.mode : CAROM_EXTRAORDINARY;                                        \
        return x;                                                                                                      \
    }

#endif
