// Computes in 113-bit arithmetic the quantities that carom_check judges. v' and dE are exact to 1e-34 of their terms.
#ifndef CAROM_TESTS_EXACT_H
#define CAROM_TESTS_EXACT_H

#include <float.h>
#include <math.h>

#include "carom/carom.h"

#if LDBL_MANT_DIG >= 113
typedef long double quad;
#else
__extension__ typedef __float128 quad;
#endif

typedef struct exact_sum {
    quad sum, size; // sum > 0 is a violation; size is the sum of the magnitudes of its terms
} exact_sum;

// The four sums in the order of the CAROM_VIOLATION_* bits: dE, |P_t| - mu P_n, -P_n, -v_n'.
enum { EXACT_ENERGY, EXACT_CONE, EXACT_PULL, EXACT_APPROACH, EXACT_COUNT };

static inline quad quad_size(quad x) {
    return x < 0 ? -x : x;
}

static inline quad quad_root(quad x) {
    quad root = x > 0 ? (quad)sqrt((double)x) : 0;
    for (int i = 0; i < 3 && root > 0; i++) root = (root + x / root) / 2;
    return root;
}

static inline void exact_judge(const carom_contact *c, double mu, const double P[3], exact_sum x[EXACT_COUNT]) {
    exact_sum energy = {0, 0};
    for (int i = 0; i < c->dim; i++) {
        quad after = c->v[i], size = quad_size(c->v[i]);
        for (int j = 0; j < c->dim; j++) {
            after += (quad)c->W[i][j] * P[j];
            size += quad_size((quad)c->W[i][j] * P[j]);
        }
        energy.sum += (quad)P[i] * (c->v[i] + after) / 2;
        energy.size += quad_size(P[i]) * (quad_size(c->v[i]) + size) / 2;
        if (i == 0) x[EXACT_APPROACH] = (exact_sum){-after, size};
    }
    const quad slip = c->dim == 2 ? quad_size(P[1]) : quad_root((quad)P[1] * P[1] + (quad)P[2] * P[2]);
    const quad push = quad_size(P[0]), friction = isinf(mu) ? 0 : (quad)mu;
    x[EXACT_ENERGY] = energy;
    x[EXACT_CONE] = (exact_sum){isinf(mu) ? 0 : slip - friction * P[0], slip + (friction > 1 ? friction : 1) * push};
    x[EXACT_PULL] = (exact_sum){-(quad)P[0], push + slip};
}

#endif
