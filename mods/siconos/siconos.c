// Siconos Numerics behind a guard. It takes dense matrices column by column (W is symmetric, an LCP's M is transposed),
// normal first; it ends the process on an id it does not know, so ids are constants here; solver_options_delete leaves
// the struct itself to be freed.
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

#include "carom/siconos.h"

// Gauss-Seidel sweeps before it is left: alone, and where ADMM stands by. It takes from 30 (a box) to 250 (ten spheres
// in a row), or does not converge at all (ninety in a row).
#define SWEEPS     2000
#define FEW_SWEEPS 250
// ADMM takes some 100 steps on ten contacts and 1000 on ninety.
#define ADMM_STEPS 20000
#define ASKED      1e-10

// A matrix must be filled where it stands: it keeps a pointer to itself.
static void fill(NumericsMatrix *M, int n, const double *A) {
    NM_null(M);
    NM_fill(M, NM_DENSE, n, n, (double *)(size_t)A);
}

// What Siconos hung on the matrix goes; the numbers are the caller's.
static void let_go(NumericsMatrix *M) {
    M->matrix0 = NULL;
    NM_clear(M);
}

static void run(int nc, const double *W, const double *q, const double *mu, carom_siconos_solver solver, int most,
                double *P, double *y, carom_siconos_report *report) {
    const bool admm = solver == CAROM_SICONOS_ADMM;
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

// Do a few freedoms carry all contacts? Elimination with the largest diagonal first, given up after `MOST_FREEDOMS`.
#define MOST_FREEDOMS 12

static bool hyperstatic(int n, const double *W, double *rows, double *diagonal) {
    double largest = 0.0;
    for (int i = 0; i < n; i++) {
        diagonal[i] = W[i * n + i];
        largest = fmax(largest, diagonal[i]);
    }
    for (int k = 0; k < MOST_FREEDOMS && 2 * k < n; k++) {
        int at = 0;
        for (int i = 1; i < n; i++)
            if (diagonal[i] > diagonal[at]) at = i;
        if (!(diagonal[at] > 1e-10 * largest)) return true;
        const double root = sqrt(diagonal[at]);
        double *row = rows + k * n;
        for (int i = 0; i < n; i++) {
            double left = W[at * n + i];
            for (int j = 0; j < k; j++) left -= rows[j * n + at] * rows[j * n + i];
            row[i] = left / root;
            diagonal[i] -= row[i] * row[i];
        }
        diagonal[at] = 0.0;
    }
    return false;
}

carom_status carom_siconos_cones(int nc, const double *W, const double *q, const double *mu,
                                 carom_siconos_solver solver, double *P, carom_siconos_report *report) {
    if (!W || !q || !mu || !P || !report) return CAROM_NULL_POINTER;
    if (nc < 1 || nc > CAROM_MOST_CONTACTS) return CAROM_BAD_COUNT;
    const int n = 3 * nc;
    double *scratch = malloc((size_t)(n * (MOST_FREEDOMS + 2)) * sizeof *scratch);
    if (!scratch) return CAROM_NO_ROOM;
    *report = (carom_siconos_report){.residual = HUGE_VAL};
    const bool automatic = solver == CAROM_SICONOS_AUTO;
    bool admm = solver == CAROM_SICONOS_ADMM || (automatic && hyperstatic(n, W, scratch + 2 * n, scratch));
    for (int attempt = 0; attempt < (automatic ? 2 : 1); attempt++, admm = !admm) {
        const int sweeps = automatic && attempt == 0 ? FEW_SWEEPS : SWEEPS;
        run(nc, W, q, mu, admm ? CAROM_SICONOS_ADMM : CAROM_SICONOS_NSGS, admm ? ADMM_STEPS : sweeps, P, scratch,
            report);
        if (report->residual <= CAROM_SICONOS_RESIDUAL) break;
    }
    free(scratch);
    return report->residual <= CAROM_SICONOS_RESIDUAL ? CAROM_OK : CAROM_NOT_CONVERGED;
}

static carom_status validate(const carom_system *s, const carom_params *contact) {
    if (!s || !contact) return CAROM_NULL_POINTER;
    if (s->dim != 3) return s->dim == 2 ? CAROM_WRONG_DIM : CAROM_BAD_DIM;
    const carom_status status = carom_system_validate(s, NULL);
    for (int i = 0; status == CAROM_OK && i < s->nc; i++) {
        const carom_params *p = &contact[i];
        if (!(p->e_n >= 0.0 && p->e_n <= 1.0 && p->e_t >= -1.0 && p->e_t <= 1.0)) return CAROM_PARAM_RANGE;
        if (!(p->mu >= 0.0 && isfinite(p->mu))) return CAROM_PARAM_RANGE;
    }
    return status;
}

static carom_status judge(const carom_system *s, const double *mu, const double *P, double *v,
                          carom_siconos_report *report) {
    carom_verdict verdict;
    const carom_status status = carom_many_check(s, mu, P, v, &verdict);
    report->dE = verdict.dE;
    report->broken = verdict.broken;
    // An iterative answer is held to the tolerance it was made with.
    const double tol = CAROM_SICONOS_RESIDUAL;
    if (verdict.energy_slack <= tol) report->broken &= ~(unsigned)CAROM_BROKEN_ENERGY;
    if (verdict.cone_slack <= tol) report->broken &= ~(unsigned)CAROM_BROKEN_CONE;
    if (verdict.pull_slack <= tol) report->broken &= ~(unsigned)CAROM_BROKEN_PULL;
    if (verdict.approach_slack <= tol) report->broken &= ~(unsigned)CAROM_BROKEN_PENETRATION;
    return status;
}

carom_status carom_siconos_glocker(const carom_system *s, const carom_params *contact, carom_siconos_solver solver,
                                   double *P, double *v, carom_siconos_report *report) {
    if (!P || !v || !report) return CAROM_NULL_POINTER;
    *report = (carom_siconos_report){.residual = (double)NAN, .dE = (double)NAN};
    carom_status status = validate(s, contact);
    if (status != CAROM_OK) return status;
    const int n = 3 * s->nc;
    double *q = malloc((size_t)(n + s->nc) * sizeof *q), *mu = q + n;
    if (!q) return CAROM_NO_ROOM;
    for (int i = 0; i < s->nc; i++) {
        mu[i] = contact[i].mu;
        q[3 * i] = (1.0 + contact[i].e_n) * s->v[3 * i];
        for (int k = 1; k < 3; k++) q[3 * i + k] = (1.0 + contact[i].e_t) * s->v[3 * i + k];
    }
    status = carom_siconos_cones(s->nc, s->W, q, mu, solver, P, report);
    if (status == CAROM_OK) status = judge(s, mu, P, v, report);
    free(q);
    for (int i = 0; status != CAROM_OK && i < n; i++) P[i] = v[i] = (double)NAN;
    return status;
}

// The routine may return 0 with a wrong z: what is left of w = q + M z, z >= 0, w >= 0, w.z = 0 decides.
static bool solves(int n, const double *M, const double *q, const double *z) {
    double worst = 0.0, scale = 0.0;
    for (int i = 0; i < n; i++) {
        double w = q[i];
        for (int j = 0; j < n; j++) w += M[i * n + j] * z[j];
        const double left = fabs(fmin(w, z[i]));
        if (!(left <= worst)) worst = left;
        scale = fmax(scale, fabs(q[i]));
    }
    return worst <= CAROM_SICONOS_RESIDUAL * scale;
}

carom_status carom_siconos_lcp(int n, const double *M, const double *q, double *z) {
    if (!M || !q || !z) return CAROM_NULL_POINTER;
    if (n < 1) return CAROM_BAD_COUNT;
    double *columns = malloc((size_t)(n * n + 2 * n) * sizeof *columns), *w = columns + n * n;
    if (!columns) return CAROM_NO_ROOM;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) columns[j * n + i] = M[i * n + j];
    memcpy(w + n, q, (size_t)n * sizeof *q);
    for (int i = 0; i < n; i++) z[i] = w[i] = 0.0;
    NumericsMatrix matrix;
    fill(&matrix, n, columns);
    LinearComplementarityProblem problem = {.size = n, .M = &matrix, .q = w + n};
    SolverOptions *options = solver_options_create(SICONOS_LCP_LEMKE);
    const int info = linearComplementarity_driver(&problem, z, w, options);
    solver_options_delete(options);
    free(options);
    let_go(&matrix);
    free(columns);
    return info == 0 && solves(n, M, q, z) ? CAROM_OK : CAROM_NO_SOLUTION;
}
