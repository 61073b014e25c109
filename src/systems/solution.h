// Code that the methods share. It provides the arrays of the result and returns solutions.
#ifndef CAROM_SRC_SOLUTION_H
#define CAROM_SRC_SOLUTION_H

#include "systems/cone.h"

// Returns the size up to which a velocity before the impact counts as zero: 1e-12 of the largest velocity.
double carom_system_zero(const carom_system *s);

// Computes v' = v + W P.
void carom_system_after(const carom_system *s, const double *P, double *v);

// Returns dE = P.(v + v')/2.
double carom_system_energy(const carom_system *s, const double *P, const double *v_after);

// Rejects invalid pointers, counts and choices. The numbers are checked later.
carom_status carom_impact_shape(const carom_law *method, const carom_system *s, const carom_system_params *p);

// Returns the system with W averaged with its transpose, in `W` of (dim nc)^2 doubles.
carom_system carom_system_averaged(const carom_system *s, double *W);

// Returns the system with the averaged W that carom_system_solve stored in its memory.
carom_system carom_impact_averaged(const carom_system *s, void *memory, size_t bytes);

// The solvers of the core, which every 2D method accepts even if it needs none.
#define CAROM_PLANE_SOLVERS_ALONE (1u << CAROM_SOLVER_ENUMERATE | 1u << CAROM_SOLVER_LEMKE)
#define CAROM_PLANE_SOLVERS       (1u << CAROM_SOLVER_AUTO | CAROM_PLANE_SOLVERS_ALONE)

// Memory of a method with one friction problem: q and the cones of that problem, its solutions, its solver.
typedef struct carom_cone_memory {
    double *q;
    carom_cone *cone;
    carom_found found;
    carom_solution *solution;
    carom_mode *mode; // modes of every kept solution
    void *solver;
    size_t solver_bytes;
} carom_cone_memory;

// Takes the memory of a method with one friction problem. Returns false if the bytes are only counted or the memory is
// too small.
bool carom_cone_carve(carom_cone_memory *m, const carom_system *s, const carom_system_params *p, carom_arena *a);

// Returns the bytes of carom_cone_carve, for methods that need nothing else.
size_t carom_cone_bytes(const carom_law *self, const carom_system *s, const carom_system_params *p);

// Copies the first solution to the result. Lists all stored solutions with their modes and velocities.
void carom_set_solution(const carom_system *s, const carom_cones *cones, carom_cone_memory *m, carom_status status,
                        carom_system_result *out);

#endif
