// Solves an impact without friction in 2D and 3D, for v_n <= 0 and W_nn > 0.
#ifndef CAROM_SRC_KERNEL_FRICTIONLESS_H
#define CAROM_SRC_KERNEL_FRICTIONLESS_H

#include "collide/problem.h"

// Returns the impulse at maximum compression. The final impulse is (1 + e) times this.
CAROM_LANE double carom_frictionless_compression(double a, double vn) {
    return -vn / a;
}

CAROM_LANE carom_answer2 carom_frictionless_closed(CAROM_PLANE_PROBLEM, double e) {
    return (carom_answer2){(1.0 + e) * carom_frictionless_compression(a, vn), 0.0, CAROM_MODE_SLIDING};
}

CAROM_LANE carom_answer3 carom_frictionless_space(CAROM_SPACE_PROBLEM, double e) {
    return (carom_answer3){{(1.0 + e) * carom_frictionless_compression(a, vn), 0.0, 0.0}, CAROM_MODE_SLIDING};
}

#endif
