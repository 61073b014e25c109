// The flow of the slip direction, seen from any direction, and its invariant directions.
#ifndef CAROM_SRC_HODOGRAPH_H
#define CAROM_SRC_HODOGRAPH_H

#include "carom/hodograph.h"

// What rest does to a contact, whatever its friction. For a singular B x is the least vector with B x = a.
typedef struct carom_hold {
    double x[2];   // B^-1 a: P_t grows by -x per normal impulse while the slip is held
    double slope;  // dv_n/dp then, w - a.x; exactly 0 where rank W = rank B, that is where the slip tells v_n
    bool singular; // W is
    bool line;     // B has rank one: the slip changes along one line only ...
    double q[2];   // ... with this direction
} carom_hold;

carom_hold carom_hold_find(const double W[3][3]);

// The slip flow  du/dl = nu a - m B e,  dv_n/dl = nu w - m a.e  of a clock l.
//   finite mu      l is the normal impulse p,          nu = 1, m = mu
//   infinite mu    l is the length of P_t, p stays 0,  nu = 0, m = 1
typedef struct carom_flow {
    const double (*W)[3];
    double nu, m;
    carom_hold hold; // as far as the walk needs it: zeros stand for a regular W
    bool by_hold;    // the normal work is followed by x.u, not by the work of friction (events.c)
} carom_flow;

// The flow in axes along and across a unit vector `e`; `side` = -1 mirrors the across axis.
typedef struct carom_view {
    double e[2], side;
    double alpha, beta;   // nu a
    double b11, b12, b22; // m B
    double split;         // b22 - b11
    double ma1, ma2;      // m a
    double nw;            // nu w
} carom_view;

carom_view carom_view_from(const carom_flow *flow, const double e[2], double side);

// G = (1 + t^2)^2 g, a quartic in t = tan(th/2) around the view, and K; both derived in series.h.
void carom_view_polynomials(const carom_view *view, double G[5], double K[4]);

// The direction at t = tan(th/2) from the view's.
void carom_view_direction(const carom_view *view, double t, double e[2]);

// g and dg/dth at e, and the size of g's terms.
typedef struct carom_turn {
    double g, slope, size;
} carom_turn;

carom_turn carom_turning(const carom_flow *flow, const double e[2]);

// g(e) with its sign right for the doubles given, however near e = u/|u| is to an invariant direction; exactly 0 when
// |g| is below 1e-30 of its terms.
double carom_exact_turning(const carom_flow *flow, const double u[2]);

// |nu a| + |m B|: what f and g are made of.
double carom_flow_size(const carom_flow *flow);

// The invariant directions counterclockwise, at most 4; -1 when every direction is one.
int carom_invariant_directions(const carom_flow *flow, double e[4][2]);

// One Newton step from near an invariant direction, seen from there, where no digits cancel: the angle left is g/g'.
void carom_polish_direction(const carom_flow *flow, double e[2]);

// For a singular W: does friction along the view's direction, an invariant one, balance the push, W (nu, -m e) = 0 but
// for v_n? Then slip along it neither grows nor dies, and v_n goes with nu times the slope of hold.
bool carom_view_balanced(const carom_flow *flow, const carom_view *view);

// The unit vector e with a - mu B e = lambda e, lambda > 0, for mu < |B^-1 a|.
void carom_escape_direction(const double W[3][3], double mu, double e[2]);

#endif
