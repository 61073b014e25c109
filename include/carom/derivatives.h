// Computes derivatives of an impact with respect to velocities, W and coefficients, for one contact, batches, several
// contacts, mechanisms and trajectories. They are used for optimisation, fitting, automatic differentiation and
// sensitivity analysis.
//
//   #include <stdio.h>
//   #include "carom/derivatives.h"
//
//   int main(void) {
//       const carom_contact contact = {.dim = 2,
//                                      .W = {{2.5, -0.5, 0.0}, {-0.5, 3.0, 0.0}, {0.0, 0.0, 0.0}},
//                                      .v = {-1.0, 2.0, 0.0}};
//       carom_params params = carom_params_default();
//       params.e = 0.5;
//       params.mu = 0.2;
//       carom_result result;
//       carom_jacobian jacobian;
//       if (carom_collide_jacobian(&carom_law_routh, &contact, &params, &result, &jacobian) != CAROM_OK) return 1;
//       printf("%s\n", carom_enum_name(CAROM_ENUM_SMOOTHNESS, jacobian.smooth));
//       for (int k = 0; k < jacobian.params; k++)
//           if (jacobian.param[k] == CAROM_PARAM_mu)
//               printf("dP/dmu = %.3f, %.3f N s\n", jacobian.dP_dparam[0][k], jacobian.dP_dparam[1][k]);
//       return 0; // prints: smooth, then: dP/dmu = -0.111, -0.555 N s
//   }
//
// Within one mode (sticking, sliding, ...) P is an analytic function of its inputs, and its derivative is exact up
// to rounding. Contact models compute it by differences, with a stated error. At the boundary between modes,
// `smooth` describes which derivative exists. docs/derivatives.md lists the laws with derivatives and the places of
// their kinks and jumps. The derivatives of P determine the others for every law:
//   dv' = dv + W dP + dW P
//   d(dE) = v'.dP + P.dv + P.dW P/2
#ifndef CAROM_DERIVATIVES_H
#define CAROM_DERIVATIVES_H

#include <stdbool.h>
#include <stddef.h>

#include "carom/batch.h"
#include "carom/bodies.h"

CAROM_BEGIN

// ---- One contact ----

// Which derivative exists at this impact. carom_enum_name(CAROM_ENUM_SMOOTHNESS, ...) returns the name.
typedef enum carom_smoothness {
    CAROM_SMOOTH = 0,         // the derivative exists
    CAROM_KINK = 1,           // P is continuous, its derivative is not: c and n_* give the derivative on the other side
    CAROM_ONE_SIDED = 2,      // a coefficient is at an end of its range: its derivative is taken into the range
    CAROM_DIRECTIONAL = 3,    // more than two derivatives meet: the one of the mode in the result is given, or NaN
    CAROM_JUMP = 4,           // P is discontinuous here: the derivatives are NaN
    CAROM_SMOOTHNESS_NONE = 5 // no derivative is known, or it is infinite: the derivatives are NaN
} carom_smoothness;

// The largest number of columns of coefficients.
enum { CAROM_JACOBIAN_PARAMS = 16 };

// Derivatives of the impulse P. Rows are components of P, normal first. The columns of dP_dW are the upper triangle of
// W row by row. In 2D they are nn, nt, tt, and in 3D nn, nt1, nt2, t1t1, t1t2, t2t2. Each column changes W_ij and W_ji
// together. Numbers beyond the dimension and beyond `params` are 0.
struct carom_jacobian {
    carom_smoothness smooth; // which derivative exists
    double dP_dv[3][3];      // dP_i/dv_j, kg
    double dP_dW[3][6];      // dP_i/dW_jk, kg^2 m/s
    int params;              // number of columns of coefficients, 0 to CAROM_JACOBIAN_PARAMS
    // Coefficient of each column. These are the coefficients of the law that are numbers, except rest_speed. A
    // coefficient with several numbers has one column for each.
    carom_param param[CAROM_JACOBIAN_PARAMS];
    double dP_dparam[3][CAROM_JACOBIAN_PARAMS]; // dP_i/dparam_k, N s per unit of the coefficient.
    // Distance to the nearest change of mode, >= 0: the value of its condition relative to the size of the terms of the
    // condition. A value of at most 1e-12 counts as on the boundary; infinity means that there is none. For contact
    // models it is the relative change of the inputs within which P is smooth.
    double margin;
    // Estimated error of derivatives that are computed by differences, relative to P: the derivative by each input is
    // multiplied by the size of this input. 0: the derivatives are exact up to rounding.
    double error;
    // Only for CAROM_KINK: n is the gradient of the condition of the change, which is positive on this side. Tangents
    // dx with n.dx < 0 point to the other side, where the Jacobian is dP + c n^T.
    double c[3];                           // difference of the derivatives along n, N s per unit of the condition
    double n_v[3];                         // part of n for v
    double n_W[6];                         // part of n for W, columns as in dP_dW
    double n_param[CAROM_JACOBIAN_PARAMS]; // part of n for the coefficients, columns as in dP_dparam
};

