// Random problems that any compiler makes the same: counter-based, keyed by (seed, index), only + - * / sqrt.
#ifndef CAROM_TESTS_RANDOM_H
#define CAROM_TESTS_RANDOM_H

#include <math.h>
#include <stdint.h>

#include "carom/carom.h"

typedef struct random_stream {
    uint64_t state;
} random_stream;

// splitmix64's finalizer: one well-mixed word per counter value.
static inline uint64_t random_word(random_stream *r) {
    uint64_t z = (r->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

// The stream of one sample: a function of seed and index alone.
static inline random_stream random_at(uint64_t seed, uint64_t index) {
    random_stream r = {seed * UINT64_C(0xd1342543de82ef95) + index * UINT64_C(0x2545f4914f6cdd1d)};
    random_word(&r);
    r.state ^= random_word(&r);
    return r;
}

static inline double random_unit(random_stream *r) { // [0, 1)
    return (double)(random_word(r) >> 11) * 0x1p-53;
}

static inline double random_between(random_stream *r, double lo, double hi) {
    return lo + (hi - lo) * random_unit(r);
}

static inline int random_below(random_stream *r, int n) {
    return (int)(random_word(r) % (uint64_t)n);
}

// 10^x for integer and fractional x without libm: repeated squaring of 10^(1/8) by square roots.
static inline double random_power10(double x) {
    const int eighths = (int)floor(8.0 * x);
    const double step = sqrt(sqrt(sqrt(10.0)));
    double p = 1.0;
    for (int i = 0; i < eighths; i++) p *= step;
    for (int i = 0; i > eighths; i--) p /= step;
    return p * (1.0 + (8.0 * x - eighths) * (step - 1.0));
}

// A direction without trigonometry: a point in the unit ball, scaled.
static inline void random_direction(random_stream *r, int dim, double u[3]) {
    double length;
    do {
        length = 0.0;
        for (int i = 0; i < dim; i++) {
            u[i] = random_between(r, -1.0, 1.0);
            length += u[i] * u[i];
        }
    } while (!(length > 1e-4 && length <= 1.0));
    for (int i = 0; i < dim; i++) u[i] /= sqrt(length);
}

// W = sum of three (two) weighted dyads of random directions: eigenvalues over `decades`, any coupling.
static inline void random_W(random_stream *r, int dim, double decades, carom_contact *c) {
    *c = (carom_contact){.dim = dim};
    const double scale = random_power10(random_between(r, -1.0, 1.0));
    for (int k = 0; k < dim; k++) {
        double q[3];
        random_direction(r, dim, q);
        const double weight = scale * random_power10(-decades * random_unit(r));
        for (int i = 0; i < dim; i++)
            for (int j = 0; j <= i; j++) c->W[i][j] += weight * (q[i] * q[j]);
    }
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < i; j++) c->W[j][i] = c->W[i][j];
}

// A contact that approaches; one in eight is direct (v_t = 0), one in eight grazes.
static inline carom_contact random_contact(random_stream *r, int dim, double decades) {
    carom_contact c;
    random_W(r, dim, decades, &c);
    const int kind = random_below(r, 8);
    c.v[0] = -random_power10(random_between(r, -2.0, 1.0));
    for (int i = 1; i < dim; i++) c.v[i] = kind == 0 ? 0.0 : random_between(r, -1.0, 1.0) * (kind == 1 ? 100.0 : 3.0);
    return c;
}

// Parameters in range for every law: e uniform with both ends favoured, mu over four decades with 0 among them,
// mu_static equal to mu in three of four.
static inline carom_params random_params(random_stream *r, int dim) {
    carom_params p = carom_default_params();
    const double ends[2] = {0.0, 1.0};
    p.restitution = (carom_restitution)random_below(r, 3);
    double *unit[] = {&p.e, &p.e_n, &p.r_n, &p.nu};
    for (int i = 0; i < 4; i++) {
        const double x = random_unit(r);
        *unit[i] = random_below(r, 8) ? x : ends[random_below(r, 2)];
    }
    p.mu = random_below(r, 16) ? random_power10(random_between(r, -2.0, 1.3)) : 0.0;
    const double extra = random_between(r, 0.0, 1.0);
    if (random_below(r, 4) == 0) p.mu_static = p.mu * (1.0 + extra);
    p.e_t = random_unit(r);
    p.r_t = random_between(r, -1.0, 1.0);
    p.s1 = random_unit(r);
    p.s2 = random_unit(r) * (1.0 - p.s1);
    p.eta = random_between(r, -1.0, 1.0);
    random_direction(r, dim, p.direction);
    return p;
}

#endif
