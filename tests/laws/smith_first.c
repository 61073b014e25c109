// Checks which solution smith returns if there are several: the first one that is reached when friction grows from 0.
// Usage: laws_smith_first line|space HUNDREDS
//
// This file follows the same path by another method. In 3D the slip q after the impact and its friction m satisfy
//   (q - v_t) (W_nn - m w.K(q)) - c (w - m T K(q)) = 0.
// This curve is followed by small steps of its length. If W has rank 2, q lies on a line, and m is a function of the
// position on the line. At a fold of the curve m turns back. For mu just below the fold, the path ends before the fold.
// For mu just above it, the path ends after the next fold.
//
// On a line, every solution that a fine grid finds must be in the list, also if the slip is slow compared with its
// change.
//
// HUNDREDS is the number of problems divided by 100. Many problems are needed, because few have several solutions.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/random.h"
#include "carom/carom.h"
#include "support/floor.h"
#include "support/laws.h"
#include "support/params.h"

typedef struct {
    carom_contact c;
    carom_params p;
    double rebound; // -(1 + e) v_n
} problem;

static void finish(problem *k, random_stream *r) {
    for (int i = 0; i < 3; i++) k->c.v[i] = random_between(r, -2.0, 2.0);
    k->c.v[0] = -0.2 * fabs(k->c.v[0]) - 0.01; // problems with several solutions need a fast slip and large friction
    // One slip in eight is slow.
    const double slow = random_below(r, 8) == 0 ? random_power10(random_between(r, -5.0, -2.0)) : 1.0;
    k->c.v[1] *= slow;
    k->c.v[2] *= slow;
    k->p = params_plain();
    k->p.e = random_unit(r);
    k->p.mu = random_power10(random_between(r, 0.0, 2.0));
    k->rebound = -(1.0 + k->p.e) * k->c.v[0];
}

// Makes a random problem with W = B B^T. The last column of B is short, or zero if `columns` is 2.
static problem make(random_stream *r, int columns) {
    problem k = {.c = {.dim = 3}};
    double B[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) B[i][j] = random_between(r, -1.0, 1.0);
    const double least = random_power10(random_between(r, -1.5, 0.0));
    for (int i = 0; i < 3; i++) B[i][2] *= columns == 3 ? least : 0.0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) k.c.W[i][j] = B[i][0] * B[j][0] + B[i][1] * B[j][1] + B[i][2] * B[j][2];
    finish(&k, r);
    return k;
}

static void friction(const problem *k, const double q[2], double K[2]) {
    const double *v = k->c.v + 1, V = sqrt(v[0] * v[0] + v[1] * v[1]), Q = sqrt(q[0] * q[0] + q[1] * q[1]);
    for (int i = 0; i < 2; i++) K[i] = (V * v[i] + Q * q[i]) / (V * V + Q * Q);
}

static double off(const double p[2], const double q[2]) {
    return hypot(p[0] - q[0], p[1] - q[1]);
}

typedef struct {
    double q[2], m; // m is relative to the mu of the problem
} point;

static void equations(const problem *k, const point *at, double G[2]) {
    double K[2];
    friction(k, at->q, K);
    const double m = at->m * k->p.mu, *w = k->c.W[0] + 1, D = k->c.W[0][0] - m * (w[0] * K[0] + w[1] * K[1]);
    for (int i = 0; i < 2; i++) {
        const double *T = k->c.W[i + 1] + 1;
        G[i] = (at->q[i] - k->c.v[i + 1]) * D - k->rebound * (w[i] - m * (T[0] * K[0] + T[1] * K[1]));
    }
}

// Computes the derivatives of both equations by differences.
static void slopes(const problem *k, const point *at, double J[2][3]) {
    for (int j = 0; j < 3; j++) {
        const double h = 1e-6 * (j == 2 ? 1.0 : 1.0 + fabs(at->q[j]));
        double up[2], down[2];
        point a = *at, b = *at;
        *(j == 2 ? &a.m : &a.q[j]) += h;
        *(j == 2 ? &b.m : &b.q[j]) -= h;
        equations(k, &a, up);
        equations(k, &b, down);
        for (int i = 0; i < 2; i++) J[i][j] = (up[i] - down[i]) / (2.0 * h);
    }
}