// Computes one impact and its Jacobian. `result` is identical, to the last bit, to that of carom_collide. Returns the
// status of the impact. Returns CAROM_NO_DERIVATIVE, with all derivatives NaN, if the impact has a result but no
// derivatives. Either the law has none in this dimension, or a coefficient depends on the speed. At a jump or another
// point without derivative the status is that of the impact, and `smooth` describes the case.
CAROM_API carom_status carom_collide_jacobian(const carom_law *law, const carom_contact *contact,
                                              const carom_params *params, carom_result *result,
                                              carom_jacobian *jacobian);

// ---- Batches ----

// Tangents of the inputs of a batch, in the layout of carom_batch_in. A column with first = NULL is a constant input.
typedef struct carom_batch_tangent {
    carom_column W[3][3];                // upper triangle, W[i][j] with i <= j, 1/kg; W_ij and W_ji change together
    carom_column v[3];                   // relative velocity before the impact, m/s, normal first
    carom_column param[CAROM_PARAM_END]; // coefficients by number, in their units. A VECTOR has no column; the second
                                         // number of a PAIR is at the next number
} carom_batch_tangent;

// Tangents of the results of a batch. Columns with first = NULL are not written.
typedef struct carom_batch_tangent_out {
    carom_column_out P[3];        // tangents of the impulse, N s
    carom_column_out v[3];        // tangents of the velocity after the impact, m/s
    carom_column_out dE;          // tangents of the change of kinetic energy, J
    carom_byte_column_out smooth; // carom_smoothness of each item
} carom_batch_tangent_out;

// Cotangents of the results of a batch: the derivatives of a scalar with respect to P, v' and dE of each item. With
// first = NULL the scalar does not depend on this result.
typedef struct carom_batch_cotangent {
    carom_column P[3]; // cotangents of the impulse, per N s
    carom_column v[3]; // cotangents of the velocity after the impact, per m/s
    carom_column dE;   // cotangents of the change of kinetic energy, per J
} carom_batch_cotangent;

// Cotangents of the inputs of a batch: the derivatives of the same scalar with respect to each input. Columns with
// first = NULL are not written.
typedef struct carom_batch_cotangent_out {
    carom_column_out W[3][3];                // upper triangle, per 1/kg; W_ij and W_ji change together. For a full
                                             // symmetric matrix of cotangents, halve the entries off the diagonal
    carom_column_out v[3];                   // cotangents of the relative velocity before the impact, per m/s
    carom_column_out param[CAROM_PARAM_END]; // cotangents of the coefficients by number; 0 if the law does not read it
    carom_byte_column_out smooth;            // carom_smoothness of each item
} carom_batch_cotangent_out;

// Computes a batch of n impacts and the derivative of each result along its tangent (Jacobian-vector product, JVP). At
// a kink it is the derivative on the side to which the tangent points. `out` may be NULL; the results that it requests
// are bit-identical to those of carom_collide. The tangents of an item without result or derivative are NaN. Returns CAROM_NO_DERIVATIVE if the law has no derivatives in this
// dimension, and otherwise the statuses of carom_collide_batch.
CAROM_API carom_status carom_collide_jvp_batch(const carom_law *law, size_t n, const carom_batch_in *in,
                                               const carom_batch_tangent *din, const carom_batch_out *out,
                                               const carom_batch_tangent_out *dout);

