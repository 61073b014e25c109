// Generates random 3D problems for Routh's law, with six kinds that are hard for some methods.
#ifndef CAROM_TESTS_ROUTH3_PROBLEMS_H
#define CAROM_TESTS_ROUTH3_PROBLEMS_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/random.h"
#include "carom/geometry.h"

typedef struct problem {
    carom_contact c;
    carom_params p;
    const char *sort;
} problem;

// Returns |a - b| / |b|.
static inline double relative_distance(const double a[3], const double b[3]) {
    double d = 0.0, size = 0.0;
    for (int i = 0; i < 3; i++) {
        d += (a[i] - b[i]) * (a[i] - b[i]);
        size += b[i] * b[i];
    }
    return sqrt(d / size);
}

// Turns the slip to an angle of 1e-12 to 1e-1 rad from an invariant direction.
static inline void start_near_invariant(random_stream *r, problem *q) {
    carom_hodograph h;
    if (carom_hodograph_compute(&q->c, q->p.mu, q->p.mu, &h) != CAROM_OK || h.count == 0) return;
    const double *e = h.direction[random_below(r, h.count)].e;
    const double off = (random_below(r, 2) ? 1.0 : -1.0) * random_power10(random_between(r, -12.0, -1.0));
    const double speed = sqrt(q->c.v[1] * q->c.v[1] + q->c.v[2] * q->c.v[2]);
    q->c.v[1] = speed * (e[0] - off * e[1]);
    q->c.v[2] = speed * (e[1] + off * e[0]);
}

// Makes the tangential block B of W nearly isotropic and its coupling a to the normal tiny, so that the slip hardly
// turns.
static inline void make_isotropic(random_stream *r, problem *q) {
    const double small = random_power10(random_between(r, -12.0, -2.0));
    const double b = random_power10(random_between(r, -1.0, 1.0));
    q->c.W[1][1] = b * (1.0 + small * random_unit(r));
    q->c.W[2][2] = b;
    q->c.W[1][2] = q->c.W[2][1] = 0.5 * b * small * random_between(r, -1.0, 1.0);
    for (int i = 1; i < 3; i++)
        q->c.W[0][i] = q->c.W[i][0] = 0.5 * small * sqrt(b * q->c.W[0][0]) * random_between(r, -1.0, 1.0);
}

static inline void scale_slip(problem *q, double factor) {
    q->c.v[1] *= factor;
    q->c.v[2] *= factor;
}

// Returns a random problem. In 6 of 8 cases it is one of the hard kinds, otherwise an ordinary one.
static inline problem random_problem(uint64_t seed, uint64_t index) {
    random_stream r = random_at(seed, index);
    problem q = {.sort = "generic"};
    q.c = random_contact(&r, 3, random_between(&r, 0.0, 2.0));
    q.p = random_params(&r, 3);
    switch (random_below(&r, 8)) {
    case 0:
        q.sort = "near-invariant";
        start_near_invariant(&r, &q);
        break;
    case 1:
        q.sort = "isotropic";
        make_isotropic(&r, &q);
        break;
    case 2:
        q.sort = "slip scaled";
        scale_slip(&q, random_power10(random_between(&r, -8.0, 4.0)));
        break;
    case 3:
        q.sort = "strong friction";
        q.p.mu = random_power10(random_between(&r, 0.0, 2.0));
        q.p.mu_static = CAROM_SAME_AS_MU;
        break;
    case 4:
        q.sort = "ill-conditioned";
        {
            carom_contact harder;
            random_W(&r, 3, 8.0, &harder);
            memcpy(q.c.W, harder.W, sizeof q.c.W);
        }
        break;
    case 5:
        q.sort = "grazing";
        q.c.v[0] *= random_power10(random_between(&r, -8.0, -1.0));
        break;
    default: break;
    }
    return q;
}

static inline void print_problem(const problem *q) {
    printf("    %s, %s, e = %.17g, mu = %.17g, mu_static = %.17g\n", q->sort,
           carom_choice_at(carom_coefficient_at(NULL, CAROM_PARAM_restitution), (int)q->p.restitution), q->p.e, q->p.mu,
           q->p.mu_static);
    for (int i = 0; i < 3; i++)
        printf("    W %.17g %.17g %.17g   v %.17g\n", q->c.W[i][0], q->c.W[i][1], q->c.W[i][2], q->c.v[i]);
}

#endif
