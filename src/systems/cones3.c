// Solves the friction problem in 3D by Newton's method, from successively better starting points.
#include "systems/cones3.h"

#include <math.h>
#include <string.h>

#include "systems/cone.h"

typedef struct work {
    carom_scaled3 s;
    carom_newton3 newton;
    carom_facets3 facets;
    double *x, *start, *P, *other;
    double residual; // of P
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

// Returns whether x is a solution, and then sets w->P to its impulses.
static bool judge(work *w, const carom_cones3 *p, const double *x) {
    // The projection satisfies the cones exactly, and an open contact has exactly zero impulse.
    carom_scaled3_speeds(&w->s, x, w->newton.z);
    carom_scaled3_gap(&w->s, x, w->newton.z, w->newton.to, w->newton.F);
    carom_scaled3_impulses(&w->s, w->newton.to, w->P);
    w->residual = carom_cones3_residual(p, w->P);
    return w->residual <= CAROM_RESIDUAL;
}

// Runs Newton's method from w->start.
static bool attempt(work *w, const carom_cones3 *p, carom_cones3_report *report) {
    memcpy(w->x, w->start, (size_t)w->s.n * sizeof *w->x);
    carom_newton3_run(&w->newton, &w->s, w->x, &report->steps);
    return judge(w, p, w->x);
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
static bool by_relaxation(work *w, const carom_cones3 *p, bool *blown_up, carom_cones3_report *report) {
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
        if (by < 1e-5) found = attempt(w, p, report) && near(s->n, w->start, w->x, 1e-3 * fmax(1.0, size));
    }
    return found;
}

enum { ROUNDS = 3, COVERS = 8 };

// If the pivots of all Newton steps are above this, there is no other solution nearby.
static const double ISOLATED = 1e-6;

// Velocities that differ by more than this fraction belong to different solutions. At a double root, where contacts
// change their mode, a residual of 1e-10 allows errors of 1e-5.
#define OTHER 1e-4

// Returns whether two impulses give other velocities.
static bool differ(const carom_cones3 *p, const double *P, const double *Q) {
    const size_t n = 3 * (size_t)p->nc;
    double off = 0.0, size = 0.0;
    for (size_t i = 0; i < n; i++) {
        double y = 0.0;
        for (size_t j = 0; j < n; j++) y += p->W[i * n + j] * (P[j] - Q[j]);
        off = fmax(off, fabs(y));
        size = fmax(size, fabs(p->q[i]));
    }
    return off > OTHER * size;
}

// Adds a solution to those in P, unless it is one of them. At most two are kept.
static void keep(const carom_cones3 *p, const double *found, double residual, double *P, carom_cones3_report *report) {
    const size_t n = 3 * (size_t)p->nc;
    if (report->count > 1 || (report->count == 1 && !differ(p, P, found))) return;
    if (report->count == 0) report->residual = residual;
    memcpy(P + n * (size_t)report->count++, found, n * sizeof *P);
}

static void by_facets(work *w, const carom_cones3 *p, double *P, carom_cones3_report *report) {
    for (int cover = 0; cover < COVERS; cover++) {
        aim(w, w->s.b);
        for (int round = 0; round < ROUNDS; round++) {
            if (!carom_facets3_solve(&w->facets, &w->s, cover, w->start, &report->steps)) break;
            if (attempt(w, p, report)) {
                keep(p, w->P, w->residual, P, report);
                break;
            }
            carom_scaled3_speeds(&w->s, w->start, w->newton.z);
            aim(w, w->newton.z);
        }
    }
}

static void by_sweeps(work *w, const carom_cones3 *p, double *P, carom_cones3_report *report) {
    static const int sweeps[] = {20, 200};
    at_floor(&w->s, w->start);
    for (size_t k = 0; k < sizeof sweeps / sizeof *sweeps; k++) {
        for (int i = 0; i < sweeps[k]; i++) carom_scaled3_sweep(&w->s, w->start);
        report->steps += sweeps[k];
        if (attempt(w, p, report)) keep(p, w->P, w->residual, P, report);
    }
}

// Collects the solutions from all starting points; those of symmetric contacts in two orders.
static void by_starts(work *w, const carom_cones3 *p, bool ties, double *P, carom_cones3_report *report) {
    report->way = CAROM_CONES3_STARTS;
    for (int k = 0; k <= ties; k++) {
        if (k) carom_scaled3_arrange(&w->s, p, true);
        by_sweeps(w, p, P, report);
        by_facets(w, p, P, report);
    }
}

// If Newton's method needs few steps and all its pivots are large, rounding does not affect the result, so the order of
// the contacts and the tangents do not. Of 40,000 systems with singular W, none gave another result. With pivots of
// 1e-6, or with 12 steps, 1 in 4,000 did.
static const double LARGE = 1e-3;
enum { QUICK = 6 };

carom_status carom_cones3_solve(const carom_cones3 *p, void *memory, size_t bytes, double *P,
                                carom_cones3_report *report) {
    const size_t n = 3 * (size_t)p->nc;
    carom_arena a = carom_arena_over(memory, bytes);
    work w;
    bool blown_up = false;
    *report = (carom_cones3_report){.residual = HUGE_VAL};
    if (!carve(&w, p->nc, &a)) return CAROM_SMALL_MEMORY;
    carom_scaled3_fill(&w.s, p);
    at_floor(&w.s, w.start);
    if (attempt(&w, p, report) && w.newton.least > LARGE && report->steps <= QUICK) {
        keep(p, w.P, w.residual, P, report);
        return CAROM_OK;
    }
    // There may be other solutions, and rounding may decide which one is found.
    const bool ties = carom_scaled3_arrange(&w.s, p, false);
    at_floor(&w.s, w.start);
    const bool found = attempt(&w, p, report), isolated = found && w.newton.least > ISOLATED;
    const double residual = w.residual;
    memcpy(w.other, w.P, n * sizeof *w.P);
    // Takes the solution that slightly compliant contacts would give.
    at_floor(&w.s, w.start);
    if (by_relaxation(&w, p, &blown_up, report)) {
        report->way = CAROM_CONES3_RELAXED;
        keep(p, w.P, w.residual, P, report);
    } else if (!isolated) {
        by_starts(&w, p, ties, P, report);
    }
    if (found) keep(p, w.other, residual, P, report);
    if (report->count) return report->count > 1 ? CAROM_NOT_UNIQUE : CAROM_OK;
    return blown_up ? CAROM_NO_SOLUTION : CAROM_NOT_CONVERGED;
}
