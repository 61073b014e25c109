// Small changes pushed through the equations that several contacts obey while none changes what it does.
//
//   A dP = b      a row for each component of P: y = q + W P stays 0, or P stays on its line
//
// A is the same for every change, so all of them stand as right sides beside it and one elimination solves them.
#ifndef CAROM_SRC_PUSH_H
#define CAROM_SRC_PUSH_H

#include "carom/derivatives.h"
#include "systems/arena.h"

// What a contact does: each row of it holds y or P.
typedef struct carom_tight {
    bool rests;   // P_n is given; else y_n = 0
    bool sticks;  // y_t = 0; else P_t = slope P_n + what is given
    bool turns;   // space: slides along the direction of y_t, which turns with it
    bool ratio;   // its tangential row is the energy of all contacts: dE = 0
    double slope; // in the plane
} carom_tight;

typedef struct carom_push {
    const carom_system *s;
    const carom_system_params *p;
    const carom_system_result *out;
    carom_system_jacobian *jac;
    int n, wide;              // rows; n and the columns
    double speed;             // the largest |v|
    double *dW, *dv, *dparam; // the change of one column: n x n, n, params x nc
    double *A;                // n x wide
    double *unit;             // n: near the mass of each row's contact, a power of two
    double *dP;               // columns x n
    carom_tight *tight;       // nc
    double *held;             // 2 n: a method's own
    double *carried;          // columns x (n + 4): a method's own
} carom_push;

static inline int carom_push_columns(const carom_push *h) {
    return h->wide - h->n;
}

// Sets dW, dv and dparam to those of column k.
void carom_push_turn(carom_push *h, int k);

// Of the change that is set: a parameter of a contact, and (dW x)_i.
double carom_push_param(const carom_push *h, carom_param param, int contact);
double carom_push_dW(const carom_push *h, int row, const double *x);

// Writes A of the contacts' rows; the right side of row i for column k is then *carom_push_side, in units of carom_push_scale.
void carom_push_matrix(carom_push *h);
double *carom_push_side(carom_push *h, int row, int k);
double carom_push_scale(const carom_push *h, int row);

// Eliminates; false where A is singular. x_i of column k, then.
bool carom_push_solve(carom_push *h);
double carom_push_x(const carom_push *h, int i, int k);

// A condition that must stay positive, relative to the size of its terms.
void carom_push_watch(carom_push *h, double condition, double size);

// One of these for each way in which methods find P; false: P has no derivative here.
bool carom_push_cones(carom_push *h, bool inclusion);
bool carom_push_poisson(carom_push *h);
bool carom_push_stages(carom_push *h);
bool carom_push_sequence(carom_push *h);

#endif
