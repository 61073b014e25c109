// Generates random problems that are the same with every compiler. The numbers depend only on (seed, index), and the
// code uses only + - * / and sqrt.
#ifndef CAROM_BENCH_RANDOM_H
#define CAROM_BENCH_RANDOM_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "carom/law.h"

typedef struct random_stream {
    uint64_t state;
} random_stream;

// Returns the next random word: the finaliser of splitmix64, applied to a counter.
static inline uint64_t random_word(random_stream *r) {
    uint64_t z = (r->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

// Returns the stream of random numbers of one sample, which depends only on seed and index.
static inline random_stream random_at(uint64_t seed, uint64_t index) {
    random_stream r = {seed * UINT64_C(0xd1342543de82ef95) + index * UINT64_C(0x2545f4914f6cdd1d)};
    random_word(&r);
    r.state ^= random_word(&r);
    return r;
}

static inline double random_unit(random_stream *r) { // uniform in [0, 1)
    return (double)(random_word(r) >> 11) * 0x1p-53;
}

static inline double random_between(random_stream *r, double lo, double hi) {
    return lo + (hi - lo) * random_unit(r);
}

static inline int random_below(random_stream *r, int n) {
    return (int)(random_word(r) % (uint64_t)n);
}

// Approximates 10^x without the C math library, by linear interpolation between the powers of 10^(1/8).
static inline double random_power10(double x) {
    const int eighths = (int)floor(8.0 * x);
    const double step = sqrt(sqrt(sqrt(10.0)));
    double p = 1.0;
    for (int i = 0; i < eighths; i++) p *= step;
    for (int i = 0; i > eighths; i--) p /= step;
    return p * (1.0 + (8.0 * x - eighths) * (step - 1.0));
}

// Computes a random direction without trigonometry, by scaling a random point of the unit ball.
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

// Generates W as a sum of `dim` weighted dyads of random directions. The weights spread over `decades`; the coupling is
// arbitrary.
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

// Returns a contact that approaches. One in eight is direct (v_t = 0), and one in eight grazes (large slip).
static inline carom_contact random_contact(random_stream *r, int dim, double decades) {
    carom_contact c;
    random_W(r, dim, decades, &c);
    const int kind = random_below(r, 8);
    c.v[0] = -random_power10(random_between(r, -2.0, 1.0));
    for (int i = 1; i < dim; i++) c.v[i] = kind == 0 ? 0.0 : random_between(r, -1.0, 1.0) * (kind == 1 ? 100.0 : 3.0);
    return c;
}

// Returns a random number in the range of a coefficient. Each end has the chance 1/8 if it is finite. If the range is
// wider than 100, the number is a power of ten times the default.
static inline double random_in_row(random_stream *r, const carom_coefficient *row) {
    const double about = row->default_value > 0.0 ? row->default_value : 1.0,
                 x = about * random_power10(random_between(r, -2.0, 2.0));
    const bool wide = !(row->highest - row->lowest <= 100.0), negative = row->lowest < 0.0 && random_below(r, 2);
    const int end = random_below(r, 8);
    if (end == 0 && row->lowest > -1e10) return row->lowest;
    if (end == 1 && row->highest < 1e10) return row->highest;
    if (!wide) return random_between(r, row->lowest, row->highest);
    return fmin(fmax(negative ? -x : x, row->lowest), row->highest);
}

// Sets one coefficient of any kind to random values from its range. A list belongs to the caller and is not changed.
static inline void random_row(random_stream *r, const carom_coefficient *row, carom_params *p) {
    static const size_t numbers[] = {[CAROM_REAL] = 1, [CAROM_CHOICE] = 1, [CAROM_VECTOR] = 3, [CAROM_TANGENT] = 2,
                                     [CAROM_EACH] = 3, [CAROM_LIST] = 0,   [CAROM_PAIR] = 2};
    double values[3];
    for (int i = 0; i < 3; i++) values[i] = random_in_row(r, row);
    if (row->kind == CAROM_CHOICE) values[0] = row->lowest + random_below(r, 1 + (int)(row->highest - row->lowest));
    if (numbers[row->kind]) (void)carom_params_set(p, row, values, numbers[row->kind]);
}

// Sets each coefficient of the set `which` that the law reads, with the chance 1 in `rarely`. The numbers come from a
// separate stream, so r does not advance.
static inline void random_from_law(const random_stream *r, const carom_law *law, uint64_t which, int rarely,
                                   carom_params *p) {
    random_stream own = {r->state ^ UINT64_C(0x6a09e667f3bcc909)};
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        const carom_coefficient *row = (which >> i) & 1 ? carom_law_coefficient(law, i) : NULL;
        if (row && random_below(&own, rarely) == 0) random_row(&own, row, p);
    }
}

static inline void random_from_table(const random_stream *r, uint64_t which, int rarely, carom_params *p) {
    random_stream own = {r->state ^ UINT64_C(0x6a09e667f3bcc909)};
    for (int i = 0; i < CAROM_PARAM_OWN && carom_coefficient_at(NULL, i); i++)
        if ((which >> i & 1) && random_below(&own, rarely) == 0) random_row(&own, carom_coefficient_at(NULL, i), p);
}

// Sets the coefficients that only this law reads. In one of four problems it also sets shared coefficients whose range
// is larger in this law. r_t gets both signs. Impulse ratios are below 1, so that most problems have a result.
static inline bool random_is_usual(const carom_coefficient *row, const carom_coefficient *shared) {
    return row->lowest == shared->lowest && row->highest == shared->highest &&
           carom_param_required(row) == carom_param_required(shared);
}

static inline void random_own(const random_stream *r, const carom_law *law, carom_params *p) {
    random_stream own = {r->state ^ UINT64_C(0xbb67ae8584caa73b)}, both = {r->state ^ UINT64_C(0x3c6ef372fe94f82b)};
    if (carom_law_find_coefficient(law, "r_t")) p->e_t = random_between(&both, -1.0, 1.0);
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        const carom_coefficient *row = carom_law_coefficient(law, i);
        if (!row) continue;
        const carom_coefficient *shared = i < CAROM_PARAM_OWN ? carom_coefficient_at(NULL, i) : NULL;
        if (shared && random_is_usual(row, shared)) continue;
        const double pair[2] = {random_between(&own, -0.4, 1.0), random_between(&own, -0.4, 0.4)};
        if (row->kind == CAROM_PAIR)
            (void)carom_params_set(p, row, pair, 2);
        else if (!shared || (row->highest > shared->highest && random_below(&own, 4) == 0))
            random_row(&own, row, p);
    }
}

