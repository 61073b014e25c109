// The friction problem in its own units, and the equations that its solutions satisfy.
#include <math.h>

#include "systems/cones3.h"

bool carom_scaled3_carve(carom_scaled3 *s, int nc, carom_arena *a) {
    const size_t n = 3 * (size_t)nc;
    s->nc = nc;
    s->n = 3 * nc;
    s->unit = CAROM_TAKE(a, nc, double);
    s->A = CAROM_TAKE(a, n * n, double);
    s->b = CAROM_TAKE(a, n, double);
    s->diagonal = CAROM_TAKE(a, n, double);
    s->floor = CAROM_TAKE(a, nc, double);
    s->rho = CAROM_TAKE(a, 2 * (size_t)nc, double);
    s->at = CAROM_TAKE(a, nc, int);
    s->turn = CAROM_TAKE(a, 2 * (size_t)nc, double);
    s->own_mu = CAROM_TAKE(a, nc, double);
    s->key = CAROM_TAKE(a, 2 * (size_t)nc, double);
    return !carom_arena_short(a);
}

// Returns a power of two near x; 1 for 0. Where it jumps, rounding of x decides: at sqrt(1/2) of a power of two, not at
// numbers such as 1 and 2, which are common.
static double power_near(double x) {
    int power;
    if (!(x > 0.0)) return 1.0;
    frexp(1.4142135623730951 * x, &power);
    return ldexp(1.0, power);
}

// Returns the larger eigenvalue of the tangential block.
static double tangential_most(double a, double b, double c) {
    const double half = 0.5 * (a - c);
    return 0.5 * (a + c) + sqrt(half * half + b * b);
}

// Computes one contact's part of a row or column of p in the frame of contact i.
static void to_frame(const carom_scaled3 *s, size_t i, const double x[3], double out[3]) {
    const double c = s->turn[2 * i], d = s->turn[2 * i + 1];
    out[0] = x[0];
    out[1] = c * x[1] + d * x[2];
    out[2] = c * x[2] - d * x[1];
}

// Fills a block of A: contact i of s against contact j.
static void fill_block(carom_scaled3 *s, const carom_cones3 *p, size_t i, size_t j) {
    const size_t n = (size_t)s->n;
    double half[3][3], column[3];
    for (size_t k = 0; k < 3; k++)
        to_frame(s, j, p->W + (3 * (size_t)s->at[i] + k) * n + 3 * (size_t)s->at[j], half[k]);
    for (size_t c = 0; c < 3; c++) {
        const double from[3] = {half[0][c], half[1][c], half[2][c]};
        to_frame(s, i, from, column);
        for (size_t k = 0; k < 3; k++) s->A[(3 * i + k) * n + 3 * j + c] = column[k] * s->unit[j];
    }
}

// Fills s in the order `at` and the frames `turn`.
static void fill(carom_scaled3 *s, const carom_cones3 *p) {
    const size_t n = (size_t)s->n, nc = (size_t)s->nc;
    double most = 0.0;
    for (size_t i = 0; i < nc; i++) {
        const size_t from = (size_t)s->at[i];
        const double *own = p->W + 3 * from * (n + 1), *q = p->q + 3 * from;
        s->own_mu[i] = p->mu[from];
        s->unit[i] = 1.0 / power_near(fmax(own[0], tangential_most(own[n + 1], own[n + 2], own[2 * n + 2])));
        most = fmax(most, fmax(fabs(q[0]), sqrt(q[1] * q[1] + q[2] * q[2])));
        most = fmax(most, p->floor[from] / s->unit[i]);
    }
    s->speed = power_near(most);
    for (size_t i = 0; i < nc; i++) {
        to_frame(s, i, p->q + 3 * (size_t)s->at[i], s->b + 3 * i);
        for (size_t k = 3 * i; k < 3 * i + 3; k++) s->b[k] /= s->speed;
        for (size_t j = 0; j < nc; j++) fill_block(s, p, i, j);
        const double *A = s->A + 3 * i * (n + 1);
        for (size_t k = 0; k < 3; k++) s->diagonal[3 * i + k] = A[k * (n + 1)];
        s->floor[i] = p->floor[s->at[i]] / s->unit[i] / s->speed;
        s->rho[2 * i] = A[0] > 0.0 ? 1.0 / A[0] : 1.0;
        const double rho = tangential_most(A[n + 1], A[n + 2], A[2 * n + 2]);
        s->rho[2 * i + 1] = rho > 0.0 ? 1.0 / rho : 1.0;
    }
}

void carom_scaled3_fill(carom_scaled3 *s, const carom_cones3 *p) {
    s->mu = s->own_mu;
    for (int i = 0; i < s->nc; i++) {
        s->at[i] = i;
        s->turn[2 * i] = 1.0;
        s->turn[2 * i + 1] = 0.0;
    }
    fill(s, p);
}

void carom_scaled3_speeds(const carom_scaled3 *s, const double *x, double *z) {
    const size_t n = (size_t)s->n;
    for (size_t i = 0; i < n; i++) {
        const double *row = s->A + i * n;
        double sum = s->b[i];
        for (size_t j = 0; j < n; j++) sum += row[j] * x[j];
        z[i] = sum;
    }
}

// Replaces x by the nearest point of the disc of this radius.
static void into_disc(double radius, double x[2]) {
    const double length = sqrt(x[0] * x[0] + x[1] * x[1]);
    if (length <= radius) return;
    x[0] *= radius / length;
    x[1] *= radius / length;
}