// Computes the unit tangent of the curve, in the direction of the old `t`.
static void tangent(double J[2][3], double t[3]) {
    double n[3] = {J[0][1] * J[1][2] - J[0][2] * J[1][1], J[0][2] * J[1][0] - J[0][0] * J[1][2],
                   J[0][0] * J[1][1] - J[0][1] * J[1][0]};
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const double way = n[0] * t[0] + n[1] * t[1] + n[2] * t[2] < 0.0 ? -1.0 : 1.0;
    for (int j = 0; j < 3; j++) t[j] = way * n[j] / length;
}

// Makes one step: along t by h, and then back to the curve by Newton's method, perpendicular to t. Returns false if the
// way back is too long.
static bool step(const problem *k, const double t[3], double h, point *at) {
    *at = (point){{at->q[0] + h * t[0], at->q[1] + h * t[1]}, at->m + h * t[2]};
    for (int i = 0; i < 8; i++) {
        double G[2], J[2][3], x[3];
        equations(k, at, G);
        slopes(k, at, J);
        // J x = -G, t.x = 0
        const double *a = J[0], *b = J[1];
        const double ab[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
        const double det = ab[0] * t[0] + ab[1] * t[1] + ab[2] * t[2];
        const double bt[3] = {b[1] * t[2] - b[2] * t[1], b[2] * t[0] - b[0] * t[2], b[0] * t[1] - b[1] * t[0]};
        const double ta[3] = {t[1] * a[2] - t[2] * a[1], t[2] * a[0] - t[0] * a[2], t[0] * a[1] - t[1] * a[0]};
        double moved = 0.0;
        for (int j = 0; j < 3; j++) {
            x[j] = -(G[0] * bt[j] + G[1] * ta[j]) / det;
            moved += fabs(x[j]);
        }
        at->q[0] += x[0];
        at->q[1] += x[1];
        at->m += x[2];
        if (moved <= 1e-9 * h) return true;
        if (!(moved <= h)) return false;
    }
    return false;
}

// Finds a fold by bisection, between `from`, where m rises along t, and the point after a step of h, where m falls.
static void to_fold(const problem *k, const point *from, const double t[3], double h, point *at) {
    double low = 0.0, high = h;
    for (int i = 0; i < 40; i++) {
        double J[2][3], s[3] = {t[0], t[1], t[2]};
        const double middle = 0.5 * (low + high);
        *at = *from;
        step(k, t, middle, at);
        slopes(k, at, J);
        tangent(J, s);
        *(s[2] < 0.0 ? &high : &low) = middle;
    }
}

// Follows the curve from m = 0 until m reaches `until`, or to the first fold if `until` is 0. Returns true if it
// reaches this point.
static bool follow(const problem *k, double until, point *at) {
    const double *w = k->c.W[0];
    *at = (point){{k->c.v[1] + w[1] * k->rebound / w[0], k->c.v[2] + w[2] * k->rebound / w[0]}, 0.0};
    double t[3] = {0.0, 0.0, 1.0}, h = 1e-3, stepped = h;
    point last = *at;
    for (long i = 0; i < 20000; i++) {
        double J[2][3];
        const point from = *at;
        const double before[3] = {t[0], t[1], t[2]};
        slopes(k, at, J);
        tangent(J, t);
        if (until == 0.0 && t[2] < 0.0) return to_fold(k, &last, before, stepped, at), true;
        if (!step(k, t, h, at)) {
            *at = from;
            h *= 0.5;
            if (h < 1e-9) return false;
            continue;
        }
        if (until > 0.0 && at->m >= until) {
            const double share = (until - from.m) / (at->m - from.m);
            for (int j = 0; j < 2; j++) at->q[j] = from.q[j] + share * (at->q[j] - from.q[j]);
            return true;
        }
        last = from;
        stepped = h;
        h = fmin(1.2 * h, 4e-3 * (1.0 + hypot(at->q[0], at->q[1])));
        if (hypot(at->q[0], at->q[1]) > 1e3 || at->m > 30.0) return false;
    }
    return false;
}

typedef struct {
    long several, folds, found, lost, wrong;
} tally;

// Checks that the result is the listed solution closest to q. The next solution must be at least 5 times as far from q;
// otherwise the path does not identify a solution, and nothing is checked.
static void compare(const problem *k, const double q[2], const char *what, tally *t) {
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    carom_result out;
    int count = 0, best = 0;
    if (carom_collide(&carom_law_smith, &k->c, &k->p, &out) != CAROM_OK ||
        carom_collide_all(&carom_law_smith, &k->c, &k->p, list, &count) != CAROM_OK || count < 1) {
        t->wrong++;
        printf("  WRONG %s: not answered\n", what);
        return;
    }
    double least = HUGE_VAL, next = HUGE_VAL;
    for (int i = 0; i < count; i++) {
        const double d = off(list[i].result.v + 1, q);
        if (d < least) best = i;
        next = fmin(next, fmax(d, least));
        least = fmin(least, d);
    }
    if (count > 1 && !(least < 0.2 * next)) {
        t->lost++;
        return;
    }
    if (off(list[best].result.v + 1, out.v + 1) <= 1e-6 * (1.0 + hypot(q[0], q[1]))) return;
    t->wrong++;
    printf("  WRONG %s: mu %.17g e %.17g v %.17g %.17g %.17g, slip after %g %g, first %g %g of %d\n", what, k->p.mu,
           k->p.e, k->c.v[0], k->c.v[1], k->c.v[2], out.v[1], out.v[2], list[best].result.v[1], list[best].result.v[2],
           count);
}

// At a fold two solutions merge. For mu just below the fold, the returned solution must be close to the fold. For mu
// just above it, the returned solution must not be close.
static void ask_fold(const problem *given, const point *fold, tally *t) {
    static const double shares[] = {1e-3, 1e-5, 1e-7, 1e-9};
    t->folds++;
    for (int i = 0; i < 8; i++) {
        problem k = *given;
        carom_result out;
        const double share = shares[i / 2];
        k.p.mu = given->p.mu * fold->m * (i % 2 == 0 ? 1.0 - share : 1.0 + share);
        const bool answered = carom_collide(&carom_law_smith, &k.c, &k.p, &out) == CAROM_OK;
        const double near = off(out.v + 1, fold->q) / (1.0 + hypot(fold->q[0], fold->q[1]));
        // The distance between the solutions grows like the square root of the share.
        const bool right = answered && (i % 2 == 0 ? near <= 30.0 * sqrt(share) : near > sqrt(share));
        if (right) continue;
        t->wrong++;
        printf("  WRONG at a fold, share %g of mu %.17g, side %d: %s, %g from it\n", share, given->p.mu * fold->m,
               i % 2, carom_status_name(out.status), near);
    }
}

static void in_space(const problem *k, tally *t) {
    carom_result out;
    if (carom_collide(&carom_law_smith, &k->c, &k->p, &out) != CAROM_OK || out.solution_count < 2) return;
    point at;
    t->several++;
    if (follow(k, 1.0, &at))
        compare(k, at.q, "in space", t);
    else
        t->lost++;
    if (follow(k, 0.0, &at) && at.m > 0.05) ask_fold(k, &at, t);
}

// The line q = from + x s of slips, where `from` is the slip without friction.
typedef struct {
    double from[2], s[2];
} line;

// Returns the line for a W of rank 2. Along it v_t changes, but v_n does not. Its direction is the larger column of T -
// w w^T / W_nn, which has rank 1 for such a W.
static line line_of(const problem *k) {
    const double *w = k->c.W[0], x = w[1] / w[0], y = w[2] / w[0];
    const double xx = k->c.W[1][1] - w[1] * x, xy = k->c.W[1][2] - w[1] * y, yy = k->c.W[2][2] - w[2] * y;
    const double length = xx > yy ? hypot(xx, xy) : hypot(xy, yy);
    return (line){{k->c.v[1] + x * k->rebound, k->c.v[2] + y * k->rebound},
                  {(xx > yy ? xx : xy) / length, (xx > yy ? xy : yy) / length}};
}

// Computes both parts of the equation along s, and D at mu. With X = s.(q - v_t) the equation is (W_nn X - c s.w) + m
// (c s.T K - w.K X) = 0.
static void on_line(const problem *k, const line *l, double x, double part[2], double *D) {
    double K[2];
    const double q[2] = {l->from[0] + x * l->s[0], l->from[1] + x * l->s[1]}, *w = k->c.W[0], *s = l->s;
    friction(k, q, K);
    const double X = s[0] * (q[0] - k->c.v[1]) + s[1] * (q[1] - k->c.v[2]), wK = w[1] * K[0] + w[2] * K[1];
    const double Tx = k->c.W[1][1] * K[0] + k->c.W[1][2] * K[1], Ty = k->c.W[1][2] * K[0] + k->c.W[2][2] * K[1];
    part[0] = w[0] * X - k->rebound * (s[0] * w[1] + s[1] * w[2]);
    part[1] = k->rebound * (s[0] * Tx + s[1] * Ty) - wK * X;
    *D = w[0] - k->p.mu * wK;
}

// Returns the m of a point on the line.
static double m_at(const problem *k, const line *l, double x) {
    double part[2], D;
    on_line(k, l, x, part, &D);
    return -part[0] / part[1];
}

// Returns the first x in the direction `way` at which m has reached mu; HUGE_VAL if m does not reach it up to 1e4.
static double first_on(const problem *k, const line *l, double slow, double way) {
    if (!(m_at(k, l, 1e-7 * slow * way) > 0.0)) return HUGE_VAL;
    for (double x = 1e-4 * slow; x < 1e4; x *= 1.003) {
        const double m = m_at(k, l, x * way);
        if (m >= k->p.mu || m < 0.0) return x * way; // after a pole, m rises from negative values
    }
    return HUGE_VAL;
}

static double left_over(const problem *k, const line *l, double x, double *D) {
    double part[2];
    on_line(k, l, x, part, D);
    return part[0] + k->p.mu * part[1];
}

// Checks that a solution is listed: the one between low and high, where the equation changes its sign and D > 0.
static void ask_listed(const problem *k, const line *l, double low, double high, tally *t) {
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    int count = 0;
    double D;
    const bool rising = left_over(k, l, low, &D) < 0.0;
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        *((left_over(k, l, middle, &D) < 0.0) == rising ? &low : &high) = middle;
    }
    const double q[2] = {l->from[0] + low * l->s[0], l->from[1] + low * l->s[1]};
    carom_collide_all(&carom_law_smith, &k->c, &k->p, list, &count);
    for (int i = 0; i < count; i++) {
        // The tolerance is 1e-5, because W has rank 2 only up to rounding, which matters for a slow slip.
        const double size = hypot(q[0], q[1]) + hypot(k->c.v[1], k->c.v[2]);
        if (off(list[i].result.v + 1, q) <= 1e-5 * size) return;
    }
    t->wrong++;
    printf("  WRONG: slip after %g %g is not among %d\n", q[0], q[1], count);
}

