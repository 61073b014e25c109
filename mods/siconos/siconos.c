// Wraps Siconos Numerics. Siconos takes dense matrices column by column (W is symmetric, an LCP's M is transposed),
// normal first. It ends the process on an unknown id, so ids are constants here. solver_options_delete does not free
// the struct itself.
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/dense.h"
#include "base/worst.h"
#include "siconos.h"

// The limits on Gauss-Seidel sweeps: alone, and if ADMM can be tried next. Gauss-Seidel needs 30 sweeps for a box and
// 250 for ten spheres in a row. For ninety spheres in a row it does not converge.
#define SWEEPS     2000
#define FEW_SWEEPS 250
// ADMM needs about 100 steps for ten contacts and 1000 for ninety.
#define ADMM_STEPS 20000
#define ASKED      1e-10

// Fills a matrix in place, because it contains a pointer to itself.
static void fill(NumericsMatrix *M, int n, const double *A) {
    NM_null(M);
    NM_fill(M, NM_DENSE, n, n, (double *)(size_t)A);
}

// Frees the memory that Siconos attached to the matrix; the numbers belong to the caller.
static void let_go(NumericsMatrix *M) {
    M->matrix0 = NULL;
    NM_clear(M);
}

static void run(int nc, const double *W, const double *q, const double *mu, carom_solver solver, int most, double *P,
                double *y, carom_siconos_report *report) {
    const bool admm = solver == CAROM_SOLVER_ADMM;
    NumericsMatrix M;
    fill(&M, 3 * nc, W);
    FrictionContactProblem problem = {
        .dimension = 3, .numberOfContacts = nc, .M = &M, .q = (double *)(size_t)q, .mu = (double *)(size_t)mu};
    SolverOptions *options = solver_options_create(admm ? SICONOS_FRICTION_3D_ADMM : SICONOS_FRICTION_3D_NSGS);
    options->dparam[SICONOS_DPARAM_TOL] = ASKED;
    options->iparam[SICONOS_IPARAM_MAX_ITER] = most;
    for (int i = 0; i < 3 * nc; i++) P[i] = y[i] = 0.0;
    fc3d_driver(&problem, P, y, options);
    report->solver = solver;
    report->iterations += options->iparam[SICONOS_IPARAM_ITER_DONE];
    report->residual = carom_cone_residual(nc, W, q, mu, P);
    solver_options_delete(options);
    free(options);
    let_go(&M);
}

static bool hyperstatic(int n, const double *W, double *rows, double *diagonal) {
    const int half = (n + 1) / 2, most = half < CAROM_MAX_FREEDOMS ? half : CAROM_MAX_FREEDOMS;
    double largest = 0.0;
    for (int i = 0; i < n; i++) largest = fmax(largest, W[(size_t)i * (size_t)n + (size_t)i]);
    return carom_pivoted_cholesky(n, W, most, 1e-10 * largest, rows, diagonal) < most;
}

static carom_status finite(size_t count, const double *x) {
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i])) return CAROM_NOT_FINITE;
    return CAROM_OK;
}

static void forget(size_t count, double *x) {
    for (size_t i = 0; i < count; i++) x[i] = (double)NAN;
}

// Checks the numbers, because Siconos ends the process by an assertion if they are unexpected.
static carom_status validate_cones(int nc, const double *W, const double *q, const double *mu, carom_solver solver) {
    const size_t n = 3 * (size_t)nc;
    if (solver != CAROM_SOLVER_AUTO && solver != CAROM_SOLVER_NSGS && solver != CAROM_SOLVER_ADMM)
        return CAROM_BAD_VALUE;
    if (finite(n * n, W) != CAROM_OK || finite(n, q) != CAROM_OK) return CAROM_NOT_FINITE;
    for (size_t i = 0; i < n; i++)
        if (!(W[i * n + i] >= 0.0)) return CAROM_NOT_PSD;
    for (int i = 0; i < nc; i++)
        if (!(mu[i] >= 0.0 && isfinite(mu[i]))) return CAROM_COEFFICIENT_RANGE;
    return CAROM_OK;
}

