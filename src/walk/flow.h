// Describes how friction turns the slip in 3D. Provides its flow in the axes of any direction, the invariant
// directions, the behaviour at rest, and how the path continues from a point.
#ifndef CAROM_SRC_FLOW_H
#define CAROM_SRC_FLOW_H

#include <stdbool.h>

#include "carom/carom.h"

// The behaviour at rest, for any friction. For a singular B, x is the shortest vector with B x = a.
typedef struct carom_hold {
    double x[2];   // B^-1 a: P_t grows by -x per normal impulse while the slip is held
    double slope;  // dv_n/dp while the slip is held, w - a.x; exactly 0 if rank W = rank B, where the slip determines
                   // v_n
    bool singular; // W is singular
    bool line;     // B has rank one: the slip changes along one line only
    double q[2];   // direction of that line
    bool tied;     // a singular W couples v_n to the slip: v_n - x.u = const gives v_n at the end of the slip without
                   // the path
    double rest;   // v_n at the end of the slip if `tied`; exactly zero for a v in the range of W. Only for the flow of
                   // a contact
} carom_hold;

carom_hold carom_hold_find(const double W[3][3]);

// The slip flow as a function of the path parameter l, which is also called the clock:
//   du/dl = nu a - m B e,  dv_n/dl = nu w - m a.e
//   finite mu      l is the normal impulse p,          nu = 1, m = mu
//   infinite mu    l is the length of P_t, p stays 0,  nu = 0, m = 1
typedef struct carom_flow {
    const double (*W)[3];
    double nu, m;
    carom_hold hold;            // filled as far as the path needs it; zeros mean a regular W
    bool by_hold;               // the normal work is computed from x.u, not from the work of friction (walk.c)
    double near_rest;           // for a v in the range of a singular W: below this slip speed v_n = x.u
    double root[4][2], turn[4]; // invariant directions, and dg/dth there
    int roots;                  // their number; -1 if all directions are invariant
} carom_flow;

// The flow in axes along and across a unit vector `e`. `side` = -1 mirrors the across axis.
typedef struct carom_view {
    double e[2], side;
    double alpha, beta;   // nu a
    double b11, b12, b22; // m B
    double split;         // b22 - b11
    double ma1, ma2;      // m a
    double nw;            // nu w
} carom_view;

carom_view carom_view_from(const carom_flow *flow, const double e[2], double side);

// Computes the same view in plain double arithmetic, for a first estimate and for callers that avoid cancellation.
carom_view carom_view_plain(const carom_flow *flow, const double e[2], double side);

// Computes G = (1 + t^2)^2 g, a quartic in t = tan(th/2) around the view, and K. piece.h derives both.
void carom_view_polynomials(const carom_view *view, double G[5], double K[4]);

// If G_0 > 0 and G already decreases, finds its next root by Newton's method from t = 0, and dG/dt at the
// root. Returns false if convergence is not certain.
bool carom_root_ahead(const double G[5], double *root, double *slope);

// Computes the direction at t = tan(th/2) from that of the view.
void carom_view_direction(const carom_view *view, double t, double e[2]);

// g and dg/dth at e, and the size of the terms of g.
typedef struct carom_turn_rate {
    double g, slope, size;
} carom_turn_rate;

carom_turn_rate carom_turning(const carom_flow *flow, const double e[2]);

// Returns g(e) with the right sign for the given doubles, even if e = u/|u| is very near an invariant direction.
// Returns exactly 0 if |g| is below 1e-30 of its terms.
double carom_exact_turning(const carom_flow *flow, const double u[2]);

// Returns |nu a| + |m B|, the size of the terms of f and g.
double carom_flow_size(const carom_flow *flow);

// Finds the invariant directions counterclockwise, at most 4. Returns -1 if every direction is invariant.
int carom_invariant_directions(const carom_flow *flow, double e[4][2]);

// Takes one Newton step from near an invariant direction. In axes along that direction no digits cancel, and the
// remaining angle is g/g'.
void carom_polish_direction(const carom_flow *flow, double e[2]);

// For a singular W, returns whether friction along the view's invariant direction balances nu a. All rows of
// W (nu, -m e) except that of v_n are then zero. Slip along this direction neither grows nor ends, and v_n changes with nu
// times the slope of hold.
bool carom_view_balanced(const carom_flow *flow, const carom_view *view);

// Computes the unit vector e with a - mu B e = lambda e, lambda > 0, for mu < |B^-1 a|.
void carom_escape_direction(const double W[3][3], double mu, double e[2]);

// Returns whether |f| is at most 1e-14 times the size of its terms. It is a difference of two terms with a relative
// error of 1e-16 each.
bool carom_flow_neutral(const carom_flow *flow, double f);

// Returns dv_n/dl for slip along e.
double carom_normal_rate(const carom_flow *flow, const double e[2]);

// A point of the path.
typedef struct carom_walk_point {
    double l;       // path parameter: the normal impulse, or the length of P_t for infinite friction
    double P[3];    // impulse so far
    double v_n;     // normal velocity
    double e[2], r; // slip
    double work;    // int v_n dl since the base of the path
} carom_walk_point;

// A straight line of the path: dP/dl, dv_n/dl and dr/dl.
typedef struct carom_straight {
    double d[3], rise, growth;
} carom_straight;

// How the path continues.
typedef struct carom_course {
    enum {
        CAROM_COURSE_NONE,
        CAROM_COURSE_LEAVE,    // a curve away from the invariant direction just behind
        CAROM_COURSE_APPROACH, // a curve that ends at the invariant direction ahead
        CAROM_COURSE_TAYLOR,   // one step of a curve
        CAROM_COURSE_STRAIGHT
    } kind;
    carom_straight line;
    // A curve that turns to this side (+1 counterclockwise) with |g| = turning, in the axes of its centre.
    double side, turning;
    double left; // approximate length l up to the next event; infinite if it is not known
    carom_view view;
    double G[5], K[4];
    double rise;   // dv_n/dl at the centre
    bool balanced; // at a root of a singular W where friction balances the push: k = 0
} carom_course;

// Returns the flow of a contact that starts with slip of speed r.
carom_flow carom_flow_begin(const carom_contact *contact, double mu, double r);

// Returns whether there is no impulse. Without approach, only a slip that friction turns into compression causes one.
bool carom_flow_makes_no_impulse(const carom_flow *flow, const double v[3], const carom_walk_point *at);

// Returns whether the slip counts as rest, up to rounding. v is the velocity before the impact.
bool carom_flow_rests(const carom_flow *flow, const double v[3], const carom_walk_point *at);

// Chooses the course from a point with slip. If a course fails, pass it back to get the next one. Returns false after
// the last. `first` is the slip before the impact on the first piece, otherwise NULL.
bool carom_flow_course(carom_flow *flow, carom_walk_point *at, const double *first, carom_course *course);

// Continues from rest, and updates the flow. Returns true if friction holds the contact.
bool carom_flow_from_rest(carom_flow *flow, const double v[3], double mu, double mu_static, carom_walk_point *at,
                          carom_straight *line);

#endif
