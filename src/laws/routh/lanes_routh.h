// Defines the kernel of routh for vectorised batches, and the ordinary problems that the kernel covers.
#ifndef CAROM_SRC_LANES_ROUTH_H
#define CAROM_SRC_LANES_ROUTH_H

#include "collide/problem.h"
#include "laws/routh/kernel_routh.h"

CAROM_LANE carom_answer2 carom_lane_routh(CAROM_PLANE_PROBLEM, double e, double mu, double mu_static,
                                          carom_restitution restitution) {
    const carom_routh_kernel k = carom_routh_closed(a, w, T, vn, vt, e, mu, mu_static, restitution);
    return (carom_answer2){k.Pn, k.Pt, carom_routh_mode(&k, vt)};
}

// Two vectorised functions for each restitution hypothesis. If mu_static = mu, the compiler handles one number instead
// of two.
#define CAROM_STOP(id, ID, ...)                                                                                        \
    CAROM_LANE carom_answer2 carom_lane_routh_static_##id(CAROM_PLANE_PROBLEM, double e, double mu,                    \
                                                          double mu_static) {                                          \
        return carom_lane_routh(a, w, T, vn, vt, e, mu, mu_static, CAROM_##ID);                                        \
    }                                                                                                                  \
    CAROM_LANE carom_answer2 carom_lane_routh_##id(CAROM_PLANE_PROBLEM, double e, double mu) {                         \
        return carom_lane_routh(a, w, T, vn, vt, e, mu, mu, CAROM_##ID);                                               \
    }
#include "tables/stops.def"

#endif
