// The arithmetic of carom_check, in the select form that vectorises.
//
// Each quantity that must have a sign is a sum of terms that may cancel; it is compared with the sum of the terms'
// sizes. So a verdict does not change with the unit of mass, speed or time, and rounding shows as a few 1e-16 whatever
// the condition of W.
#ifndef CAROM_SRC_JUDGE_H
#define CAROM_SRC_JUDGE_H

#include <math.h>
#include <stdint.h>

#include "base/lane.h"
#include "base/sym.h"
#include "carom/outcome.h"

// A sum and the size of what it is made of.
typedef struct carom_weighed {
    double sum, size;
} carom_weighed;

typedef struct carom_judged {
    double v[3];                        // v + W P
    carom_weighed energy;               // dE
    carom_weighed cone, pull, approach; // |P_t| - mu P_n, -P_n, -v_n': broken above rounding
} carom_judged;

// With infinite mu the cone is never broken: its sum is -infinity or NaN.
CAROM_LANE carom_judged carom_judge(int dim, const double W[3][3], const double v[3], const double P[3], double mu) {
    carom_judged j = {.v = {0.0, 0.0, 0.0}, .energy = {0.0, 0.0}};
    double size[3] = {0.0, 0.0, 0.0};
    carom_velocity_after(dim, W, v, P, j.v);
    for (int i = 0; i < dim; i++) {
        size[i] = fabs(v[i]);
        for (int k = 0; k < dim; k++) size[i] += fabs(W[i][k] * P[k]);
        j.energy.sum += 0.5 * P[i] * (v[i] + j.v[i]);
        j.energy.size += 0.5 * fabs(P[i]) * (fabs(v[i]) + size[i]);
    }
    const double Pn = fabs(P[0]), Pt = dim == 2 ? fabs(P[1]) : sqrt(P[1] * P[1] + P[2] * P[2]);
    j.cone = (carom_weighed){Pt - mu * P[0], Pt + (mu > 1.0 ? mu : 1.0) * Pn};
    j.pull = (carom_weighed){-P[0], Pn + Pt};
    j.approach = (carom_weighed){-j.v[0], size[0]};
    return j;
}

// The bit if the sum is more than rounding, else none.
CAROM_LANE uint64_t carom_breach(carom_weighed x, uint64_t bit) {
    return x.sum > CAROM_CHECK_TOLERANCE * x.size ? bit : 0;
}

// CAROM_BROKEN_* bits, as a word as wide as a double.
CAROM_LANE uint64_t carom_breaches(const carom_judged *j) {
    return carom_breach(j->energy, CAROM_BROKEN_ENERGY) | carom_breach(j->cone, CAROM_BROKEN_CONE) |
           carom_breach(j->pull, CAROM_BROKEN_PULL) | carom_breach(j->approach, CAROM_BROKEN_PENETRATION);
}

#endif
