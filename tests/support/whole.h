// Random problems of small integers, in which limit cases occur exactly. Examples are W of any rank, no slip, no
// approach, no friction, infinite friction, and friction that is just large enough to stick.
#ifndef CAROM_TESTS_WHOLE_H
#define CAROM_TESTS_WHOLE_H

#include <math.h>

#include "bench/random.h"

static inline int whole(random_stream *r, int most) {
    return random_below(r, 2 * most + 1) - most;
}

// Returns a contact whose W is the sum of up to dim + 1 dyads of integer vectors. In one of three problems some
// components of these vectors are 0, and in one of six W is diagonal.
static inline carom_contact whole_contact(random_stream *r, int dim) {
    carom_contact c = {.dim = dim};
    const int dyads = random_below(r, dim + 2), kind = random_below(r, 6);
    for (int k = 0; k < dyads; k++) {
        int q[3];
        for (int i = 0; i < 3; i++) q[i] = whole(r, 2);
        if (kind == 0) q[k % dim == 0 ? 1 : 0] = 0;
        if (kind == 1 && k % 2) q[0] = q[1] = 0;
        for (int i = 0; i < dim; i++)
            for (int j = 0; j < dim; j++) c.W[i][j] += q[i] * q[j];
    }
    if (kind == 2)
        for (int i = 0; i < dim; i++)
            for (int j = 0; j < dim; j++) c.W[i][j] = i == j ? 1.0 + random_below(r, 2) : 0.0;
    c.v[0] = -random_below(r, 4);
    for (int i = 1; i < dim; i++) c.v[i] = random_below(r, 3) ? whole(r, 3) : 0.0;
    return c;
}

// Returns coefficients that are integers or halves. mu is often a limit value, such as W_nn/|W_nt| or |W_nt|/W_tt.
static inline carom_params whole_params(random_stream *r, const carom_contact *c, const carom_law *law) {
    carom_params p = random_wide_params(r, c->dim);
    const double halves[] = {0.0, 0.5, 1.0}, w = fabs(c->W[0][1]) + (c->dim == 3 ? fabs(c->W[0][2]) : 0.0);
    const double frictions[] = {
        0.0, 0.5, 1.0, 2.0, HUGE_VAL, w > 0.0 ? c->W[0][0] / w : 3.0, c->W[1][1] > 0.0 ? w / c->W[1][1] : 0.25};
    p.e = halves[random_below(r, 3)];
    p.mu = frictions[random_below(r, 7)];
    const int holds = random_below(r, 6);
    p.mu_static = holds == 0 ? p.mu + 0.5 : holds == 1 ? HUGE_VAL : CAROM_SAME_AS_MU;
    const bool halved = random_below(r, 2);
    if (halved) {
        const double e_t = halves[random_below(r, 3)], r_t = random_below(r, 3) - 1;
        p.e_t = carom_law_find_coefficient(law, "r_t") ? r_t : e_t;
        p.nu = halves[random_below(r, 3)];
        p.s1 = halves[random_below(r, 3)];
        p.s2 = p.s1 == 0.0 ? halves[random_below(r, 3)] : p.s1 == 0.5 ? halves[random_below(r, 2)] : 0.0;
        p.eta = random_below(r, 3) - 1;
    }
    random_own(r, law, &p);
    return p;
}

#endif
