// Makes random problems for carom_cone_minimum: W, b and mu. Most kinds are ill-conditioned or special.
#ifndef CAROM_TESTS_CONE_PROBLEMS_H
#define CAROM_TESTS_CONE_PROBLEMS_H

#include "support/spectrum.h"

// The solver receives W times 2^light and b times 2^fast.
typedef struct problem {
    int dim;
    double W[3][3], b[3], mu;
    int light, fast;
} problem;

static inline double decades(random_stream *r, double from, double to) {
    return random_power10(random_between(r, from, to));
}

static inline double either(random_stream *r, double x) {
    return random_below(r, 2) ? x : -x;
}

static inline problem with_W(random_stream *r, int dim, double spread) {
    const double w[3] = {decades(r, -spread, 0.0), decades(r, -spread, 0.0), decades(r, -spread, 0.0)};
    const carom_contact c = spectrum_contact(r, dim, w, 1.0);
    problem p = {.dim = dim};
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) p.W[i][j] = c.W[i][j];
    return p;
}

static inline void any_b(random_stream *r, problem *p, double spread) {
    for (int i = 0; i < p->dim; i++) p->b[i] = either(r, decades(r, -spread, 0.0));
}

// Sets b = -W x + k (mu^2 x_n, -x_t). If x is on the edge of the cone and k >= 0, then x is the minimum, up to the
// rounding of b.
static inline void b_of(problem *p, const double x[3], double k) {
    for (int i = 0; i < p->dim; i++) {
        double sum = i ? -k * x[i] : k * p->mu * p->mu * x[0];
        for (int j = 0; j < p->dim; j++) sum -= p->W[i][j] * x[j];
        p->b[i] = sum;
    }
}

static inline problem ordinary(random_stream *r, int dim) {
    problem p = with_W(r, dim, 2.0);
    any_b(r, &p, 2.0);
    p.b[0] = -fabs(p.b[0]);
    p.mu = decades(r, -2.0, 1.0);
    return p;
}

static inline problem steep(random_stream *r, int dim) {
    problem p = with_W(r, dim, 13.5);
    p.mu = decades(r, -12.0, 12.0);
    any_b(r, &p, 8.0);
    return p;
}

// b is close to the range of a nearly singular W, so that the impulses are moderate.
static inline problem next_to_range(random_stream *r, int dim) {
    problem p = with_W(r, dim, 13.5);
    p.mu = decades(r, -3.0, 3.0);
    const double x[3] = {decades(r, -3.0, 0.0), either(r, decades(r, -3.0, 0.0)), either(r, decades(r, -3.0, 0.0))};
    b_of(&p, x, 0.0);
    return p;
}

// The minimum is on the edge of the cone. The parameter k of b_of varies: if it is small, the minimum is almost inside,
// and if it is large, W is negligible.
static inline problem on_edge(random_stream *r, int dim) {
    problem p = with_W(r, dim, random_below(r, 2) ? 2.0 : 12.0);
    double u[3] = {0.0, 1.0, 0.0};
    p.mu = decades(r, -3.0, 3.0);
    random_direction(r, dim - 1, u);
    const double x = decades(r, -3.0, 0.0), s = p.mu * x;
    const double P[3] = {x, dim == 2 ? either(r, s) : s * u[0], dim == 2 ? 0.0 : s * u[1]};
    b_of(&p, P, random_below(r, 4) ? decades(r, -16.0, 6.0) : 0.0);
    return p;
}

// The nearly null vector of W lies on the edge of the cone.
static inline problem grazing_null(random_stream *r, int dim) {
    problem p = {.dim = dim, .mu = decades(r, -2.0, 2.0)};
    double u[3] = {either(r, 1.0), 0.0, 0.0};
    if (dim == 3) random_direction(r, 2, u);
    const double l = sqrt(1.0 + p.mu * p.mu), z[3] = {1.0 / l, p.mu * u[0] / l, dim == 3 ? p.mu * u[1] / l : 0.0};
    const double low = decades(r, -13.0, -6.0), share = dim == 3 ? random_between(r, 0.1, 1.0) : 0.0;
    const double q[3] = {p.mu / l, -u[0] / l, dim == 3 ? -u[1] / l : 0.0}, s[3] = {0.0, -u[1], u[0]};
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++)
            p.W[i][j] = q[i] * q[j] + low * z[i] * z[j] + (dim == 3 ? share * s[i] * s[j] : 0.0);
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < i; j++) p.W[i][j] = p.W[j][i];
    if (random_below(r, 2)) {
        any_b(r, &p, 3.0);
    } else {
        const double x[3] = {decades(r, -1.0, 0.0), either(r, decades(r, -1.0, 0.0)), either(r, decades(r, -1.0, 0.0))};
        b_of(&p, x, 0.0);
    }
    return p;
}

// Some terms vanish: there is no coupling, W_tt is isotropic, b_t = 0 or b_n = 0. In one case b is close to the edge of
// the dual cone K* = {y_n >= mu |y_t|}.
static inline problem plain(random_stream *r, int dim) {
    problem p = ordinary(r, dim);
    if (random_below(r, 2))
        for (int i = 1; i < dim; i++) p.W[0][i] = p.W[i][0] = 0.0;
    if (dim == 3 && random_below(r, 2)) {
        p.W[1][2] = p.W[2][1] = 0.0;
        const double w = sqrt(p.W[0][1] * p.W[0][1] + p.W[0][2] * p.W[0][2]);
        p.W[1][1] = p.W[2][2] = fmax(p.W[1][1], 2.0 * w * w / p.W[0][0]);
    }
    switch (random_below(r, 5)) {
    case 0: p.b[0] = 0.0; break;
    case 1: p.b[1] = p.b[2] = 0.0; break;
    case 2: p.b[2] = 0.0; break;
    case 3: p.b[0] = p.mu * sqrt(p.b[1] * p.b[1] + p.b[2] * p.b[2]) * (1.0 - decades(r, -16.0, -1.0)); break;
    default: break;
    }
    return p;
}

static inline problem scaled(random_stream *r, int dim) {
    problem p = random_below(r, 2) ? ordinary(r, dim) : next_to_range(r, dim);
    p.light = random_below(r, 1000) - 500; // factors from 1e-150 to 1e150
    p.fast = random_below(r, 1000) - 500;
    return p;
}

#endif
