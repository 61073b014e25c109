// Derivatives of an impact at several contacts: of all impulses, with respect to W, every velocity and every contact's
// parameters.
//
//   size_t bytes = carom_system_jacobian_memory_size(&carom_law_glocker, &s, &p);
//   carom_system_result out;
//   carom_system_jacobian jac;
//   carom_system_solve_jacobian(&carom_law_glocker, &s, &p, malloc(bytes), bytes, &out, &jac);
//   // out: as carom_system_solve gives it; jac.dP_dv[i * jac.n + j] = dP_i/dv_j
//
// While no contact changes what it does (open, stick, slip either way) P solves linear equations, or a chain of them:
// they are factored once and solved for every column. For every method dv' = dv + W dP + dW P.
#ifndef CAROM_MANY_JAC_H
#define CAROM_MANY_JAC_H

#include "carom/jac.h"
#include "carom/many.h"

CAROM_BEGIN

// Beyond this the matrices, n^3/2 numbers, are refused (CAROM_BAD_COUNT).
#define CAROM_MAX_JACOBIAN_CONTACTS 32

// Matrices stand row by row, a row for each component of P: n = dim nc rows.
typedef struct carom_system_jacobian {
    carom_smoothness smooth; // KINK: what is given is the side of the modes named; the other side is not told
    double margin;           // how far the nearest change of modes is, relative; the least over contacts and stages
    int n;
    int entries; // n (n + 1) / 2 columns of dP_dW: upper triangle row by row, W_ij and W_ji moving together
    int params;  // how many parameters have columns
    carom_param param[CAROM_JACOBIAN_PARAMS];
    int undefined;         // columns of NaN: a closed contact's own v_n (exactly 0) has no derivative where one
                           // strikes, nor has e = 0 of a method in stages
    double *dP_dv, *dP_dW; // n x n, n x entries
    double *dP_dparam;     // n x (params nc): parameter k of contact i is column k nc + i
} carom_system_jacobian;

// Bytes of workspace, those of carom_system_solve among them; 0 if the request is refused anyway.
CAROM_API size_t carom_system_jacobian_memory_size(const carom_law *law, const carom_system *system,
                                                   const carom_system_params *params);

// One impact at all contacts and its Jacobian. The status is the outcome's, or CAROM_NO_DERIVATIVE where the method has no
// derivatives; where P has none here the status is fine and `smooth` tells.
CAROM_API carom_status carom_system_solve_jacobian(const carom_law *law, const carom_system *system,
                                                   const carom_system_params *params, void *memory, size_t bytes,
                                                   carom_system_result *outcome, carom_system_jacobian *jac);

CAROM_END

#endif
