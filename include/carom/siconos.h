// Friction cones in 3D by Siconos Numerics: the module carom_siconos. Its method solves "glocker" in 3D for any number of
// contacts, by carom_system_solve like any other. The core's own carom_law_glocker takes at most CAROM_MAX_CONES:
//
//   carom_system s = {.nc = 4, .dim = 3, .W = W, .v = v};
//   carom_system_solve(&carom_law_cones, &s, &p, memory, bytes, &out);
//
// Siconos finds P; carom judges it: no answer is CAROM_OK before carom's own residual says so. Siconos allocates, and
// keeps file-static state: one thread at a time.
#ifndef CAROM_SICONOS_H
#define CAROM_SICONOS_H

#include "carom/many.h"
#include "carom/module.h"

#if defined(CAROM_BUILDING_SICONOS)
#define CAROM_SICONOS_API CAROM_EXPORT
#else
#define CAROM_SICONOS_API CAROM_IMPORT
#endif

CAROM_BEGIN

// Newton's restitution as an inclusion, as carom_law_glocker in the plane, with the true cone:
//   xi = ((1 + e_n) v_n, (1 + e_t) v_t) + W P,  0 <= P_n perp xi_n >= 0,  P_t = -mu P_n xi_t / |xi_t| where xi_t != 0,
//   |P_t| <= mu P_n where xi_t = 0
extern CAROM_SICONOS_API const carom_law carom_law_cones;
extern CAROM_SICONOS_API const carom_module carom_module_siconos;

// All that the method says about itself but its code: a program without the module can list the method all the same,
// and its refusal names the module.
#define CAROM_CONES_ROW(rows, count, system)                                                                           \
    "glocker", "siconos", CAROM_SYSTEM_3D, 0, rows, count, 0, "",                                                      \
        "Newton's restitution as an inclusion with true friction cones, all contacts at once",                         \
        "Payr & Glocker 2005 (27)-(28); Moreau 1988", NULL, system, true, NULL

typedef struct carom_siconos_report {
    carom_solver solver; // which one answered: CAROM_SOLVER_NSGS or CAROM_SOLVER_ADMM
    int iterations;
    double residual; // relative; judged by carom
} carom_siconos_report;

// An answer's residual is at most this. 1e-8: Siconos is asked for 1e-10 in its own measure, which lets 1e-9 pass here;
// a wrong answer leaves 1e-3.
#define CAROM_SICONOS_RESIDUAL 1e-8

// What P leaves of the conditions with q = ((1 + e_n) v_n, (1 + e_t) v_t), relative to the problem's own scale. NaN if
// any number of the problem or of P is not finite, or mu < 0, or there is no problem.
CAROM_SICONOS_API double carom_cone_residual(int nc, const double *W, const double *q, const double *mu,
                                             const double *P);

// The same conditions for a given q and mu, as FCLIB files state them; mu finite, >= 0; solver AUTO, NSGS or ADMM. P is
// NaN unless the status is CAROM_OK.
CAROM_SICONOS_API carom_status carom_siconos_cones(int nc, const double *W, const double *q, const double *mu,
                                                   carom_solver solver, double *P, carom_siconos_report *report);

// A second opinion on an LCP: Siconos's lexicographic Lemke. M is row-major, n at most CAROM_MAX_LEMKE. z is NaN
// unless the status is CAROM_OK.
CAROM_SICONOS_API carom_status carom_siconos_lcp(int n, const double *M, const double *q, double *z);

CAROM_END

#endif
