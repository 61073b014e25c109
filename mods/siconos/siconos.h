// Calls Siconos's solvers of friction cones, using memory of the caller.
#ifndef CAROM_MODS_SICONOS_H
#define CAROM_MODS_SICONOS_H

#include "carom/systems.h"

// Describes how Siconos found a solution.
typedef struct carom_siconos_report {
    carom_solver solver; // the solver that was used: CAROM_SOLVER_NSGS or CAROM_SOLVER_ADMM
    int iterations;      // iterations in total, >= 0
    double residual;     // relative residual of P, computed by carom; NaN if the problem was rejected
} carom_siconos_report;

// The largest residual of a solution. Siconos is called with a tolerance of 1e-10 in its own measure, which can leave
// 1e-9 in this one. A wrong solution leaves 1e-3.
#define CAROM_SICONOS_RESIDUAL 1e-8

#define CAROM_SICONOS_UNKNOWNS 16384 // of a linear complementarity problem: 2 GiB of memory

// Returns the residual that P leaves in the conditions with q = ((1 + e_n) v_n, (1 + e_t) v_t), relative to the scale
// of the problem. Returns NaN if a number of the problem or of P is not finite, mu < 0, or a pointer or count is
// invalid.
double carom_cone_residual(int nc, const double *W, const double *q, const double *mu, const double *P);

// Solves the same conditions for given q and mu. mu is finite and >= 0; `solver` is AUTO,
// NSGS or ADMM. P is NaN unless the status is CAROM_OK; CAROM_NOT_CONVERGED means a residual above
// CAROM_SICONOS_RESIDUAL.
carom_status carom_siconos_cones(int nc, const double *W, const double *q, const double *mu, carom_solver solver,
                                 double *P, carom_siconos_report *report);

// Solves a linear complementarity problem by the lexicographic Lemke method of Siconos, to verify carom_lemke. M is
// n x n, row by row, n at most CAROM_SICONOS_UNKNOWNS. z is NaN unless the status is CAROM_OK.
carom_status carom_siconos_lcp(int n, const double *M, const double *q, double *z);

// W counts as hyperstatic if its rank is below this, and below half the number of directions.
#define CAROM_MAX_FREEDOMS 12

// Returns the number of doubles of `scratch` that nc contacts need.
static inline size_t carom_siconos_scratch(int nc) {
    return 3 * (size_t)nc * (CAROM_MAX_FREEDOMS + 2);
}

// Does the same as carom_siconos_cones in the caller's memory. P holds the last iterate for any status.
carom_status carom_siconos_find(int nc, const double *W, const double *q, const double *mu, carom_solver solver,
                                double *scratch, double *P, carom_siconos_report *report);

// The functions of carom_law_cones: bytes of memory, and the solution.
size_t carom_siconos_memory(const carom_law *self, const carom_system *system, const carom_system_params *params);
carom_status carom_siconos_solve(const carom_law *self, const carom_system *system, const carom_system_params *params,
                                 void *memory, size_t bytes, carom_system_result *result);

#endif