void carom_scaled3_gap(const carom_scaled3 *s, const double *x, const double *z, double *to, double *F) {
    for (int i = 0; i < s->nc; i++) {
        double *t = to + 3 * i;
        t[0] = fmax(s->floor[i], x[3 * i] - s->rho[2 * i] * z[3 * i]);
        for (int k = 1; k < 3; k++) t[k] = x[3 * i + k] - s->rho[2 * i + 1] * z[3 * i + k];
        into_disc(s->mu[i] * t[0], t + 1);
        for (int k = 0; k < 3; k++) F[3 * i + k] = x[3 * i + k] - t[k];
    }
}

static double speed_of(const carom_scaled3 *s, const double *x, int i) {
    const double *row = s->A + (size_t)i * (size_t)s->n;
    double sum = s->b[i];
    for (int j = 0; j < s->n; j++) sum += row[j] * x[j];
    return sum;
}

void carom_scaled3_sweep(const carom_scaled3 *s, double *x) {
    for (int i = 0; i < s->nc; i++) {
        double *own = x + 3 * i, t[2];
        own[0] = fmax(s->floor[i], own[0] - s->rho[2 * i] * speed_of(s, x, 3 * i));
        for (int k = 0; k < 2; k++) t[k] = own[1 + k] - s->rho[2 * i + 1] * speed_of(s, x, 3 * i + 1 + k);
        into_disc(s->mu[i] * own[0], t);
        own[1] = t[0];
        own[2] = t[1];
    }
}

// Computes numbers of each contact that depend neither on the order of the contacts nor on the tangents: first from its
// own terms, then from its coupling to the others, weighted by their numbers. Symmetric contacts keep equal numbers.
static void fill_keys(const carom_scaled3 *s, double *key, double *next) {
    const size_t n = (size_t)s->n, nc = (size_t)s->nc;
    for (size_t i = 0; i < nc; i++) {
        const double *A = s->A + 3 * i * (n + 1), *b = s->b + 3 * i;
        key[i] = b[0] + 0.618 * (b[1] * b[1] + b[2] * b[2]) + 0.414 * s->mu[i] + 0.732 * s->floor[i] + 0.236 * A[0] +
                 0.646 * (A[n + 1] + A[2 * n + 2]) + 0.317 * (b[1] * A[1] + b[2] * A[2]);
    }
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < nc; i++) {
            next[i] = key[i];
            for (size_t j = 0; j < nc; j++) {
                const double *A = s->A + 3 * (i * n + j);
                double across = 0.0;
                for (size_t k = 0; k < 9; k++) across += A[k / 3 * n + k % 3] * A[k / 3 * n + k % 3];
                if (j != i) next[i] += (A[0] + 0.577 * across) * key[j] / (1.0 + key[j] * key[j]);
            }
        }
        for (size_t i = 0; i < nc; i++) key[i] = next[i];
    }
}

// Points the first tangent of each contact along a vector that its data define, if there is one.
static void fill_turns(carom_scaled3 *s, const double *key) {
    const size_t n = (size_t)s->n;
    for (size_t i = 0; i < (size_t)s->nc; i++) {
        double along[2], length;
        for (size_t k = 0; k < 2; k++) {
            const double *row = s->A + (3 * i + 1 + k) * n;
            along[k] = s->b[3 * i + 1 + k];
            for (size_t j = 0; j < (size_t)s->nc; j++) along[k] += row[3 * j] / (1.3 + key[j] * key[j]);
        }
        length = sqrt(along[0] * along[0] + along[1] * along[1]);
        for (size_t k = 0; k < 2 && length > 1e-9; k++) s->turn[2 * i + k] = along[k] / length;
    }
}

// Sorts `at` by the keys. Returns whether some are equal up to rounding; `reverse` reverses the order of those.
static bool sort_by(const double *key, bool reverse, int nc, double *sorted, int *at) {
    bool ties = false;
    for (int i = 0; i < nc; i++) {
        int j = i;
        for (; j > 0; j--) {
            const double ahead = sorted[j - 1] - key[i], tie = 1e-9 * (1.0 + fabs(key[i]));
            ties = ties || fabs(ahead) <= tie;
            if (!(ahead > tie || (reverse && ahead >= -tie))) break;
            sorted[j] = sorted[j - 1];
            at[j] = at[j - 1];
        }
        sorted[j] = key[i];
        at[j] = i;
    }
    return ties;
}

bool carom_scaled3_arrange(carom_scaled3 *s, const carom_cones3 *p, bool reverse) {
    double *key = s->key, *next = s->key + s->nc;
    carom_scaled3_fill(s, p);
    fill_keys(s, key, next);
    const bool ties = sort_by(key, reverse, s->nc, next, s->at);
    // In the new order, sums over the contacts are rounded in the same way for every order of the caller.
    fill(s, p);
    fill_keys(s, key, next);
    fill_turns(s, key);
    fill(s, p);
    return ties;
}

void carom_scaled3_impulses(const carom_scaled3 *s, const double *x, double *P) {
    for (int i = 0; i < s->nc; i++) {
        const double unit = s->unit[i] * s->speed, c = s->turn[2 * i], d = s->turn[2 * i + 1];
        double *to = P + 3 * s->at[i];
        to[0] = x[3 * i] * unit;
        to[1] = (c * x[3 * i + 1] - d * x[3 * i + 2]) * unit;
        to[2] = (d * x[3 * i + 1] + c * x[3 * i + 2]) * unit;
    }
}
