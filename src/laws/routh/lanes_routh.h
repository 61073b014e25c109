// routh in lanes: its kernel, and on which ordinary problems that kernel is the law.
#ifndef CAROM_SRC_LANES_ROUTH_H
#define CAROM_SRC_LANES_ROUTH_H

#include "collide/problem.h"
#include "laws/routh/kernel_routh.h"

CAROM_LANE carom_answer2 carom_lane_routh(CAROM_PLANE_PROBLEM, double e, double mu, double mu_static,
                                          carom_restitution restitution) {
    const carom_routh_kernel k = carom_routh_closed(a, w, T, vn, vt, e, mu, mu_static, restitution);
    return (carom_answer2){k.Pn, k.Pt, carom_routh_mode(&k, vt)};
}

// Where mu_static = mu the compiler sees one number instead of two.
#define CAROM_ROUTH_LANES(choice, restitution)                                                                         \
    CAROM_LANE carom_answer2 carom_lane_routh_static_##choice(CAROM_PLANE_PROBLEM, double e, double mu,                \
                                                              double mu_static) {                                      \
        return carom_lane_routh(a, w, T, vn, vt, e, mu, mu_static, restitution);                                       \
    }                                                                                                                  \
    CAROM_LANE carom_answer2 carom_lane_routh_##choice(CAROM_PLANE_PROBLEM, double e, double mu) {                     \
        return carom_lane_routh(a, w, T, vn, vt, e, mu, mu, restitution);                                              \
    }
CAROM_ROUTH_LANES(newton, CAROM_NEWTON)
CAROM_ROUTH_LANES(poisson, CAROM_POISSON)
CAROM_ROUTH_LANES(energetic, CAROM_ENERGETIC)
#undef CAROM_ROUTH_LANES

#endif
