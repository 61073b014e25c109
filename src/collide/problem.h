// A problem in registers, in the form in which a vectorised batch passes it to a law, and the result of the law.
#ifndef CAROM_SRC_PROBLEM_H
#define CAROM_SRC_PROBLEM_H

#include <math.h>
#include <stdint.h>

#include "base/lane.h"
#include "carom/carom.h"
#include "collide/ordinary.h"

// The mode is a carom_mode in a word as wide as a double. CAROM_EXTRAORDINARY means that carom_collide must solve the
// problem.
typedef struct carom_answer2 {
    double Pn, Pt;
    uint64_t mode;
} carom_answer2;

typedef struct carom_answer3 {
    double P[3];
    uint64_t mode;
} carom_answer3;

// W = [[a, w], [w, T]]. The coefficients follow in the order of the law's row in laws_lanes.def.
#define CAROM_PLANE_PROBLEM double a, double w, double T, double vn, double vt
#define CAROM_SPACE_PROBLEM                                                                                            \
    double a, double w1, double w2, double T11, double T12, double T22, double vn, double v1, double v2

#endif
