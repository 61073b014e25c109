// Computes how small changes propagate through the equations of several contacts while no contact changes its state.
//
//   A dP = b      a row for each component of P: y = q + W P stays 0, or P stays on its line
//
// A is the same for every change. All changes are therefore right-hand sides of one elimination.
#ifndef CAROM_SRC_PUSH_H
#define CAROM_SRC_PUSH_H

#include "carom/derivatives.h"
#include "systems/arena.h"

// The state of a contact: each of its rows keeps y or P.
typedef struct carom_tight {
    bool rests;   // P_n is fixed; otherwise y_n = 0
    bool sticks;  // y_t = 0; otherwise P_t = slope P_n + constant
    bool turns;   // 3D: slides along the direction of y_t, which turns with it
    bool ratio;   // its tangential row is the energy of all contacts: dE = 0
    double slope; // slope of the line in 2D
} carom_tight;

typedef struct carom_push {
    const carom_system *s;
    const carom_system_params *p;
    const carom_system_result *out;
    carom_system_jacobian *jac;
    int n, wide;              // number of rows, and that number plus the number of columns
    double speed;             // the largest |v|
    double *dW, *dv, *dparam; // change of one column: n x n, n, params x nc
    double *A;                // n x wide
    double *unit;             // n: a power of two near the mass of the contact of each row
    double *dP;               // columns x n
    carom_tight *tight;       // length nc
    double *held;             // 2 n: memory for the method
    double *carried;          // columns x (n + 4): memory for the method
} carom_push;

static inline int carom_push_columns(const carom_push *h) {
    return h->wide - h->n;
}

// Sets dW, dv and dparam to those of column k.
void carom_push_turn(carom_push *h, int k);

// Return the change of a coefficient of a contact, and (dW x)_i, for the current column.
double carom_push_param(const carom_push *h, carom_param param, int contact);
double carom_push_dW(const carom_push *h, int row, const double *x);

// Writes A from the rows of the contacts. *carom_push_side is then the right-hand side of row i for column k, in units
// of carom_push_scale.
void carom_push_matrix(carom_push *h);
double *carom_push_side(carom_push *h, int row, int k);
double carom_push_scale(const carom_push *h, int row);

// Performs the elimination. Returns false if A is singular. Afterwards x_i of column k is available.
bool carom_push_solve(carom_push *h);
double carom_push_x(const carom_push *h, int i, int k);

// Adds a condition that must stay positive for P to be differentiable, relative to the size of its terms.
void carom_push_watch(carom_push *h, double condition, double size);

// Each function covers one way in which methods compute P. They return false if P has no derivative for this problem.
bool carom_push_cones(carom_push *h, bool inclusion);
bool carom_push_poisson(carom_push *h);
bool carom_push_stages(carom_push *h);
bool carom_push_sequence(carom_push *h);

#endif
