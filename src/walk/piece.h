// A piece of the path in 3D: a straight line, or a curve as a power series.
//
// The curve has slip u = r e(th),  du/dl = nu a - m B e. In axes along and across a centre direction (carom_view) let
//   t = tan((th - th_c)/2),   q = 1 + t^2,   R = r/q,   so   u = R (1 - t^2, 2 t).
// Then e = (1 - t^2, 2 t)/q and dt = q dth/2. With f = dr/dl and g = r dth/dl everything is polynomial (prime is d/dt):
//   G = q^2 g = (beta - b12) - 2 (alpha + b22 - b11) t + 6 b12 t^2 - 2 (alpha - b22 + b11) t^3 - (beta + b12) t^4
//   K = (2 q^2 f - 2 t G)/q = 2 [(alpha - b11) + (beta - 3 b12) t + (alpha - 2 b22 + b11) t^2 + (beta + b12) t^3]
//   G R' = K R,   G l' = 2 q^2 R
// Let y = 2 R/G and Y = 2 R^2/G. They obey G y' = (K - G') y and G Y' = (2 K - G') Y. The path consists of integrals:
//   l = int q^2 y dt,   P_t = -m int (1 - t^4, 2 t + 2 t^3) y dt,   int r dl = int q^3 Y dt
// If the flow has `by_hold` set (carom_flow), int u dl replaces int r dl. It is int q^2 (1 - t^2, 2 t) Y dt.
//
// Around an ordinary direction y and Y are Taylor series. Around an invariant direction, G(0) = 0, they are
//   y = t^(k-1) (series),  Y = t^(2k-1) (series),  k = K(0)/G'(0).
// One such series covers all of the slip from its outer end to the invariant direction. There the slip ends if k > 0;
// if k <= 0, the impulse is infinite there. Its parameter is z = |log(t/t_start)|, which keeps all digits next to the
// root. A term t^(n+k-1) integrates to expm1((n + k) z)/(n + k). This is accurate even if n + k is near 0.
#ifndef CAROM_SRC_PIECE_H
#define CAROM_SRC_PIECE_H

#include <stdbool.h>

#include "walk/flow.h"

// With 48 terms a Taylor piece covers 0.44 of the way to the nearest root. With 32 terms it covers only 0.29, so more
// pieces are needed. With 64 terms, the extra terms cost more time than they save.
#define CAROM_TERMS 48

// The integrals along a piece.
enum {
    CAROM_CLOCK, // l
    CAROM_ALONG, // P_t in the view's axes
    CAROM_ACROSS,
    CAROM_LAG, // the lag of carom_piece_point; at a root, without the contribution of the initial slip
    CAROM_INTEGRALS
};

// The integrals are  sum c_n (tau^(n+x) - tau_0^(n+x))/(n + x).  For Taylor x = 1 and tau_0 = 0. At a root x = k, or 2k
// for the lag, without the factor tau_0^x. Each has a column of terms, and so has y, so that one pass sums them all.
typedef struct carom_piece {
    bool straight;
    carom_straight line;
    // The curve.
    carom_view view;
    double G[5], K[4];
    double rise; // dv_n/dl at the centre
    bool at_root;
    bool balanced;                 // at a root of a singular W where friction balances the push: k = 0
    double sigma;                  // at a root: +1 leaves it, -1 approaches it
    double h, tau0;                // t = h tau; the piece starts at tau0
    double dl;                     // dl/dclock at the start, where `clock` is the parameter of the piece
    double last;                   // the end of the parameter: tau of a Taylor piece, z at a root (infinite when
                                   // approaching)
    double turn[2];                // parameters inside it at which v_n turns, ascending
    int turns;                     // number of these
    int terms;                     // number of terms in use, a multiple of four
    double power[CAROM_INTEGRALS]; // x
    // c_n/(n + x), 0 at n = special. The last one is y; at a root it is t y divided by (tau/tau_0)^k.
    double over[CAROM_INTEGRALS + 1][CAROM_TERMS];
    double divided[CAROM_INTEGRALS][CAROM_TERMS]; // at a root: the terms of (sum(tau) - sum(tau_0))/(tau - tau_0)
    int special[CAROM_INTEGRALS];                 // the n with |n + x| < 1/2, or -1
    double special_term[CAROM_INTEGRALS];         // c_special tau_0^special
    double e0[2];                                 // direction at the start
    double lag_P, lag_l;                          // the initial slip contributes lag_P e0.P_t + lag_l l to the lag
} carom_piece;

// A point of the piece, relative to its start.
typedef struct carom_piece_point {
    double t;
    double e[2], r; // slip
    double l;       // distance l since the start
    double Pt[2];   // tangential impulse since the start
    double lag;     // int e.(u - u_start) dl, or with `by_hold` int x.(u - u_start) dl
    double dl;      // dl/dclock
} carom_piece_point;

// Computes the piece of a course that starts here. Returns false if the series of a curve would not be accurate.
bool carom_piece_begin(const carom_flow *flow, const carom_course *course, const carom_walk_point *at,
                       carom_piece *piece);

// Returns t = tan(phi/2) of the direction e; infinite for the opposite direction. It is sin/(1 + cos) or (1 - cos)/sin,
// whichever does not cancel. Its rounding error is about 1e-16 even for small t.
double carom_seen_from(const carom_view *view, const double e[2]);

// Returns whether a slip that turns with G_0 > 0 here still turns in the same direction at t. The turning ends where G
// = 0. If k is a natural number there, the series converges past that direction and does not reveal it.
bool carom_turns_up_to(const double G[5], double t);

// Returns the point at t with R and the integrals of a piece, without dl.
carom_piece_point carom_point_seen(const carom_view *view, double t, double R, const double sum[CAROM_INTEGRALS]);

// Returns the point of a curve at this parameter.
carom_piece_point carom_piece_at(const carom_piece *piece, double clock);

#endif
