// What the methods share: arrays of the outcome, and how solutions are handed over.
#ifndef CAROM_SRC_METHOD_H
#define CAROM_SRC_METHOD_H

#include "systems/cone.h"

// A velocity up to this size is zero beforehand: 1e-12 of the largest one, whatever the unit of speed.
double carom_system_zero(const carom_system *s);

// v' = v + W P.
void carom_system_after(const carom_system *s, const double *P, double *v);

// dE = P.(v + v')/2.
double carom_system_energy(const carom_system *s, const double *P, const double *v_after);

// Refuses pointers, counts and choices that make no request; what the numbers say is looked at later.
carom_status carom_impact_shape(const carom_law *method, const carom_system *s, const carom_system_params *p);

// The system with W averaged with its transpose into `W`, (dim nc)^2 doubles.
carom_system carom_system_averaged(const carom_system *s, double *W);

// The system with the averaged W that carom_system_solve left in the memory it was given.
carom_system carom_impact_averaged(const carom_system *s, void *memory, size_t bytes);

// The solvers of the core, which every method in the plane takes, whether it asks one or not.
#define CAROM_PLANE_SOLVERS_ALONE (1u << CAROM_SOLVER_ENUMERATE | 1u << CAROM_SOLVER_LEMKE)
#define CAROM_PLANE_SOLVERS       (1u << CAROM_SOLVER_AUTO | CAROM_PLANE_SOLVERS_ALONE)

// What a method with one friction problem works in: q and the cones of that problem, its solutions, its solver.
typedef struct carom_cone_memory {
    double *q;
    carom_cone *cone;
    carom_found found;
    carom_solution *solution;
    carom_mode *mode; // of every kept solution
    void *solver;
    size_t solver_bytes;
} carom_cone_memory;

// Takes what a method with one friction problem needs; false while counting or when short.
bool carom_cone_carve(carom_cone_memory *m, const carom_system *s, const carom_system_params *p, carom_arena *a);

// Bytes of carom_cone_carve: the `bytes` of methods that need nothing else.
size_t carom_cone_bytes(const carom_law *self, const carom_system *s, const carom_system_params *p);

// Copies the first solution into the outcome and lists all that were kept, with modes and velocities.
void carom_set_solution(const carom_system *s, const carom_cones *cones, carom_cone_memory *m, carom_status status,
                        carom_system_result *out);

#endif
