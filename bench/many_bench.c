// Compares the cost of several contacts with plain Siconos, on the same problems in one run.
//   planar   2D: the LCP of `glocker` with four variables per contact: carom_lemke and lcp_lexicolemke
//   space    3D: carom_law_cones and fc3d_driver alone, with the same solver and options
// Times are CPU times of the process, the best of several rounds. Setting up the options and matrices of Siconos is not
// timed.
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "many/spheres.h"
#include "many/systems.h"
#include "mods/siconos/siconos.h"
#include "systems/cone.h"
#include "systems/lemke.h"

enum { ROUNDS = 7 };

static double now(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static void *room(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) exit(EXIT_FAILURE);
    return memory;
}

// LCPs of 2D problems.

typedef struct lcps {
    int count, n;
    double *rows, *columns, *q, *z, *w;
} lcps;

static lcps make_lcps(int nc, int count) {
    lcps l = {.count = count, .n = 4 * nc};
    const size_t n = (size_t)l.n, all = (size_t)count;
    l.rows = room(all * n * n, sizeof(double));
    l.columns = room(all * n * n, sizeof(double));
    l.q = room(all * n, sizeof(double));
    l.z = room(n, sizeof(double));
    l.w = room(n, sizeof(double));
    const size_t bytes = carom_cones_lemke_memory(nc);
    void *memory = room(bytes, 1);
    random_system *x = room(1, sizeof *x);
    for (int k = 0; k < count; k++) {
        random_stream r = random_at(601, (uint64_t)(k * 64 + nc));
        random_many(x, &r, nc, k % 2 ? ROW_OF_BODIES : ONE_BODY, false);
        carom_cone cone[MOST_CONTACTS];
        double q[2 * MOST_CONTACTS];
        for (int i = 0; i < nc; i++) {
            cone[i] = carom_coulomb(fmax(x->contact[i].mu, 0.1)); // mu = 0 would reduce the size of the LCP
            q[2 * i] = 1.5 * x->v[2 * i];
            q[2 * i + 1] = 1.5 * x->v[2 * i + 1];
        }
        const carom_cones cones = {.nc = nc, .W = x->W, .q = q, .cone = cone};
        const double *M, *b;
        carom_cones_as_lcp(&cones, memory, bytes, &M, &b);
        memcpy(l.rows + (size_t)k * n * n, M, n * n * sizeof *M);
        memcpy(l.q + (size_t)k * n, b, n * sizeof *b);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) l.columns[(size_t)k * n * n + j * n + i] = M[i * n + j];
    }
    free(x);
    free(memory);
    return l;
}

static void free_lcps(lcps *l) {
    free(l->rows);
    free(l->columns);
    free(l->q);
    free(l->z);
    free(l->w);
}

// Returns the largest natural residual of w = q + M z, relative to the largest |q|.
static double residual(const lcps *l, int k) {
    const size_t n = (size_t)l->n;
    const double *M = l->rows + (size_t)k * n * n, *q = l->q + (size_t)k * n;
    double worst = 0.0, scale = 0.0;
    for (size_t i = 0; i < n; i++) {
        double w = q[i];
        for (size_t j = 0; j < n; j++) w += M[i * n + j] * l->z[j];
        worst = fmax(worst, fabs(fmin(w, l->z[i])));
        scale = fmax(scale, fabs(q[i]));
    }
    return worst / scale;
}

static void solve_carom(const lcps *l, int k, void *memory, size_t bytes) {
    const size_t n = (size_t)l->n;
    carom_lemke(l->n, l->rows + (size_t)k * n * n, l->q + (size_t)k * n, l->z, memory, bytes, NULL);
}

static void solve_bare(const lcps *l, int k, SolverOptions *options) {
    const size_t n = (size_t)l->n;
    int info;
    NumericsMatrix M;
    NM_null(&M);
    NM_fill(&M, NM_DENSE, l->n, l->n, l->columns + (size_t)k * n * n);
    LinearComplementarityProblem problem = {.size = l->n, .M = &M, .q = l->q + (size_t)k * n};
    lcp_lexicolemke(&problem, l->z, l->w, &info, options);
}

// Alternates rounds of the two solvers, so that other load on the machine affects both. Keeps the best round of each.
static void race(const lcps *l, int rounds, double best[2], int failed[2]) {
    const size_t bytes = carom_lemke_memory(l->n);
    void *memory = room(bytes, 1);
    SolverOptions *options = solver_options_create(SICONOS_LCP_LEMKE);
    best[0] = best[1] = HUGE_VAL;
    for (int round = 0; round < 2 * rounds; round++) {
        const double start = now();
        for (int k = 0; k < l->count; k++) {
            if (round % 2)
                solve_bare(l, k, options);
            else
                solve_carom(l, k, memory, bytes);
        }
        best[round % 2] = fmin(best[round % 2], (now() - start) / l->count);
    }
    for (int k = 0; k < l->count; k++) {
        solve_carom(l, k, memory, bytes);
        failed[0] += !(residual(l, k) <= 1e-10);
        solve_bare(l, k, options);
        failed[1] += !(residual(l, k) <= 1e-10);
    }
    solver_options_delete(options);
    free(options);
    free(memory);
}

