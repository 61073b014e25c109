// Transforms impacts of contact models to another frame: rotated about the normal, or from 2D into 3D.
#ifndef CAROM_TESTS_TURNED_H
#define CAROM_TESTS_TURNED_H

#include <math.h>
#include <stdbool.h>

#include "bench/random.h"
#include "carom/compliant.h"
#include "support/compliant_params.h"

// Returns the contact rotated about the normal by the angle with cosine `ca` and sine `sa`.
static inline carom_contact turned(const carom_contact *c, double ca, double sa) {
    const double Q[3][3] = {{1, 0, 0}, {0, ca, -sa}, {0, sa, ca}};
    carom_contact t = {.dim = 3};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            t.v[i] += Q[i][j] * c->v[j];
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++) t.W[i][j] += Q[i][k] * c->W[k][l] * Q[j][l];
        }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++) t.W[i][j] = t.W[j][i];
    return t;
}
// Returns a 2D contact as a 3D contact. `across` is the element of W in the second tangential direction.

static inline carom_contact embedded(const carom_contact *flat, double across) {
    carom_contact c = *flat;
    c.dim = 3;
    c.W[0][2] = c.W[2][0] = c.W[1][2] = c.W[2][1] = c.v[2] = 0.0;
    c.W[2][2] = across;
    return c;
}

// Returns random coefficients. Both tangents have the same stiffness and damping, so rotation about the normal does not
// change the model.
static inline carom_params random_device(random_stream *r, const carom_contact *c) {
    carom_params p = random_params(r, c->dim);
    give_springs(&p);
    p.mu = random_power10(random_between(r, -1.5, 0.5));
    p.own[CAROM_OWN(eta2)] = random_power10(random_between(r, -1.0, 0.7));
    p.own[CAROM_OWN(type)] = random_below(r, 2) ? CAROM_TYPE_1 : CAROM_TYPE_2;
    p.e = random_between(r, 0.1, 1.0);
    p.own[CAROM_OWN(kn)] = 1.0;
    p.own[CAROM_OWN(cn)] = random_below(r, 3) ? random_power10(random_between(r, -2.0, 0.0)) : 0.0;
    p.own[CAROM_OWN(kt)] = p.own[CAROM_OWN(kt) + 1] = random_power10(random_between(r, -0.5, 1.0));
    p.own[CAROM_OWN(ct)] = p.own[CAROM_OWN(ct) + 1] =
        random_below(r, 3) ? 0.0 : random_power10(random_between(r, -2.0, 0.3));
    const bool damped = random_below(r, 3) == 0;
    for (int i = 0; i < 3; i++) {
        p.own[CAROM_OWN(k) + i] = random_power10(random_between(r, -0.5, 0.5));
        p.own[CAROM_OWN(c) + i] = damped ? p.own[CAROM_OWN(k) + i] * random_power10(random_between(r, -1.5, 0.0)) : 0.0;
    }
    p.own[CAROM_OWN(kappa)] = random_between(r, 0.6, 1.4);
    // The force of the dashpot in series ends: z = sqrt(kn/W_nn)/(2 cs) is 0.05 to 0.8, below 1.
    p.own[CAROM_OWN(cs)] = random_between(r, 0.6, 10.0) / sqrt(c->W[0][0]);
    return p;
}

#endif