static void ask_all(const problem *k, const line *l, double slow, tally *t) {
    for (double way = 1.0; way >= -1.0; way -= 2.0) {
        double before = 1e-6 * slow * way, D0;
        double value = left_over(k, l, before, &D0);
        for (double x = 1.05 * fabs(before); x < 1e4; x *= 1.05) {
            double D1;
            const double next = left_over(k, l, x * way, &D1);
            // If D is small compared with its terms, the impulse c / D is unbounded.
            if ((next < 0.0) != (value < 0.0) && fmin(D0, D1) > 1e-3 * k->c.W[0][0]) {
                t->found++;
                ask_listed(k, l, before, x * way, t);
            }
            before = x * way, value = next, D0 = D1;
        }
    }
}

static void at_line(const problem *k, tally *t) {
    carom_result out;
    const line l = line_of(k);
    const double slow = hypot(k->c.v[1], k->c.v[2]);
    const carom_status status = carom_collide(&carom_law_smith, &k->c, &k->p, &out);
    if (slow < 0.01) ask_all(k, &l, slow, t);
    if (status != CAROM_OK || out.solution_count < 2) return;
    t->several++;
    const double a = first_on(k, &l, slow, 1.0), b = first_on(k, &l, slow, -1.0), x = isfinite(a) ? a : b;
    if (!isfinite(x) || (isfinite(a) && isfinite(b))) {
        t->lost++;
        return;
    }
    const double q[2] = {l.from[0] + x * l.s[0], l.from[1] + x * l.s[1]};
    compare(k, q, "on a line", t);
}

int main(int argc, char **argv) {
    const long problems = argc == 3 ? 100 * strtol(argv[2], NULL, 10) : 0;
    const bool on_lines = argc == 3 && strcmp(argv[1], "line") == 0;
    tally t = {0};
    if (problems <= 0) {
        fprintf(stderr, "usage: smith_first line|space HUNDREDS\n");
        return 2;
    }
    for (long i = 0; i < problems; i++) {
        random_stream r = random_at(on_lines ? 870 : 871, (uint64_t)i);
        const problem k = make(&r, on_lines ? 2 : 3);
        (on_lines ? at_line : in_space)(&k, &t);
    }
    printf("smith, %s: %ld problems, %ld with several solutions, %ld folds, %ld on a grid, %ld not told, %ld wrong\n",
           argv[1], problems, t.several, t.folds, t.found, t.lost, t.wrong);
    return t.wrong || !floor_met("smith", t.several - t.lost, t.several, 0.5);
}
