// Generates random problems, most of them hard. Some have a nearly singular W, masses that differ by 1e16, or units
// from 1e-150 to 1e150. In others friction and slip are next to a change of the contact mode. With small integers such
// changes are met exactly. A problem depends only on its seed and number.
#ifndef CAROM_TESTS_DRAW_H
#define CAROM_TESTS_DRAW_H

#include "bench/random.h"

// The kind of W for which a law is defined.
typedef enum draw_coupling { DRAW_ANY, DRAW_UNCOUPLED, DRAW_SPHERE } draw_coupling;

typedef struct drawn {
    double W[3][3], v[3], mu, unit[6]; // unit: numbers in [0, 1], often 0 or 1, for coefficients
} drawn;

// Returns a number with a random mantissa between 2^from and 2^to.
static inline double draw_power(random_stream *r, int from, int to) {
    const uint64_t word = random_word(r);
    const double mantissa = 1.0 + (double)(word & UINT64_C(0xfffffffffffff)) * 0x1p-52;
    return ldexp(mantissa, from + (int)((word >> 52) % (uint64_t)(to - from)));
}

static inline double draw_either(random_stream *r, double x) {
    return random_word(r) >> 63 ? -x : x;
}

// Returns a number in [0, 1); in 3 of 16 cases 0, 1 or 0.5.
static inline double draw_unit(random_stream *r) {
    const int kind = random_below(r, 16);
    return kind == 0 ? 0.0 : kind == 1 ? 1.0 : kind == 2 ? 0.5 : random_unit(r);
}

// Returns x changed by up to 3 units in the last place, or x itself.
static inline double draw_next_to(random_stream *r, double x) {
    const int steps = random_below(r, 8) - 4;
    return x * (1.0 + (steps == -4 ? 0.0 : (double)steps * 0x1p-52));
}

// Computes the cosines between random unit vectors, which are the rows of a triangular matrix. If `flat` > 0, the last
// vector lies nearly in the span of the others.
static inline void draw_cosines(random_stream *r, int dim, double flat, double C[3][3]) {
    double L[3][3] = {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int i = 1; i < dim; i++) {
        double length = 0.0;
        for (int j = 0; j <= i; j++) L[i][j] = random_between(r, -1.0, 1.0);
        if (flat > 0.0 && i == dim - 1) L[i][i] = flat;
        for (int j = 0; j <= i; j++) length += L[i][j] * L[i][j];
        for (int j = 0; j <= i; j++) L[i][j] /= sqrt(length);
    }
    for (int i = 0; i < dim; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0.0;
            for (int k = 0; k <= j; k++) sum += L[i][k] * L[j][k];
            C[i][j] = C[j][i] = i == j ? 1.0 : sum;
        }
}

static inline void draw_W(random_stream *r, int dim, draw_coupling coupling, int kind, drawn *x) {
    double C[3][3], size[3];
    const int spread = kind == 2 ? 14 : 3; // square roots: masses differ by up to 2^54, or 1e16
    for (int i = 0; i < dim; i++) size[i] = draw_power(r, -spread, spread);
    // W counts as singular if less than 1e-14 of its diagonal remains after elimination. Some problems are below this
    // limit.
    draw_cosines(r, dim, kind == 1 ? draw_power(r, -24, -2) : 0.0, C);
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) {
            x->W[i][j] = size[i] * size[j] * C[i][j];
            if (kind == 3) x->W[i][j] = i == j ? 1.0 + random_below(r, 4) : 0.0;
        }
    for (int i = 0; kind == 3 && i < dim - 1; i++) x->W[i][i + 1] = x->W[i + 1][i] = 0.5 * (random_below(r, 3) - 1);
    for (int i = 0; i < dim; i++)
        for (int j = 0; coupling != DRAW_ANY && j < dim; j++)
            if (i != j) x->W[i][j] = 0.0;
    for (int i = 1; coupling != DRAW_ANY && i < dim; i++)
        x->W[i][i] = coupling == DRAW_SPHERE ? 3.5 * x->W[0][0] : x->W[1][1];
}

// Returns a friction coefficient for which, along the first tangent, the contact just sticks, just continues to slip,
// or just jams.
static inline double draw_critical(random_stream *r, const drawn *x) {
    const double a = x->W[0][0], w = x->W[0][1], T = x->W[1][1], c = -(1.0 + x->unit[0]) * x->v[0];
    const double ratios[] = {w / T, a / w, (a * x->v[1] + w * c) / (T * c + w * x->v[1]), (w + a) / (w + T)};
    const double mu = fabs(ratios[random_below(r, 4)]);
    return mu <= 1e12 ? draw_next_to(r, mu) : 1.0;
}

static inline void draw_v(random_stream *r, int dim, int kind, drawn *x) {
    static const int fastest[] = {3, 3, 3, 8, 27};
    const int slip = random_below(r, 8);
    x->v[0] = kind == 3 ? -1.0 - random_below(r, 3) : -draw_power(r, -6, 3);
    for (int i = 1; i < dim; i++) {
        const double speed = kind == 3 ? random_below(r, 4) : draw_power(r, -6, fastest[slip % 5]);
        x->v[i] = slip == 5 ? 0.0 : draw_either(r, speed);
    }
    // The slip ends exactly with compression, or exactly with the impact.
    if (slip == 6) {
        const double c = -(1.0 + (random_below(r, 2) ? x->unit[0] : 0.0)) * x->v[0], s = draw_either(r, 1.0);
        const double dies = s * (x->mu * x->W[1][1] - s * x->W[0][1]) * c / (x->W[0][0] - s * x->mu * x->W[0][1]);
        if (fabs(dies) < 1e12) x->v[1] = draw_next_to(r, dies);
    }
}

static inline drawn draw_problem(uint64_t seed, uint64_t number, int dim, draw_coupling coupling) {
    random_stream r = random_at(seed, number);
    drawn x = {.mu = 0.0};
    const int kind = random_below(&r, 8), friction = random_below(&r, 16);
    for (int i = 0; i < 6; i++) x.unit[i] = draw_unit(&r);
    draw_W(&r, dim, coupling, kind, &x);
    x.mu = friction == 0 ? 0.0 : friction == 1 ? draw_power(&r, 4, 40) : draw_power(&r, -7, 4);
    draw_v(&r, dim, kind, &x);
    if (friction >= 12) x.mu = draw_critical(&r, &x);
    // Changes the units of mass and speed by up to 2^+-490 = 1e+-147.
    if (kind == 4) {
        const int light = 2 * (random_below(&r, 490) - 245), fast = random_below(&r, 980) - 490;
        for (int i = 0; i < dim; i++) {
            x.v[i] = ldexp(x.v[i], fast);
            for (int j = 0; j < dim; j++) x.W[i][j] = ldexp(x.W[i][j], light);
        }
    }
    return x;
}

#endif