// Computes a batch of n impacts and the derivative of a scalar with respect to each input (vector-Jacobian product,
// VJP). At a kink it is the derivative on the side of the result's mode. `out`, the statuses and the treatment
// of items without a derivative are as in carom_collide_jvp_batch.
CAROM_API carom_status carom_collide_vjp_batch(const carom_law *law, size_t n, const carom_batch_in *in,
                                               const carom_batch_out *out, const carom_batch_cotangent *bar_out,
                                               const carom_batch_cotangent_out *bar_in);

// ---- Equations of a law, for authors of laws ----
//
// A law provides its derivatives by carom_contact_vtable.equations. That function differentiates the equations F(P; x)
// = 0 that determine P in the mode of the result. carom solves them, and handles kinks, scaling and batches.

// Columns of x: v starts at 0, W at 3 (upper triangle as in carom_jacobian), and coefficients at 9.
enum {
    CAROM_JACOBIAN_V = 0,                              // first column of v
    CAROM_JACOBIAN_W = 3,                              // first column of W
    CAROM_JACOBIAN_PARAM = 9,                          // first column of the coefficients
    CAROM_JACOBIAN_COLUMNS = 9 + CAROM_JACOBIAN_PARAMS // number of columns
};

// One differentiated equation: dF = row.P . dP + row.x . dx.
typedef struct carom_row {
    double P[3];                      // dF/dP
    double x[CAROM_JACOBIAN_COLUMNS]; // dF/dx
} carom_row;

// The differentiated equations of a law. The library fills the first members; the law fills the rows and the switches.
// A switch is a condition that decides between two modes.
typedef struct carom_equations {
    int dim;                                  // 2 or 3, set by the library
    int params;                               // number of columns of coefficients, set by the library
    carom_param param[CAROM_JACOBIAN_PARAMS]; // coefficient of each column, set by the library
    int side;                // set by the library. 0: the side of the mode in the result. Otherwise the other side of a
                             // switch: its `to_side`, or -1 if that is 0
    carom_row row[3];        // one equation for each component of P; zeros before the law fills them
    carom_smoothness smooth; // CAROM_SMOOTH before the call; the law changes it if P is not smooth
    double margin;           // relative distance to the nearest switch so far, >= 0; infinite before the call
    double error;            // estimated error of rows that are computed by differences; 0 before the call
    int switches;            // number of switches that are met up to rounding. The members below describe the last one
    bool jumps;              // P is discontinuous at this switch
    carom_mode to;           // mode on the other side
    int to_side;             // `side` for the equations of the other side
    carom_row normal;        // gradient of the condition, which is positive on this side, by P and x
} carom_equations;

// ---- Derivatives with respect to the mass matrix M = W^-1 ----
//
// With these derivatives you can approximate impacts with a W near a known one, such as those of bodies that are nearly
// spheres. Chatterjee 1997, 10.2. The velocity after an impact with mass matrix M + dM is about at.v[i] + sum over k of
// J[i][k] dM_k.

// The largest number of columns: M11, M22, M33, M12, M13, M23 in 3D, and M11, M22, M12 in 2D.
enum { CAROM_MAX_MASS_COLUMNS = 6 };

// Derivatives of the velocity after an impact with respect to the mass matrix.
typedef struct carom_mass_jacobian {
    int columns;                             // 6 in 3D, 3 in 2D
    int entry[CAROM_MAX_MASS_COLUMNS][2];    // row and column, from 0, of the entry of M that each column changes; an
                                             // entry off the diagonal changes together with its mirror image
    double M[3][3];                          // W^-1, kg
    double J[3][CAROM_MAX_MASS_COLUMNS];     // dv'_i/dM_k, m/s per kg; NaN if it does not exist
    double error[3][CAROM_MAX_MASS_COLUMNS]; // estimated error of J, m/s per kg, >= 0
    carom_result at;                         // the impact itself
    carom_smoothness smooth; // CAROM_SMOOTH: J exists; CAROM_KINK: v' has a kink or a jump, or the mode changes;
                             // CAROM_SMOOTHNESS_NONE: the law has no result at a neighbouring contact
    int column;              // first column without a derivative; -1 if none, or if all have none
} carom_mass_jacobian;

