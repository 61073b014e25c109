// Compares the solver for 3D friction cones in the core with Siconos on the same random systems. Solutions are judged
// by the residuals of both libraries.
// Usage: many_cones3_siconos [SYSTEMS [FIRST]]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/worst.h"
#include "mods/siconos/siconos.h"
#include "support/floor.h"
#include "systems/cones3.h"
#include "systems3.h"

typedef struct side {
    int answered, alone;     // alone: solved by this side only
    double residual, theirs; // largest residuals, as the core and as Siconos define them
    double seconds;
} side;

typedef struct tally {
    int asked, none, none_common, differ;
    int way[CAROM_CONES3_WAYS];
    side core, siconos;
} tally;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void speeds(const carom_cones3 *p, const double *P, double *y) {
    const int n = 3 * p->nc;
    for (int i = 0; i < n; i++) {
        y[i] = p->q[i];
        for (int j = 0; j < n; j++) y[i] += p->W[i * n + j] * P[j];
    }
}

static void judge(const carom_cones3 *p, const double *P, side *s) {
    s->answered++;
    carom_worsen(&s->residual, carom_cones3_residual(p, P));
    carom_worsen(&s->theirs, carom_cone_residual(p->nc, p->W, p->q, p->mu, P));
}

// Returns whether two solutions differ. Both may satisfy the law.
static bool differ(const carom_cones3 *p, const double *P, const double *Q) {
    double y[3 * MOST3], z[3 * MOST3], off = 0.0, scale = 0.0;
    speeds(p, P, y);
    speeds(p, Q, z);
    for (int i = 0; i < 3 * p->nc; i++) {
        carom_worsen(&off, fabs(y[i] - z[i]));
        scale = fmax(scale, fabs(p->q[i]));
    }
    return !(off <= 1e-6 * scale);
}

static void compare(const carom_cones3 *p, bool common, void *memory, size_t bytes, tally *t) {
    double P[2 * 3 * MOST3], Q[3 * MOST3];
    carom_cones3_report report;
    carom_siconos_report theirs;
    const double start = now();
    const carom_status status = carom_cones3_solve(p, memory, bytes, P, &report);
    const double middle = now();
    const bool core = status == CAROM_OK || status == CAROM_NOT_UNIQUE;
    const bool other = carom_siconos_cones(p->nc, p->W, p->q, p->mu, CAROM_SOLVER_AUTO, Q, &theirs) == CAROM_OK;
    t->asked++;
    t->core.seconds += middle - start;
    t->siconos.seconds += now() - middle;
    t->none += !core && !other;
    t->none_common += !core && common;
    t->core.alone += core && !other;
    t->siconos.alone += other && !core;
    if (core) {
        t->way[report.way]++;
        judge(p, P, &t->core);
    }
    if (other) judge(p, Q, &t->siconos);
    t->differ += core && other && differ(p, P, Q);
}

static void print(const char *name, const tally *t) {
    printf("%-14s %6d | %6d %6d %5d %5d %5d %6d | %5d %5d %5d | %7.0e %7.0e %7.0e %7.0e | %7.0f %7.0f\n", name,
           t->asked, t->core.answered, t->siconos.answered, t->core.alone, t->siconos.alone, t->none, t->differ,
           t->way[CAROM_CONES3_NEWTON], t->way[CAROM_CONES3_RELAXED], t->way[CAROM_CONES3_STARTS], t->core.residual,
           t->core.theirs, t->siconos.residual, t->siconos.theirs, 1e6 * t->core.seconds / t->asked,
           1e6 * t->siconos.seconds / t->asked);
}

static void run(int first, int systems, tally *t) {
    const size_t bytes = carom_cones3_memory(MOST3);
    void *memory = malloc(bytes);
    system3 *x = malloc(sizeof *x);
    for (int k = first; k < first + systems; k++) {
        random_stream r = random_at(901, (uint64_t)k);
        const system3_kind kind = (system3_kind)(k % SYSTEM3_KINDS);
        double q[3 * MOST3], mu[MOST3];
        const double floor[MOST3] = {0.0};
        random_system3(x, &r, 2 + random_below(&r, 5), kind);
        for (int i = 0; i < x->s.nc; i++) {
            mu[i] = x->contact[i].mu;
            q[3 * i] = (1.0 + x->contact[i].e) * x->v[3 * i];
            for (int j = 1; j < 3; j++) q[3 * i + j] = (1.0 + x->contact[i].e_t) * x->v[3 * i + j];
        }
        const carom_cones3 p = {.nc = x->s.nc, .W = x->W, .q = q, .mu = mu, .floor = floor};
        compare(&p, x->common, memory, bytes, &t[kind]);
    }
    free(x);
    free(memory);
}

int main(int words, char **word) {
    const int systems = words > 1 ? atoi(word[1]) : 600, first = words > 2 ? atoi(word[2]) : 0;
    tally t[SYSTEM3_KINDS];
    int failures = 0;
    long core = 0, asked = 0;
    memset(t, 0, sizeof t);
    run(first, systems, t);
    printf("%-14s %6s | %6s %6s %5s %5s %5s %6s | %5s %5s %5s | %7s %7s %7s %7s | %7s %7s\n", "", "asked", "core",
           "Siconos", "alone", "alone", "none", "differ", "Newt.", "relax", "start", "core", "(theirs)", "Siconos",
           "(theirs)", "us", "us");
    for (int k = 0; k < SYSTEM3_KINDS; k++) {
        print(system3_names[k], &t[k]);
        core += t[k].core.answered;
        asked += t[k].asked;
        // The core must solve every system that Siconos solves, except 1 in 200. For nearly coincident contact points
        // the exception is 1 in 50.
        const bool near = k == NEAR3;
        if (t[k].core.answered < t[k].siconos.answered || t[k].siconos.alone > t[k].asked / (near ? 50 : 200) + 1 ||
            !(t[k].core.residual <= 1e-10) || (!near && t[k].none_common > t[k].asked / 200)) {
            printf("WRONG %s\n", system3_names[k]);
            failures++;
        }
    }
    if (!floor_met("cones in 3D", core, asked, 0.93)) failures++;
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
