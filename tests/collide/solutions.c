// Compares carom_collide_all with independent searches, for laws that may have several results. The searches sample
// friction ratios or slip directions for changes of sign, or start Newton's method from a grid of slips. Usage:
// collide_solutions [PROBLEMS]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/law.h"
#include "support/floor.h"
#include "support/laws.h"

enum { SAMPLES = 4000, MOST = 64 };

typedef struct {
    double P[MOST][3];
    int count;
} brute;

// Returns true if two impulses agree to 1e-6. Bisection is accurate to 1e-14, and Newton's method to 1e-10. Results
// that are closer than this count as one.
static bool same(int dim, const double P[3], const double Q[3]) {
    double off = 0.0, size = 1e-300;
    for (int i = 0; i < dim; i++) {
        carom_worsen(&off, fabs(P[i] - Q[i]));
        carom_worsen(&size, fabs(P[i]));
    }
    return off <= 1e-6 * size;
}

static void add(brute *b, int dim, const double P[3]) {
    for (int i = 0; i < b->count; i++)
        if (same(dim, P, b->P[i])) return;
    if (b->count < MOST)
        for (int i = 0; i < 3; i++) b->P[b->count][i] = i < dim ? P[i] : 0.0;
    b->count++;
}

static double cross(const double a[2], const double b[2]) {
    return a[0] * b[1] - a[1] * b[0];
}

// 2D: computes the impulse with the ratio r = P_t / P_n. With D = W_nn + r W_nt, it is P_n = rebound / D. Returns (v_t'
// + e_t v_t) D, which is 0 if the slip ends as e_t requires.
static double slip_after(const carom_contact *c, double rebound, double e_t, double r, double P[3]) {
    const double D = c->W[0][0] + r * c->W[0][1];
    P[0] = rebound / D;
    P[1] = r * P[0];
    P[2] = 0.0;
    return (1.0 + e_t) * c->v[1] * D + rebound * (c->W[0][1] + r * c->W[1][1]);
}

// 2D: finds every result by sampling. A slip that stops has a ratio P_t/P_n from -hold to hold; a slip that does not
// stop has the ratio +mu or -mu.
static brute plane(const carom_contact *c, double rebound, double e_t, double mu, double hold) {
    brute b = {.count = 0};
    double P[3], Q[3];
    for (int i = 0; i < SAMPLES; i++) {
        double low = hold * (2.0 * i / SAMPLES - 1.0), high = hold * (2.0 * (i + 1) / SAMPLES - 1.0);
        const double at_low = slip_after(c, rebound, e_t, low, P), at_high = slip_after(c, rebound, e_t, high, Q);
        if ((at_low < 0.0) == (at_high < 0.0)) continue;
        for (int k = 0; k < 60; k++) {
            const double middle = 0.5 * (low + high);
            *((slip_after(c, rebound, e_t, middle, P) < 0.0) == (at_low < 0.0) ? &low : &high) = middle;
        }
        if (P[0] > 0.0) add(&b, 2, P);
    }
    for (double u = -1.0; u <= 1.0; u += 2.0)
        if (u * slip_after(c, rebound, e_t, -u * mu, P) > 0.0 && P[0] > 0.0) add(&b, 2, P);
    return b;
}

// 3D: computes the impulse P for a slip that ends in the direction u = (cos, sin) of the angle. Returns u x v_t' times
// D, which is 0 if the slip does end in this direction.
static double off_axis(const carom_contact *c, double rebound, double mu, double angle, double u[2], double P[3]) {
    u[0] = cos(angle);
    u[1] = sin(angle);
    const double D = c->W[0][0] - mu * (c->W[0][1] * u[0] + c->W[0][2] * u[1]);
    P[0] = rebound / D;
    for (int i = 0; i < 2; i++) P[i + 1] = -mu * u[i] * P[0];
    double after[2];
    for (int i = 0; i < 2; i++)
        after[i] = D * c->v[i + 1] + rebound * (c->W[0][i + 1] - mu * (c->W[i + 1][1] * u[0] + c->W[i + 1][2] * u[1]));
    return cross(u, after);
}

static void stick(const carom_contact *c, double rebound, double mu, brute *b) {
    // Gauss-Jordan elimination of (W | right).
    double A[3][4] = {{0}};
    const double right[3] = {rebound, -c->v[1], -c->v[2]};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) A[i][j] = c->W[i][j];
        A[i][3] = right[i];
    }
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) {
            const double f = A[i][k] / A[k][k];
            for (int j = k; j < 4 && i != k; j++) A[i][j] -= f * A[k][j];
        }
    const double P[3] = {A[0][3] / A[0][0], A[1][3] / A[1][1], A[2][3] / A[2][2]};
    if (P[0] > 0.0 && hypot(P[1], P[2]) <= mu * P[0]) add(b, 3, P);
}

