// Friction cones of several contacts in 3D.
//
//   y = q + W P,  and for each contact
//   P_n >= floor, y_n >= 0, one of them an equality
//   |P_t| <= mu P_n,  P_t = -mu P_n y_t / |y_t| if y_t != 0
//
// Newton's restitution is this problem with q = ((1 + e_n) v_n, (1 + e_t) v_t). In Poisson's expansion the floors are
// the smallest impulses that are returned.
#ifndef CAROM_SRC_CONES3_H
#define CAROM_SRC_CONES3_H

#include "carom/carom.h"
#include "systems/arena.h"

typedef struct carom_cones3 {
    int nc;
    const double *W, *q; // 3 nc x 3 nc, and length 3 nc
    const double *mu;    // nc, finite, >= 0
    const double *floor; // nc, >= 0
} carom_cones3;

// Returns the largest violation of the conditions by P, each relative to its terms. Returns HUGE_VAL if P is so large
// that only a singular W explains it, and NaN if P is not finite.
double carom_cones3_residual(const carom_cones3 *p, const double *P);

// Computes the mode of each contact (open, stick or sliding), with the tolerance of accepted solutions.
void carom_cones3_modes(const carom_cones3 *p, const double *P, carom_mode *mode);

typedef enum carom_cones3_way {
    CAROM_CONES3_NEWTON,  // Newton's method from P = floor
    CAROM_CONES3_RELAXED, // Newton's method with W + relax, for decreasing `relax`
    CAROM_CONES3_STARTS,  // Newton's method after Gauss-Seidel sweeps, and from solutions with polyhedral cones
    CAROM_CONES3_WAYS
} carom_cones3_way;

typedef struct carom_cones3_report {
    double residual;
    int steps; // number of Newton steps, sweeps and pivots
    carom_cones3_way way;
    int count; // solutions in P
} carom_cones3_report;

// Writes one solution to P, whose residual is at most CAROM_RESIDUAL, or two with different velocities and returns
// CAROM_NOT_UNIQUE. P has room for two. The result does not depend on the order of the contacts and the tangents.
// Returns CAROM_NOT_CONVERGED or CAROM_NO_SOLUTION if none was found.
size_t carom_cones3_memory(int nc);
carom_status carom_cones3_solve(const carom_cones3 *p, void *memory, size_t bytes, double *P,
                                carom_cones3_report *report);

// Internal: the same problem in its own units. P = unit Y x, where unit and Y are powers of two. Every contact then has
// speeds and impulses of order 1, and scaling causes no rounding:
//   z = b + A x,  A = W unit,  b = q / Y
typedef struct carom_scaled3 {
    int nc, n;
    double speed;     // Y
    double *unit;     // length nc
    double *A, *b;    // n x n, and length n
    double *diagonal; // diagonal of A
    double *floor;    // length nc
    const double *mu; // length nc
    double *rho;      // 2 nc: steps of the normal and the tangential projection
    int *at;          // contact i here is contact at[i] of the problem
    double *turn;     // 2 nc: cosine and sine of the angle by which the tangents of contact i are rotated
    double *own_mu;   // length nc
    double *key;      // 2 nc, scratch
} carom_scaled3;

bool carom_scaled3_carve(carom_scaled3 *s, int nc, carom_arena *a);
void carom_scaled3_fill(carom_scaled3 *s, const carom_cones3 *p);

// Fills the problem in an order and with tangents that depend only on its numbers. Returns whether contacts tie, for
// example because they are symmetric; `reverse` reverses the order of those.
bool carom_scaled3_arrange(carom_scaled3 *s, const carom_cones3 *p, bool reverse);

// Computes the impulses P of x, in the order and the frames of the problem.
void carom_scaled3_impulses(const carom_scaled3 *s, const double *x, double *P);

// Computes z = b + A x.
void carom_scaled3_speeds(const carom_scaled3 *s, const double *x, double *z);

// Computes x - projection(x - rho z) of each contact (Alart & Curnier 1991), which is zero at a solution. `to` receives
// the projection.
void carom_scaled3_gap(const carom_scaled3 *s, const double *x, const double *z, double *to, double *F);

// Newton's method for F(x) = 0 and its memory.
typedef struct carom_newton3 {
    double *J;    // n columns of 2 n
    double *side; // length 2 n
    double *z, *to, *F, *step, *x;
    double least; // the smallest pivot of the steps of the last run
} carom_newton3;

bool carom_newton3_carve(carom_newton3 *w, int nc, carom_arena *a);

// Starts at x and replaces x by the best point seen. Returns the largest |F| there, and adds the number of steps.
double carom_newton3_run(carom_newton3 *w, const carom_scaled3 *s, double *x, int *steps);

// Performs one Gauss-Seidel sweep: every contact in turn moves to its projection.
void carom_scaled3_sweep(const carom_scaled3 *s, double *x);

// Solves the problem with polyhedral cones by Lemke's method. `aim` (2 nc) holds the first direction of each polygonal
// cone, against the slip. For this direction the cone is exact. Returns false if Lemke's method finds no solution.
typedef struct carom_facets3 {
    int sides;
    double *M, *q, *z, *cover, *aim;
    void *memory;
    size_t bytes;
} carom_facets3;

bool carom_facets3_carve(carom_facets3 *f, int nc, carom_arena *a);
bool carom_facets3_solve(carom_facets3 *f, const carom_scaled3 *s, int attempt, double *x, int *pivots);

#endif