// Computes the derivatives of v' with respect to M: exactly from carom_collide_jacobian, or by central differences for
// a law without derivatives and at a kink. The differences evaluate the law 6 times for each column. Its entry of M is
// changed by at most 1e-3 sqrt(M_ii M_jj). Returns CAROM_NOT_APPLICABLE, with `smooth` and `column`, if a derivative
// does not exist, or if the mode changes within the distance of the differences. Returns it also for a singular W,
// which has no M. Otherwise returns the status of the law.
CAROM_API carom_status carom_collide_mass_jacobian(const carom_law *law, const carom_contact *contact,
                                                   const carom_params *params, carom_mass_jacobian *jacobian);

// ---- Several contacts ----
//
// While no contact changes its state (open, sticking, slipping in either direction), P solves one system of linear
// equations or a sequence of them. The library factors each once and solves it for every column. For every law, dv' =
// dv + W dP + dW P.

// The largest number of contacts. More are rejected with CAROM_BAD_COUNT, because the matrices have about n^3/2
// numbers.
#define CAROM_MAX_JACOBIAN_CONTACTS 32

// Derivatives of the impulses of all contacts. Matrices are stored row by row, with one row for each component of P.
// The arrays are in the caller's memory.
typedef struct carom_system_jacobian {
    carom_smoothness smooth; // CAROM_KINK: the derivatives are those on the side of the result's modes only
    double margin;           // relative distance to the nearest change of mode, >= 0; smallest over contacts and stages
    int n;                   // number of rows: dim nc
    int entries;             // columns of dP_dW: n (n + 1) / 2, upper triangle row by row; W_ij and W_ji change alike
    int params;              // number of coefficients with columns, 0 to CAROM_JACOBIAN_PARAMS
    carom_param param[CAROM_JACOBIAN_PARAMS]; // these coefficients
    // Number of columns that are NaN. In laws with a striking contact, every other closed contact has v_n = 0 exactly,
    // and there is no derivative with respect to that v_n. In laws with stages there is none with respect to e at e =
    // 0.
    int undefined;
    double *dP_dv;     // n x n: dP_i/dv_j, kg
    double *dP_dW;     // n x entries: dP_i/dW_jk, kg^2 m/s
    double *dP_dparam; // n x (params nc), N s per unit of the coefficient; column k nc + i: coefficient k of contact i
} carom_system_jacobian;

// Returns the bytes of memory, aligned as malloc aligns, that carom_system_solve_jacobian needs, including those of
// carom_system_solve. Returns 0 if the call would be rejected, or if the law has no derivatives.
CAROM_API size_t carom_system_jacobian_memory_size(const carom_law *law, const carom_system *system,
                                                   const carom_system_params *params);

// Computes one impact at all contacts, as carom_system_solve does, and its Jacobian. dP_dv[i * n + j] is dP_i/dv_j.
// Returns the status of the impact, or CAROM_NO_DERIVATIVE if the law has no derivatives. If P has no derivative at
// this impact, the status is that of the impact, and `smooth` describes the case.
CAROM_API carom_status carom_system_solve_jacobian(const carom_law *law, const carom_system *system,
                                                   const carom_system_params *params, void *memory, size_t bytes,
                                                   carom_system_result *result, carom_system_jacobian *jacobian);

// ---- Mechanisms ----
//
// carom_delassus_compute (bodies.h) computes W and v of the contacts. A law then gives P, dP/dv and dP/dW at that W and
// v, by carom_collide_jacobian or carom_system_solve_jacobian. From these, carom_delassus_jacobian computes how the
// speeds after the impact depend on the speeds and coordinates before it.

// Derivatives of a mechanism with respect to its coordinates, or to any other numbers from which it is computed. A NULL
// array means that this part is constant.
typedef struct carom_mechanism_slopes {
    int coordinates;  // number of coordinates q_k, 0 to CAROM_MAX_SPEEDS
    const double *dM; // coordinates x speeds x speeds: dM/dq_k, symmetric
    const double *dR; // coordinates x size x speeds: dR/dq_k, which includes the effect of curved surfaces
    const double *dJ; // coordinates x constraints x speeds: dJ/dq_k
} carom_mechanism_slopes;