carom_status carom_siconos_find(int nc, const double *W, const double *q, const double *mu, carom_solver solver,
                                double *scratch, double *P, carom_siconos_report *report) {
    const int n = 3 * nc;
    *report = (carom_siconos_report){.residual = (double)NAN};
    const carom_status valid = validate_cones(nc, W, q, mu, solver);
    if (valid != CAROM_OK) return valid;
    const bool automatic = solver == CAROM_SOLVER_AUTO;
    bool admm = solver == CAROM_SOLVER_ADMM || (automatic && hyperstatic(n, W, scratch + 2 * n, scratch));
    for (int attempt = 0; attempt < (automatic ? 2 : 1); attempt++, admm = !admm) {
        const int sweeps = automatic && attempt == 0 ? FEW_SWEEPS : SWEEPS;
        run(nc, W, q, mu, admm ? CAROM_SOLVER_ADMM : CAROM_SOLVER_NSGS, admm ? ADMM_STEPS : sweeps, P, scratch, report);
        if (report->residual <= CAROM_SICONOS_RESIDUAL) return CAROM_OK;
    }
    return CAROM_NOT_CONVERGED;
}

carom_status carom_siconos_cones(int nc, const double *W, const double *q, const double *mu, carom_solver solver,
                                 double *P, carom_siconos_report *report) {
    if (!W || !q || !mu || !P || !report) return CAROM_NULL_POINTER;
    if (nc < 1 || nc > CAROM_MAX_CONTACTS) return CAROM_BAD_COUNT;
    *report = (carom_siconos_report){.residual = (double)NAN};
    double *scratch = malloc(carom_siconos_scratch(nc) * sizeof *scratch);
    const carom_status status =
        scratch ? carom_siconos_find(nc, W, q, mu, solver, scratch, P, report) : CAROM_NO_MEMORY;
    free(scratch);
    if (status != CAROM_OK) forget(3 * (size_t)nc, P);
    return status;
}

// Returns true if z solves w = q + M z, z >= 0, w >= 0, w.z = 0. The routine may return 0 with a wrong z, so the
// residual decides.
static bool solves(size_t n, const double *M, const double *q, const double *z) {
    double worst = 0.0, scale = 0.0;
    for (size_t i = 0; i < n; i++) {
        double w = q[i];
        for (size_t j = 0; j < n; j++) w += M[i * n + j] * z[j];
        // Propagate NaN, since fmin ignores it.
        carom_worsen(&worst, w - w);
        carom_worsen(&worst, z[i] - z[i]);
        carom_worsen(&worst, fabs(fmin(w, z[i])));
        carom_worsen(&scale, fabs(q[i]));
    }
    return worst <= CAROM_SICONOS_RESIDUAL * scale;
}

static carom_status solve_lcp(int size, const double *M, const double *q, double *z) {
    const size_t n = (size_t)size;
    double *columns = malloc((n * n + 2 * n) * sizeof *columns);
    if (!columns) return CAROM_NO_MEMORY;
    double *w = columns + n * n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) columns[j * n + i] = M[i * n + j];
    memcpy(w + n, q, n * sizeof *q);
    for (size_t i = 0; i < n; i++) z[i] = w[i] = 0.0;
    NumericsMatrix matrix;
    fill(&matrix, size, columns);
    LinearComplementarityProblem problem = {.size = size, .M = &matrix, .q = w + n};
    SolverOptions *options = solver_options_create(SICONOS_LCP_LEMKE);
    const int info = linearComplementarity_driver(&problem, z, w, options);
    solver_options_delete(options);
    free(options);
    let_go(&matrix);
    free(columns);
    return info == 0 && solves(n, M, q, z) ? CAROM_OK : CAROM_NO_SOLUTION;
}

carom_status carom_siconos_lcp(int n, const double *M, const double *q, double *z) {
    if (!M || !q || !z) return CAROM_NULL_POINTER;
    if (n < 1 || n > CAROM_SICONOS_UNKNOWNS) return CAROM_BAD_COUNT;
    const size_t size = (size_t)n;
    carom_status status = finite(size * size, M);
    if (status == CAROM_OK) status = finite(size, q);
    if (status == CAROM_OK) status = solve_lcp(n, M, q, z);
    if (status != CAROM_OK) forget(size, z);
    return status;
}