static brute whittaker_space(const carom_contact *c, double rebound, double mu) {
    brute b = {.count = 0};
    double u[2], P[3];
    stick(c, rebound, mu, &b);
    for (int i = 0; i < SAMPLES; i++) {
        double low = 6.283185307179586 * i / SAMPLES, high = 6.283185307179586 * (i + 1) / SAMPLES;
        const bool at_low = off_axis(c, rebound, mu, low, u, P) < 0.0;
        if (at_low == (off_axis(c, rebound, mu, high, u, P) < 0.0)) continue;
        for (int k = 0; k < 60; k++) {
            const double middle = 0.5 * (low + high);
            *((off_axis(c, rebound, mu, middle, u, P) < 0.0) == at_low ? &low : &high) = middle;
        }
        double along = 0.0;
        for (int k = 0; k < 2; k++)
            along += u[k] * (c->v[k + 1] + c->W[k + 1][0] * P[0] + c->W[k + 1][1] * P[1] + c->W[k + 1][2] * P[2]);
        if (P[0] > 0.0 && along > 0.0) add(&b, 3, P);
    }
    return b;
}

// Computes the impulse of smith for an assumed slip q after the impact, and f = q - v_t', which is 0 for a result.
// Returns true if the impulse pushes.
static bool smith_misses(const carom_contact *c, double rebound, double mu, const double q[2], double f[2],
                         double P[3]) {
    const double V = hypot(c->v[1], c->v[2]), s = hypot(q[0], q[1]), N = V * V + s * s;
    const double K[2] = {(V * c->v[1] + s * q[0]) / N, (V * c->v[2] + s * q[1]) / N};
    const double D = c->W[0][0] - mu * (c->W[0][1] * K[0] + c->W[0][2] * K[1]);
    P[0] = rebound / D;
    for (int i = 0; i < 2; i++) P[i + 1] = -mu * K[i] * P[0];
    for (int i = 0; i < 2; i++)
        f[i] = q[i] - c->v[i + 1] - c->W[i + 1][0] * P[0] - c->W[i + 1][1] * P[1] - c->W[i + 1][2] * P[2];
    return D > 0.0;
}

// Solves f = 0 by Newton's method, with differences as derivatives. A step that does not decrease |f| is halved.
static bool smith_newton(const carom_contact *c, double rebound, double mu, double q[2], double P[3]) {
    for (int k = 0; k < 100; k++) {
        double f[2], x[2], y[2], unused[3];
        const bool pushes = smith_misses(c, rebound, mu, q, f, P);
        const double size = hypot(q[0], q[1]) + hypot(c->v[1], c->v[2]), h = 1e-7 * size;
        if (pushes && hypot(f[0], f[1]) <= 1e-11 * size) return true;
        smith_misses(c, rebound, mu, (double[2]){q[0] + h, q[1]}, x, unused);
        smith_misses(c, rebound, mu, (double[2]){q[0], q[1] + h}, y, unused);
        const double a = (x[0] - f[0]) / h, b = (y[0] - f[0]) / h, d = (x[1] - f[1]) / h, e = (y[1] - f[1]) / h;
        double step[2] = {(e * f[0] - b * f[1]) / (a * e - b * d), (a * f[1] - d * f[0]) / (a * e - b * d)};
        for (int halve = 0; halve < 20; halve++) {
            const double to[2] = {q[0] - step[0], q[1] - step[1]};
            if (smith_misses(c, rebound, mu, to, x, unused) && hypot(x[0], x[1]) < hypot(f[0], f[1])) break;
            step[0] *= 0.5;
            step[1] *= 0.5;
        }
        q[0] -= step[0];
        q[1] -= step[1];
    }
    return false;
}

static brute smith_space(const carom_contact *c, double rebound, double mu) {
    brute b = {.count = 0};
    const double V = hypot(c->v[1], c->v[2]);
    for (int i = 0; i < 24 * 8; i++) {
        const double angle = 6.283185307179586 * (i % 24 + 0.5) / 24.0, speed = V * 0.01 * exp(0.95 * (i / 24));
        double q[2] = {speed * cos(angle), speed * sin(angle)}, P[3];
        if (smith_newton(c, rebound, mu, q, P)) add(&b, 3, P);
    }
    return b;
}

typedef struct {
    long asked, answered, several, missing, extra, disorder, passages, unindexed;
} tally;

