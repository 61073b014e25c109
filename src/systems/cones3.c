// Finds one solution of the friction problem in 3D by Newton's method, from successively better starting points.
#include "systems/cones3.h"

#include <math.h>
#include <string.h>

#include "systems/cone.h"

typedef struct work {
    carom_scaled3 s;
    carom_newton3 newton;
    carom_facets3 facets;
    double *x, *start, *P, *other;
} work;

static bool carve(work *w, int nc, carom_arena *a) {
    const size_t n = 3 * (size_t)nc;
    carom_scaled3_carve(&w->s, nc, a);
    carom_newton3_carve(&w->newton, nc, a);
    carom_facets3_carve(&w->facets, nc, a);
    w->x = CAROM_TAKE(a, n, double);
    w->start = CAROM_TAKE(a, n, double);
    w->P = CAROM_TAKE(a, n, double);
    w->other = CAROM_TAKE(a, n, double);
    return !carom_arena_short(a);
}

size_t carom_cones3_memory(int nc) {
    carom_arena a = carom_arena_over(NULL, 0);
    work w;
    carve(&w, nc, &a);
    return carom_arena_bytes(&a);
}

// Returns whether x is a solution. The best one is kept in P.
static bool judge(work *w, const carom_cones3 *p, const double *x, double *P, carom_cones3_report *report) {
    const carom_scaled3 *s = &w->s;
    // The projection satisfies the cones exactly, and an open contact has exactly zero impulse.
    carom_scaled3_speeds(s, x, w->newton.z);
    carom_scaled3_gap(s, x, w->newton.z, w->newton.to, w->newton.F);
    for (int i = 0; i < s->n; i++) w->P[i] = w->newton.to[i] * s->unit[i / 3] * s->speed;
    const double residual = carom_cones3_residual(p, w->P);
    if (residual < report->residual) {
        report->residual = residual;
        memcpy(P, w->P, (size_t)s->n * sizeof *P);
    }
    return residual <= CAROM_RESIDUAL;
}

// Runs Newton's method from w->start.
static bool attempt(work *w, const carom_cones3 *p, double *P, carom_cones3_report *report) {
    memcpy(w->x, w->start, (size_t)w->s.n * sizeof *w->x);
    carom_newton3_run(&w->newton, &w->s, w->x, &report->steps);
    return judge(w, p, w->x, P, report);
}

static void at_floor(const carom_scaled3 *s, double *x) {
    for (int i = 0; i < s->n; i++) x[i] = i % 3 ? 0.0 : s->floor[i / 3];
}

// Points the first direction of each polygonal cone against the slip z. At first this is the slip without impulses,
// later that of the last solution.
static void aim(work *w, const double *z) {
    for (int i = 0; i < w->s.nc; i++)
        for (int k = 0; k < 2; k++) w->facets.aim[2 * i + k] = -z[3 * i + 1 + k];
}

// Replaces W by W + relax, which is positive definite, as if every contact were slightly compliant.
static void relax(carom_scaled3 *s, double by) {
    const size_t n = (size_t)s->n;
    for (size_t i = 0; i < n; i++) {
        const double *own = s->diagonal + i / 3 * 3;
        s->A[i * n + i] = s->diagonal[i] + by * (own[0] + own[1] + own[2]) / 3.0;
    }
}

