// Derivatives of one impact: of the impulse P, and with it of v' and dE, with respect to W, v and every parameter.
//
//   carom_result out;
//   carom_jacobian jac;
//   carom_status s = carom_collide_jacobian(&carom_law_routh, &contact, &params, &out, &jac);
//   // out: as carom_collide gives it, to the last bit; jac.dP_dv[i][j] = dP_i/dv_j
//
// Inside a mode P is analytic and its derivative exact, up to rounding. Where modes meet jac.smooth says what there is.
// docs/derivatives.md tells which law has what, and where. For every law
//   dv' = dv + W dP + dW P,    d(dE) = v'.dP + P.dv + P.dW P/2.
#ifndef CAROM_JAC_H
#define CAROM_JAC_H

#include "carom/batch.h"

CAROM_BEGIN

typedef enum carom_smoothness {
    CAROM_SMOOTH = 0,
    CAROM_KINK = 1,           // P is continuous, its slope is not: `c` and `n_*` tell the slope of the other side
    CAROM_ONE_SIDED = 2,      // a parameter stands at an end of its range: its derivative is that into the range
    CAROM_DIRECTIONAL = 3,    // more than two slopes meet; what is given is that of the mode named, or NaN
    CAROM_JUMP = 4,           // P itself jumps here: derivatives are NaN
    CAROM_SMOOTHNESS_NONE = 5 // none is known, or it is infinite: NaN
} carom_smoothness;

enum { CAROM_JACOBIAN_PARAMS = 16 };

// Rows are components of P. The columns of W are its upper triangle row by row (nn, nt, tt; in space nn, nt1, nt2, t1t1,
// t1t2, t2t2): W_ij and W_ji move together. Numbers past the dimension and past `params` are 0.
typedef struct carom_jacobian {
    carom_smoothness smooth;
    double dP_dv[3][3];
    double dP_dW[3][6];
    int params; // how many columns parameters have:
    carom_param param
        [CAROM_JACOBIAN_PARAMS]; // those the law reads that are numbers; one of several numbers has as many columns
    double dP_dparam[3][CAROM_JACOBIAN_PARAMS];
    double margin; // how far the nearest switch of modes is: its condition over the size of the condition's terms
    // KINK: n is the gradient of the switch's condition, which is positive on this side. Tangents with n.dx < 0 point to
    // the other side, whose Jacobian is dP + c n^T.
    double c[3], n_v[3], n_W[6], n_param[CAROM_JACOBIAN_PARAMS];
} carom_jacobian;

// One impact and its Jacobian. The status is the outcome's, or CAROM_NO_DERIVATIVE where there is an outcome and this law has no
// derivatives in this dimension: then all are NaN. At a jump or a point without derivative the status is fine, and `smooth`
// tells.
CAROM_API carom_status carom_collide_jacobian(const carom_law *law, const carom_contact *contact,
                                              const carom_params *params, carom_result *outcome, carom_jacobian *jac);

// In which dimensions a law has derivatives: CAROM_2D | CAROM_3D bits.
CAROM_API unsigned carom_jac_dims(const carom_law *law);

// Tangents of the inputs of a batch, laid out as carom_batch_in: the upper triangle of W, v, and parameters by number (a
// VECTOR has none; the second of a PAIR is the next number). first = NULL: it does not move.
typedef struct carom_batch_tangent {
    carom_column W[3][3];
    carom_column v[3];
    carom_column param[CAROM_PARAM_ROOM];
} carom_batch_tangent;

// Tangents of the outcome.
typedef struct carom_batch_tangent_out {
    carom_column_out P[3], v[3], dE;
    carom_byte_column_out smooth; // carom_smoothness
} carom_batch_tangent_out;

// Cotangents of the outcome: what a scalar changes by, per change of P, v' and dE. first = NULL: it does not depend on it.
typedef struct carom_batch_cotangent {
    carom_column P[3], v[3], dE;
} carom_batch_cotangent;

// ... and of the inputs. Of W the upper triangle, W_ij and W_ji moving together: for a full symmetric matrix of
// cotangents halve what is off the diagonal.
typedef struct carom_batch_cotangent_out {
    carom_column_out W[3][3];
    carom_column_out v[3];
    carom_column_out param[CAROM_PARAM_ROOM];
    carom_byte_column_out smooth; // carom_smoothness
} carom_batch_cotangent_out;

// A batch and the derivative of each outcome along its tangent (JVP): of a kink the side the tangent points to. `out` may
// be NULL; what it asks for has the bits of carom_collide_batch (space's routh: of carom_collide). Where an item has no
// answer or no derivative its tangents are NaN. CAROM_NO_DERIVATIVE: this law has no derivatives in this dimension.
CAROM_API carom_status carom_collide_jvp_batch(const carom_law *law, size_t n, const carom_batch_in *in,
                                               const carom_batch_tangent *din, const carom_batch_out *out,
                                               const carom_batch_tangent_out *dout);

// A batch and what a scalar changes by, per change of each input (VJP): of a kink the side that the mode names.
CAROM_API carom_status carom_collide_vjp_batch(const carom_law *law, size_t n, const carom_batch_in *in,
                                               const carom_batch_out *out, const carom_batch_cotangent *bar_out,
                                               const carom_batch_cotangent_out *bar_in);

// What a law tells for its derivatives (carom_contact_vtable.jac): the equations F(P; x) = 0 that fix P in the mode of the
// outcome, differentiated, dF = row.P . dP + row.x . dx. Columns of x: v from 0, W from 3, parameters from 9.
enum {
    CAROM_JACOBIAN_V = 0,
    CAROM_JACOBIAN_W = 3,
    CAROM_JACOBIAN_PARAM = 9,
    CAROM_JACOBIAN_COLUMNS = 9 + CAROM_JACOBIAN_PARAMS
};

typedef struct carom_row {
    double P[3];
    double x[CAROM_JACOBIAN_COLUMNS];
} carom_row;

typedef struct carom_equations {
    int dim;
    int params;
    carom_param param[CAROM_JACOBIAN_PARAMS];
    int side;                // 0: the side that the outcome names; else the one a switch named by `to_side`
    carom_row row[3];        // zeros when the law is asked
    carom_smoothness smooth; // CAROM_SMOOTH when asked; a law that knows better says so
    double margin;           // to the nearest switch seen so far
    int switches;            // how many were met to rounding, and of the last of them
    bool jumps;              // P jumps there
    carom_mode to;           // the mode of the other side ...
    int to_side;             // ... and its side
    carom_row normal;        // the gradient of its condition, positive here: s_P, s_x
} carom_equations;

CAROM_END

#endif
