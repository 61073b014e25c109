// How friction turns the slip in space: its flow, seen from any direction, the directions it does not turn, what rest does,
// and which way the path goes on from a point.
#ifndef CAROM_SRC_FLOW_H
#define CAROM_SRC_FLOW_H

#include <stdbool.h>

#include "carom/carom.h"

// What rest does to a contact, whatever its friction. For a singular B x is the least vector with B x = a.
typedef struct carom_hold {
    double x[2];   // B^-1 a: P_t grows by -x per normal impulse while the slip is held
    double slope;  // dv_n/dp then, w - a.x; exactly 0 where rank W = rank B, that is where the slip tells v_n
    bool singular; // W is
    bool line;     // B has rank one: the slip changes along one line only ...
    double q[2];   // ... with this direction
    bool tied;   // a singular W ties v_n to the slip, v_n - x.u = const: where the slip dies, v_n is known without ...
    double rest; // ... the path, and exactly zero for a v in the range of W. Only for the flow of a contact
} carom_hold;

carom_hold carom_hold_find(const double W[3][3]);

// The slip flow  du/dl = nu a - m B e,  dv_n/dl = nu w - m a.e  of a clock l.
//   finite mu      l is the normal impulse p,          nu = 1, m = mu
//   infinite mu    l is the length of P_t, p stays 0,  nu = 0, m = 1
typedef struct carom_flow {
    const double (*W)[3];
    double nu, m;
    carom_hold hold;            // as far as the walk needs it: zeros stand for a regular W
    bool by_hold;               // the normal work is followed by x.u, not by the work of friction (walk.c)
    double near_rest;           // for a v in the range of a singular W: slower slip than this tells v_n = x.u
    double root[4][2], turn[4]; // invariant directions, and dg/dth there
    int roots;                  // how many; -1 when all are
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

// The same in plain arithmetic, for a first look and for those who keep away from where digits cancel.
carom_view carom_view_plain(const carom_flow *flow, const double e[2], double side);

// G = (1 + t^2)^2 g, a quartic in t = tan(th/2) around the view, and K; both derived in piece.h.
void carom_view_polynomials(const carom_view *view, double G[5], double K[4]);

// The first root of G ahead by Newton from t = 0, where the turning G_0 > 0 already slows down, and dG/dt there. False
// where that is not sure to converge.
bool carom_root_ahead(const double G[5], double *root, double *slope);

// The direction at t = tan(th/2) from the view's.
void carom_view_direction(const carom_view *view, double t, double e[2]);

// g and dg/dth at e, and the size of g's terms.
typedef struct carom_turn_rate {
    double g, slope, size;
} carom_turn_rate;

carom_turn_rate carom_turning(const carom_flow *flow, const double e[2]);

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

// 1e-14 or less of what f is made of: f is a difference of two terms known to 1e-16 each.
bool carom_flow_neutral(const carom_flow *flow, double f);

// dv_n/dl for slip along e.
double carom_normal_rate(const carom_flow *flow, const double e[2]);

// A point of the path.
typedef struct carom_walk_point {
    double l;       // clock: the normal impulse, or the length of P_t for infinite friction
    double P[3];    // impulse so far
    double v_n;     // normal velocity
    double e[2], r; // slip
    double work;    // int v_n dl since the walk's base
} carom_walk_point;

// A straight line of the path: dP/dl, dv_n/dl and dr/dl.
typedef struct carom_straight {
    double d[3], rise, growth;
} carom_straight;

// Which way the path goes on.
typedef struct carom_course {
    enum {
        CAROM_COURSE_NONE,
        CAROM_COURSE_LEAVE,    // a curve away from the invariant direction just behind
        CAROM_COURSE_APPROACH, // ... to the one ahead, all the way
        CAROM_COURSE_TAYLOR,   // ... a step of it
        CAROM_COURSE_STRAIGHT
    } kind;
    carom_straight line;
    // A curve that turns to this side (+1 counterclockwise) with |g| = turning, seen from its centre.
    double side, turning;
    double left; // the clock left to the next event, about; infinite where that is not known
    carom_view view;
    double G[5], K[4];
    double rise;   // dv_n/dl at the centre
    bool balanced; // at a root of a singular W where friction balances the push: k = 0
} carom_course;

// The flow of a contact that starts with slip of speed r.
carom_flow carom_flow_begin(const carom_contact *contact, double mu, double r);

// Without approach only a slip that friction turns into compression makes an impulse.
bool carom_flow_makes_no_impulse(const carom_flow *flow, const double v[3], const carom_walk_point *at);

// Is the slip rest, up to rounding? v is that before the impact.
bool carom_flow_rests(const carom_flow *flow, const double v[3], const carom_walk_point *at);

// The course from a point with slip. A course that was tried in vain is given back for the next; false after the last.
// first: the slip before the impact, on the first piece; else NULL.
bool carom_flow_course(carom_flow *flow, carom_walk_point *at, const double *first, carom_course *course);

// ... from rest, and the flow after it: true if friction holds.
bool carom_flow_from_rest(carom_flow *flow, const double v[3], double mu, double mu_static, carom_walk_point *at,
                          carom_straight *line);

#endif
