// How the speeds after an impact change with the speeds and coordinates before it, and how a whole trajectory does.
//
//   carom_delassus d;
//   carom_delassus_compute(&m, memory, bytes, &d);         // d.W and d.v of the contacts
//   // impulse: P, dP/dv and dP/dW of the contact law at that W and v (jac.h, many_jac.h)
//   carom_delassus_jacobian(&m, &d, &slopes, &impulse, scratch, du_dq, du_du);
//   carom_saltation_matrix(&through, Xi, NULL);                // d x(T)/d x(0) = F_after Xi F_before, x = (q, u)
//
// An impact does not move q, but it moves the instant at which the velocity changes: a start that is a little later
// flies a little longer with the old speed. Derivatives that forget this are wrong by (u' - u) n^T / v_n.
#ifndef CAROM_MECHANISM_JAC_H
#define CAROM_MECHANISM_JAC_H

#include "carom/mechanism.h"

CAROM_BEGIN

// How a mechanism changes with its coordinates (or any other numbers it is made from). NULL: it does not.
typedef struct carom_mechanism_slopes {
    int coordinates;  // how many numbers q_k; 0 for none
    const double *dM; // coordinates x speeds x speeds: dM/dq_k, symmetric
    const double *dR; // coordinates x size x speeds: dR/dq_k; here a curved surface enters
    const double *dJ; // coordinates x constraints x speeds
} carom_mechanism_slopes;

// The impulses of the contacts and their derivatives, as a law or a method gives them.
typedef struct carom_impulse_slopes {
    const double *P;     // size
    const double *dP_dv; // size x size, row: component of P
    const double *dP_dW; // size x size (size + 1) / 2: upper triangle row by row, W_ij and W_ji move together
} carom_impulse_slopes;

// dW and dv of one coordinate k (k < coordinates), u held: dW is size x size, dv has size numbers.
//   dW_ij = dR_i.x_j + dR_j.x_i - x_i.dM x_j + l_i.dJ x_j + l_j.dJ x_i,   x_i, l_i: change of the speeds and reactions
//   dv = dR u                                                              per unit impulse i
CAROM_API carom_status carom_delassus_slopes(const carom_mechanism *mechanism, const carom_delassus *delassus,
                                             const carom_mechanism_slopes *slopes, int k, double *dW, double *dv);

// Derivatives of u' = u + K R^T P: `du_dq` is speeds x coordinates, `du_du` speeds x speeds (either NULL if not
// wanted), `scratch` has room for speeds + 2 constraints numbers. `delassus` is what carom_delassus_compute made of this mechanism, in memory that still stands.
// With bilateral rows J u' = 0 after any change: of a u that breaks them only the part that keeps them counts.
CAROM_API carom_status carom_delassus_jacobian(const carom_mechanism *mechanism, const carom_delassus *delassus,
                                               const carom_mechanism_slopes *slopes,
                                               const carom_impulse_slopes *impulse, double *scratch, double *du_dq,
                                               double *du_du);

// A flight through one impact at g(q) = 0, in coordinates whose rates are the speeds.
typedef struct carom_flight {
    int speeds;            // of q and of u
    const double *u;       // before the impact
    const double *u_after; // after it
    const double *a;       // accelerations just before: gravity, Coriolis and all forces; NULL: none
    const double *a_after; // and just after
    const double *normal;  // n = dg/dq, the normal row of R
    double gap_rate;       // dg/dt at fixed q where the surface moves, m/s; 0 where it stands still
    const double *du_dq;   // derivatives of u_after, speeds x speeds each
    const double *du_du;
    const double *du_dt; // of u_after by time at fixed q and u, where the surface speeds up; NULL: none
} carom_flight;

// The saltation matrix, 2 speeds x 2 speeds, of small changes of (q, u) just before to just after the impact:
//   Xi = [ 1 + (u' - u) n^T / v_n                          0   ]     v_n = n.u + dg/dt
//        [ D_q + (a' - D_q u - D_u a - D_t) n^T / v_n      D_u ]
// `v_n` (may be NULL) receives the approach speed: near grazing the entries grow like 1/v_n. CAROM_NO_IMPACT where
// v_n is not negative: nothing is hit.
CAROM_API carom_status carom_saltation_matrix(const carom_flight *through, double *Xi, double *v_n);

CAROM_END

#endif
