// Friction cones in space, through Siconos Numerics: the module carom_siconos.
//
// Newton's restitution as an inclusion, as carom_method_glocker in the plane, with the true cone:
//   xi = ((1 + e_n) v_n, (1 + e_t) v_t) + W P,  0 <= P_n perp xi_n >= 0,  P_t = -mu P_n xi_t / |xi_t| where xi_t != 0,
//   |P_t| <= mu P_n where xi_t = 0
// Siconos finds P; carom judges it: no answer is CAROM_OK before carom's own residual says so.
#ifndef CAROM_SICONOS_H
#define CAROM_SICONOS_H

#include "carom/many.h"

CAROM_BEGIN

typedef enum carom_siconos_solver {
    CAROM_SICONOS_AUTO, // Gauss-Seidel; ADMM where contacts outnumber the freedoms, or where the first fails
    CAROM_SICONOS_NSGS, // nonsmooth Gauss-Seidel: well-posed problems
    CAROM_SICONOS_ADMM  // alternating directions: hyperstatic bodies
} carom_siconos_solver;

typedef struct carom_siconos_report {
    carom_siconos_solver solver; // which one answered
    int iterations;
    double residual; // relative; judged by carom
    double dE;       // J
    unsigned broken; // CAROM_BROKEN_* bits
} carom_siconos_report;

// An answer's residual is at most this. 1e-8: Siconos is asked for 1e-10 in its own measure, which lets 1e-9 pass here;
// a wrong answer leaves 1e-3.
#define CAROM_SICONOS_RESIDUAL 1e-8

// P and v receive 3 nc numbers each; they are NaN unless the status is CAROM_OK (untouched where nc is no count, for
// then their size is not known). One e_n, e_t, mu per contact.
// Siconos keeps file-static state: one thread at a time.
CAROM_API carom_status carom_siconos_glocker(const carom_system *system, const carom_params *contact,
                                             carom_siconos_solver solver, double *P, double *v,
                                             carom_siconos_report *report);

// What P leaves of the conditions with q = ((1 + e_n) v_n, (1 + e_t) v_t), relative to the problem's own scale. NaN if
// any number of the problem or of P is not finite, or mu < 0, or there is no problem.
CAROM_API double carom_cone_residual(int nc, const double *W, const double *q, const double *mu, const double *P);

// The same conditions for a given q and mu, as FCLIB files state them; mu finite, >= 0. P is NaN unless the status is
// CAROM_OK.
CAROM_API carom_status carom_siconos_cones(int nc, const double *W, const double *q, const double *mu,
                                           carom_siconos_solver solver, double *P, carom_siconos_report *report);

// A second opinion on an LCP: Siconos's lexicographic Lemke. M is row-major, n at most CAROM_MOST_LEMKE. z is NaN
// unless the status is CAROM_OK.
CAROM_API carom_status carom_siconos_lcp(int n, const double *M, const double *q, double *z);

CAROM_END

#endif