// Compares carom_collide_all with the search. `whole` means that the search finds every result, so that each further
// one is an error.
static void compare(const carom_law *law, const carom_contact *c, const carom_params *p, const brute *b, bool whole,
                    tally *t) {
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    int count, given = 0, kept = 0, sum = 0;
    bool indexed = true;
    t->asked++;
    if (carom_collide_all(law, c, p, list, &count) != CAROM_OK || b->count == 0) return;
    t->answered++;
    t->several += count > 1;
    for (int i = 0; i < b->count; i++) {
        bool found = false;
        for (int j = 0; j < count; j++) found = found || same(c->dim, b->P[i], list[j].result.P);
        t->missing += !found;
        if (!found) printf("  WRONG %s %ld: one of %d is missing\n", law->name, t->asked, b->count);
    }
    for (int i = 0; i < count; i++) {
        given += list[i].returned;
        kept += list[i].stable;
        t->disorder += i > 0 && list[i].result.P[0] < list[i - 1].result.P[0];
        // A result of index -1 lies between two others and must never be returned.
        t->passages += list[i].returned && list[i].index < 0;
        indexed = indexed && list[i].index != 0;
        sum += list[i].index;
    }
    if (whole && count > b->count) t->extra++;
    t->disorder += given != 1 || kept > 1;
    t->unindexed += law->contact->index && (indexed ? sum != 1 : !(p->mu_static > p->mu));
}

// Checks that each result of smith satisfies the equations of the law. The search for smith may miss results and cannot
// check this.
static void satisfies(const carom_contact *c, const carom_params *p, double rebound, tally *t) {
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    int count;
    if (carom_collide_all(&carom_law_smith, c, p, list, &count) != CAROM_OK) return;
    for (int i = 0; i < count; i++) {
        double f[2], P[3];
        const double q[2] = {list[i].result.v[1], list[i].result.v[2]};
        const bool pushes = smith_misses(c, rebound, p->mu, q, f, P);
        double size = fabs(q[0]) + fabs(q[1]);
        for (int k = 0; k < 9; k++) size += fabs(c->W[k / 3][k % 3] * P[k % 3]);
        // P is computed from q, which amplifies the rounding of q. The largest error in 2e5 problems was 2e-9; the
        // bound is 1e-7.
        t->extra += !pushes || hypot(f[0], f[1]) > 1e-7 * size;
    }
}

static int told(const char *name, const tally *t, double share) {
    printf("%s: %ld problems, %ld with several outcomes; missing %ld, too many %ld, out of order %ld; "
           "index -1 given %ld, indices that do not sum to +1: %ld\n",
           name, t->answered, t->several, t->missing, t->extra, t->disorder, t->passages, t->unindexed);
    return t->missing || t->extra || t->disorder || t->passages || t->unindexed ||
                   !floor_met(name, t->answered, t->asked, share)
               ? 1
               : 0;
}

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 1000;
    tally flat = {0}, glocker = {0}, space = {0}, smith = {0};
    for (long k = 0; k < problems; k++) {
        random_stream r = random_at(811, (uint64_t)k);
        carom_contact c2 = random_contact(&r, 2, 1.0), c3 = random_contact(&r, 3, 1.0);
        carom_params p = random_params(&r, 2);
        p.mu = random_between(&r, 0.0, 5.0);
        const double rebound2 = -(1.0 + p.e) * c2.v[0], rebound3 = -(1.0 + p.e) * c3.v[0];
        p.mu_static = p.mu * random_between(&r, 1.0, 2.0);
        // If W is this close to singular, the searches have no correct digits.
        if (c2.W[0][0] * c2.W[1][1] - c2.W[0][1] * c2.W[0][1] < 1e-6 * c2.W[0][0] * c2.W[1][1]) continue;
        brute b = plane(&c2, rebound2, 0.0, p.mu, p.mu_static);
        compare(&carom_law_whittaker, &c2, &p, &b, true, &flat);
        p.mu_static = CAROM_SAME_AS_MU;
        p.e_t = random_unit(&r);
        b = plane(&c2, rebound2, p.e_t, p.mu, p.mu);
        compare(&carom_law_glocker, &c2, &p, &b, true, &glocker);
        b = whittaker_space(&c3, rebound3, p.mu);
        compare(&carom_law_whittaker, &c3, &p, &b, true, &space);
        if (c3.v[1] == 0.0 && c3.v[2] == 0.0) continue;
        b = smith_space(&c3, rebound3, p.mu);
        compare(&carom_law_smith, &c3, &p, &b, false, &smith);
        satisfies(&c3, &p, rebound3, &smith);
    }
    int bad = told("whittaker in the plane, mu_static > mu", &flat, 0.99);
    bad |= told("glocker", &glocker, 0.99) | told("whittaker in space", &space, 0.99);
    bad |= told("smith in space", &smith, 0.95);
    // The comparison is meaningful only if enough problems have several results.
    const bool shown =
        flat.several >= problems / 50 && space.several >= problems / 200 && smith.several >= problems / 600;
    return bad || !shown;
}