static void planar(void) {
    printf("planar LCPs, half rows of bodies, half one body (rank 3); us a problem\n");
    printf("contacts   carom  failed   siconos  failed   ratio\n");
    for (int nc = 1; nc <= 32; nc *= 2) {
        lcps l = make_lcps(nc, nc < 8 ? 2000 : nc < 32 ? 400 : 100);
        int failed[2] = {0, 0};
        double best[2];
        race(&l, nc < 8 ? 50 : ROUNDS, best, failed);
        printf("%8d %7.2f %7d %9.2f %7d %7.2f\n", nc, 1e6 * best[0], failed[0], 1e6 * best[1], failed[1],
               best[1] / best[0]);
        free_lcps(&l);
    }
}

// Cone problems in 3D.

// Returns q and mu of the cone problem.
static double *conditions(const space_system *x) {
    double *q = room(4 * (size_t)x->s.nc, sizeof *q), *mu = q + 3 * x->s.nc;
    for (int i = 0; i < x->s.nc; i++) {
        mu[i] = x->contact[i].mu;
        q[3 * i] = (1.0 + x->contact[i].e) * x->s.v[3 * i];
        for (int k = 1; k < 3; k++) q[3 * i + k] = (1.0 + x->contact[i].e_t) * x->s.v[3 * i + k];
    }
    return q;
}

static double time_bare(const space_system *x, carom_solver solver, double *P, double *y, int rounds) {
    NumericsMatrix M;
    NM_null(&M);
    NM_fill(&M, NM_DENSE, 3 * x->s.nc, 3 * x->s.nc, (double *)(size_t)x->s.W);
    double *q = conditions(x), *mu = q + 3 * x->s.nc, best = HUGE_VAL;
    FrictionContactProblem problem = {.dimension = 3, .numberOfContacts = x->s.nc, .M = &M, .q = q, .mu = mu};
    for (int round = 0; round < rounds; round++) {
        SolverOptions *options =
            solver_options_create(solver == CAROM_SOLVER_ADMM ? SICONOS_FRICTION_3D_ADMM : SICONOS_FRICTION_3D_NSGS);
        options->dparam[SICONOS_DPARAM_TOL] = 1e-10;
        options->iparam[SICONOS_IPARAM_MAX_ITER] = solver == CAROM_SOLVER_ADMM ? 20000 : 2000;
        for (int i = 0; i < 3 * x->s.nc; i++) P[i] = y[i] = 0.0;
        const double start = now();
        fc3d_driver(&problem, P, y, options);
        best = fmin(best, now() - start);
        solver_options_delete(options);
        free(options);
    }
    free(q);
    M.matrix0 = NULL;
    NM_clear(&M);
    return best;
}

static double time_wrapped(const space_system *x, carom_solver solver, int rounds) {
    carom_system_params p = carom_system_params_default(x->contact);
    p.solver = solver;
    const size_t bytes = carom_system_memory_size(&carom_law_cones, &x->s, &p);
    void *memory = room(bytes, 1);
    carom_system_result out;
    double best = HUGE_VAL;
    for (int round = 0; round < rounds; round++) {
        const double start = now();
        carom_system_solve(&carom_law_cones, &x->s, &p, memory, bytes, &out);
        best = fmin(best, now() - start);
    }
    free(memory);
    return best;
}

static void space(void) {
    printf("cones in space, one problem a row, us; what carom adds (checks of W, v, P) to one solver, and its own "
           "choice\n");
    printf("contacts kind      nsgs  overhead      admm  overhead      auto  answered by   residual\n");
    for (int kind = 0; kind < 2; kind++)
        for (int nc = 10; nc <= 90; nc *= 3) {
            space_system *x = room(1, sizeof *x);
            if (kind)
                space_box(x, nc);
            else
                space_row(x, nc);
            double *P = room(6 * (size_t)nc, sizeof *P), *v = P + 3 * nc, bare[2], more[2];
            carom_siconos_report report;
            for (int k = 0; k < 2; k++) {
                const carom_solver solver = k ? CAROM_SOLVER_ADMM : CAROM_SOLVER_NSGS;
                double wrapped = bare[k] = HUGE_VAL;
                for (int round = 0; round < 2 * ROUNDS; round++) {
                    bare[k] = fmin(bare[k], time_bare(x, solver, P, v, 1));
                    wrapped = fmin(wrapped, time_wrapped(x, solver, 1));
                }
                more[k] = wrapped / bare[k] - 1.0;
            }
            const double own = time_wrapped(x, CAROM_SOLVER_AUTO, ROUNDS);
            double *q = conditions(x);
            carom_siconos_cones(nc, x->s.W, q, q + 3 * nc, CAROM_SOLVER_AUTO, P, &report);
            free(q);
            printf("%8d  %s %9.0f %8.1f%% %9.0f %8.1f%% %9.0f  %-11s %10.1e\n", nc, kind ? "box" : "row", 1e6 * bare[0],
                   100.0 * more[0], 1e6 * bare[1], 100.0 * more[1], 1e6 * own,
                   carom_enum_name(CAROM_ENUM_SOLVER, (int)report.solver), report.residual);
            free(P);
            free(x);
        }
}

int main(void) {
    planar();
    space();
    return EXIT_SUCCESS;
}