// The impulses of the contacts and their derivatives, as a law computes them.
typedef struct carom_impulse_slopes {
    const double *P;     // size numbers: impulses, N s
    const double *dP_dv; // size x size, kg; rows are components of P
    const double *dP_dW; // size x (size (size + 1) / 2), kg^2 m/s: upper triangle row by row, as in carom_jacobian
} carom_impulse_slopes;

// Computes dW (size x size) and dv (size numbers) per change of coordinate k, 0 <= k < coordinates, at constant u. With
// x_i and l_i the changes of the speeds and the reactions per unit impulse i,
//   dW_ij = dR_i.x_j + dR_j.x_i - x_i.dM x_j + l_i.dJ x_j + l_j.dJ x_i
//   dv = dR u
// Returns CAROM_BAD_INDEX if there is no coordinate k.
CAROM_API carom_status carom_delassus_slopes(const carom_mechanism *mechanism, const carom_delassus *delassus,
                                             const carom_mechanism_slopes *slopes, int k, double *dW, double *dv);

// Computes the derivatives of u' = u + K R^T P: `du_dq` is speeds x coordinates, and `du_du` is speeds x speeds. Either
// may be NULL. `scratch` has space for speeds + 2 constraints numbers. `delassus` must be the result of
// carom_delassus_compute for this mechanism, and its memory must still be valid. With constraints, J u' = 0 holds for
// every change. If a change of u violates the constraints, only its part that satisfies them counts. Returns
// CAROM_NOT_FINITE if a derivative in `impulse` or `slopes` is not finite.
CAROM_API carom_status carom_delassus_jacobian(const carom_mechanism *mechanism, const carom_delassus *delassus,
                                               const carom_mechanism_slopes *slopes,
                                               const carom_impulse_slopes *impulse, double *scratch, double *du_dq,
                                               double *du_du);

// ---- Trajectories ----
//
// An impact does not change q, but a change of the motion before it changes the instant at which the velocity jumps. A
// trajectory that arrives later keeps its old speed for longer. Derivatives that neglect this are wrong by (u' - u) n^T
// / v_n. The saltation matrix Xi includes this effect, and for x = (q, u)
//   d x(T)/d x(0) = F_after Xi F_before

// A trajectory through one impact at the gap g(q) = 0, in coordinates whose rates are the speeds.
typedef struct carom_flight {
    int speeds;            // number of coordinates q and of speeds u, 1 to CAROM_MAX_SPEEDS
    const double *u;       // speeds before the impact, m/s or rad/s
    const double *u_after; // speeds after the impact, m/s or rad/s
    const double *a;       // accelerations just before the impact, from gravity, Coriolis and all other forces; NULL: 0
    const double *a_after; // accelerations just after the impact; NULL: 0
    const double *normal;  // n = dg/dq, the normal row of R
    double gap_rate;       // dg/dt at constant q, m/s; 0 if the surface is at rest
    const double *du_dq;   // D_q, derivative of u_after by q, speeds x speeds
    const double *du_du;   // D_u, derivative of u_after by u, speeds x speeds
    const double *du_dt;   // D_t, derivative of u_after by time at constant q and u, if the surface speeds up; NULL: 0
} carom_flight;

// Computes the saltation matrix, 2 speeds x 2 speeds. It maps small changes of (q, u) just before the impact to those
// just after it:
//   Xi = [ 1 + (u' - u) n^T / v_n                          0   ]     v_n = n.u + dg/dt
//        [ D_q + (a' - D_q u - D_u a - D_t) n^T / v_n      D_u ]
// `v_n` (may be NULL) receives the normal velocity before the impact, m/s; near grazing the entries grow like 1/v_n.
// Returns CAROM_NO_IMPACT if v_n is not negative, because there is no impact.
CAROM_API carom_status carom_saltation_matrix(const carom_flight *flight, double *Xi, double *v_n);

CAROM_END

#endif
