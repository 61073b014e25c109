// Tests the search for all solutions of smith in 3D. Newton's method from a grid of guesses finds no further solution,
// and the number of solutions is odd. The root finder for polynomials finds all roots. Usage: laws_smith_count PROBLEMS
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/poly.h"
#include "bench/random.h"
#include "friction/diagonal.h"
#include "laws/smith/smith.h"
#include "support/floor.h"

enum { DIRECTIONS = 24, SPEEDS = 6 };

static bool among(const carom_smith *s, const carom_smith_point *points, int count, const carom_smith_point *p) {
    for (int i = 0; i < count; i++) {
        const double m = s->m1 / s->m0;
        const double off =
            fabs(points[i].l - p->l) / p->l +
            m * (fabs(points[i].Kx - p->Kx) + fabs(points[i].Ky - p->Ky)) / (1.0 + m * (fabs(p->Kx) + fabs(p->Ky)));
        // 1e-6 is ten times the distance below which the search treats two solutions as one.
        if (off < 1e-6) return true;
    }
    return false;
}

// Returns how often Newton's method finds a solution that is not listed. The guesses lie in all directions, with slip
// speeds from 1/100 to 10 times the initial one.
static int newton_finds_more(const carom_smith *s, const carom_smith_point *points, int count) {
    int more = 0, unused = 0;
    for (int i = 0; i < DIRECTIONS * SPEEDS; i++) {
        const double angle = 6.283185307179586 * (i % DIRECTIONS + 0.5) / DIRECTIONS;
        const double speed = s->V * 0.01 * exp(6.9 * (double)(i / DIRECTIONS) / (SPEEDS - 1));
        carom_smith_point p = {
            .dx = speed * cos(angle) + s->vx, .dy = speed * sin(angle) + s->vy, .l = s->c / (s->m0 * s->a)};
        carom_smith_polish(s, &p, &unused);
        more += p.l > 0.0 && p.residual <= 1e-14 && !among(s, points, count, &p);
    }
    return more;
}

// Returns a random problem with a condition number of at most 1e3.
static carom_smith random_smith(random_stream *r) {
    carom_contact c = random_contact(r, 3, 1.0);
    const carom_params p = random_params(r, 3);
    carom_smith_units units;
    c.v[1] = 0.01 + carom_slip_speed(&c);
    c.v[2] = 0.0;
    return carom_smith_scaled(&c, p.e, 3.0 * p.mu, &units);
}

static int solutions(long problems) {
    long several = 0, none = 0, even = 0, missed = 0, steps = 0;
    for (long k = 0; k < problems; k++) {
        random_stream r = random_at(701, (uint64_t)k);
        const carom_smith s = random_smith(&r);
        carom_smith_point points[CAROM_SMITH_MOST];
        int evaluations = 0;
        const int count = carom_smith_all(&s, points, &evaluations);
        several += count > 1;
        none += count == 0;
        even += count % 2 == 0;
        steps += evaluations;
        const int more = newton_finds_more(&s, points, count);
        missed += more > 0;
        if (more || count % 2 == 0) printf("  WRONG problem %ld: %d solutions, %d more by Newton\n", k, count, more);
    }
    printf("%ld problems, %ld with several solutions: an even number on %ld, one missing on %ld; %.1f steps each\n",
           problems, several, even, missed, (double)steps / (double)problems);
    return even + missed || !floor_met("smith's solutions", problems - none, problems, 1.0) ? 1 : 0;
}

// Checks that the roots r_i in [-1, 1] of (t - r_1) ... (t - r_n) (t^2 + ...) are found in order. Eight roots as close
// as 0.05 lose half of their digits, so the tolerance is 1e-6.
static int roots(int count) {
    int wrong = 0;
    for (int k = 0; k < count; k++) {
        random_stream r = random_at(702, (uint64_t)k);
        const int real = random_below(&r, CAROM_POLY_MOST + 1);
        carom_poly f = {0, {random_between(&r, 1.0, 2.0)}};
        double wanted[CAROM_POLY_MOST], found[CAROM_POLY_MOST], last = -1.0;
        for (int i = 0; i < real; i++) {
            wanted[i] = last += random_between(&r, 0.05, 1.9 / CAROM_POLY_MOST);
            const carom_poly line = {1, {-last, 1.0}};
            f = carom_poly_times(&f, &line);
        }
        while (f.degree + 2 <= CAROM_POLY_MOST) {
            const double x = random_between(&r, -1.0, 1.0), y = random_between(&r, 0.1, 1.0);
            const carom_poly pair = {2, {x * x + y, -2.0 * x, 1.0}};
            f = carom_poly_times(&f, &pair);
        }
        int steps = 0;
        bool right = carom_poly_roots(&f, found, &steps) == real;
        for (int i = 0; right && i < real; i++) right = fabs(found[i] - wanted[i]) <= 1e-6;
        wrong += !right;
    }
    const carom_poly none = {4, {0.0}};
    double unused[CAROM_POLY_MOST];
    int steps = 0;
    wrong += carom_poly_roots(&none, unused, &steps) != 0;
    printf("%d polynomials with known roots: %d wrong\n", count, wrong);
    return wrong ? 1 : 0;
}

int main(int argc, char **argv) {
    const long problems = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
    if (problems <= 0) {
        fprintf(stderr, "usage: smith_count PROBLEMS\n");
        return 2;
    }
    const int bad = roots((int)problems);
    return solutions(problems) + bad ? 1 : 0;
}