// random_params leaves these coefficients at their defaults, because its problems have stored hashes.
// random_wide_params varies them.
#define RANDOM_LEFT (CAROM_PARAM_BIT(rest_speed) | CAROM_PARAM_BIT(friction))

// Random numbers for the laws that have other names for e and e_t.
typedef struct {
    double e_n, r_n, r_t;
} random_names;

// Returns coefficients in the range of every law. The restitution e is uniform, with a raised chance of 0 and 1.
// Friction covers more than 3 decades and is sometimes 0. In three of four problems mu_static equals mu.
static inline carom_params random_params_named(random_stream *r, int dim, random_names *names) {
    carom_params p = carom_params_default();
    const double ends[2] = {0.0, 1.0};
    p.restitution = (carom_restitution)random_below(r, 3);
    double *unit[] = {&p.e, &names->e_n, &names->r_n, &p.nu};
    for (int i = 0; i < 4; i++) {
        const double x = random_unit(r);
        *unit[i] = random_below(r, 8) ? x : ends[random_below(r, 2)];
    }
    p.mu = random_below(r, 16) ? random_power10(random_between(r, -2.0, 1.3)) : 0.0;
    const double extra = random_between(r, 0.0, 1.0);
    if (random_below(r, 4) == 0) p.mu_static = p.mu * (1.0 + extra);
    p.e_t = random_unit(r);
    names->r_t = random_between(r, -1.0, 1.0);
    p.s1 = random_unit(r);
    p.s2 = random_unit(r) * (1.0 - p.s1);
    p.eta = random_between(r, -1.0, 1.0);
    random_direction(r, dim, p.direction);
    p.own[CAROM_OWN(ratio)] = p.own[CAROM_OWN(ratio2)] = p.own[CAROM_OWN(f)] = 0.0;
    return p;
}

static inline carom_params random_params(random_stream *r, int dim) {
    random_names names;
    return random_params_named(r, dim, &names);
}

// Sets the coefficients that this law reads under other names.
static inline void random_take_names(const carom_law *law, const random_names *names, carom_params *p) {
    if (carom_law_find_coefficient(law, "e_n")) p->e = names->e_n;
    if (carom_law_find_coefficient(law, "r_n")) p->e = names->r_n;
    if (carom_law_find_coefficient(law, "r_t")) p->e_t = names->r_t;
}

// Returns the same coefficients, and varies each of RANDOM_LEFT in one of eight problems.
static inline carom_params random_wide_params(random_stream *r, int dim) {
    carom_params p = random_params(r, dim);
    random_from_table(r, RANDOM_LEFT, 8, &p);
    return p;
}

#endif