static double largest(int n, const double *x) {
    double most = 0.0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

static bool near(int n, const double *x, const double *y, double most) {
    for (int i = 0; i < n; i++)
        if (!(fabs(x[i] - y[i]) <= most)) return false;
    return true;
}

// Largest number of Newton steps on the path along which the relaxation decreases.
enum { PATIENCE = 2000 };

// Follows the solution while the relaxation decreases. Sets `blown_up` if the impulses grow without bound, because contacts
// that W couples require velocities that contradict each other.
static bool by_relaxation(work *w, const carom_cones3 *p, double *P, bool *blown_up, carom_cones3_report *report) {
    carom_scaled3 *s = &w->s;
    const int most = report->steps + PATIENCE;
    const double least = 1e-2;
    double by = 1.0, factor = least;
    bool found = false;
    while (by > 1e-15 && !found && !*blown_up && report->steps < most) {
        memcpy(w->x, w->start, (size_t)s->n * sizeof *w->x);
        relax(s, factor * by);
        const double left = carom_newton3_run(&w->newton, s, w->x, &report->steps);
        relax(s, 0.0);
        const double size = largest(s->n, w->x);
        if (left > 1e-13 * fmax(1.0, size) && factor < 0.7) {
            factor = sqrt(factor);
            continue;
        }
        by *= factor;
        factor = fmax(least, factor * factor);
        memcpy(w->start, w->x, (size_t)s->n * sizeof *w->x);
        *blown_up = by < 1e-6 && size * by > 1e-5;
        if (by < 1e-5) found = attempt(w, p, P, report) && near(s->n, w->start, w->x, 1e-3 * fmax(1.0, size));
    }
    return found;
}

enum { ROUNDS = 3, COVERS = 4 };

static bool by_facets(work *w, const carom_cones3 *p, double *P, carom_cones3_report *report) {
    for (int cover = 0; cover < COVERS; cover++) {
        aim(w, w->s.b);
        for (int round = 0; round < ROUNDS; round++) {
            if (!carom_facets3_solve(&w->facets, &w->s, cover, w->start, &report->steps)) break;
            if (attempt(w, p, P, report)) return true;
            carom_scaled3_speeds(&w->s, w->start, w->newton.z);
            aim(w, w->newton.z);
        }
    }
    return false;
}

// If the pivots of all Newton steps are above this, rounding does not affect the result, and there is no other solution
// nearby.
static const double ISOLATED = 1e-6;

static bool by_sweeps(work *w, const carom_cones3 *p, double *P, carom_cones3_report *report) {
    static const int sweeps[] = {20, 200};
    at_floor(&w->s, w->start);
    for (size_t k = 0; k < sizeof sweeps / sizeof *sweeps; k++) {
        for (int i = 0; i < sweeps[k]; i++) carom_scaled3_sweep(&w->s, w->start);
        report->steps += sweeps[k];
        if (attempt(w, p, P, report)) return true;
    }
    return false;
}

carom_status carom_cones3_solve(const carom_cones3 *p, void *memory, size_t bytes, double *P,
                                carom_cones3_report *report) {
    carom_arena a = carom_arena_over(memory, bytes);
    work w;
    bool blown_up = false;
    *report = (carom_cones3_report){.residual = HUGE_VAL};
    if (!carve(&w, p->nc, &a)) return CAROM_SMALL_MEMORY;
    carom_scaled3_fill(&w.s, p);
    for (int i = 0; i < 3 * p->nc; i++) P[i] = 0.0;
    at_floor(&w.s, w.start);
    const bool found = attempt(&w, p, P, report);
    if (found && w.newton.least > ISOLATED) return CAROM_OK;
    // There may be other solutions nearby. Takes the one that slightly compliant contacts would give.
    carom_cones3_report other = {.residual = HUGE_VAL, .steps = report->steps, .way = CAROM_CONES3_RELAXED};
    at_floor(&w.s, w.start);
    if (by_relaxation(&w, p, w.other, &blown_up, &other)) {
        memcpy(P, w.other, 3 * (size_t)p->nc * sizeof *P);
        *report = other;
        return CAROM_OK;
    }
    report->steps = other.steps;
    if (found) return CAROM_OK;
    report->way = CAROM_CONES3_SWEEPS;
    if (by_sweeps(&w, p, P, report)) return CAROM_OK;
    report->way = CAROM_CONES3_FACETS;
    if (by_facets(&w, p, P, report)) return CAROM_OK;
    return blown_up ? CAROM_NO_SOLUTION : CAROM_NOT_CONVERGED;
}
