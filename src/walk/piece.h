// A piece of the path in space: a straight line, or a curve as power series.
//
// The curve:
// Slip u = r e(th),  du/dl = nu a - m B e. In axes along and across a centre direction (carom_view) let
//   t = tan((th - th_c)/2),   q = 1 + t^2,   R = r/q,   so   u = R (1 - t^2, 2 t).
// With e = (1 - t^2, 2 t)/q, f = dr/dl, g = r dth/dl and dt = q dth/2 everything is polynomial (prime is d/dt):
//   G = q^2 g = (beta - b12) - 2 (alpha + b22 - b11) t + 6 b12 t^2 - 2 (alpha - b22 + b11) t^3 - (beta + b12) t^4
//   K = (2 q^2 f - 2 t G)/q = 2 [(alpha - b11) + (beta - 3 b12) t + (alpha - 2 b22 + b11) t^2 + (beta + b12) t^3]
//   G R' = K R,   G l' = 2 q^2 R
// The functions y = 2 R/G and Y = 2 R^2/G obey  G y' = (K - G') y,  G Y' = (2 K - G') Y,  and the path is quadratures:
//   l = int q^2 y dt,   P_t = -m int (1 - t^4, 2 t + 2 t^3) y dt,   int r dl = int q^3 Y dt
// Where the work is followed by hold (carom_flow) int u dl = int q^2 (1 - t^2, 2 t) Y dt takes the place of int r dl.
//
// Around an ordinary direction y and Y are Taylor series. Around an invariant direction, G(0) = 0, they are
//   y = t^(k-1) (series),  Y = t^(2k-1) (series),  k = K(0)/G'(0),
// and one such series reaches from its edge all the way to the invariant direction: to the end of the slip for k > 0,
// to infinite impulse for k <= 0. Its clock is z = |log(t/t_start)|, which keeps all digits next to the root.
// A term t^(n+k-1) with n + k near 0 integrates to expm1((n + k) z)/(n + k): no exponent needs care.
#ifndef CAROM_SRC_PIECE_H
#define CAROM_SRC_PIECE_H

#include <stdbool.h>

#include "walk/flow.h"

// 48 terms: a Taylor piece covers 0.44 of the way to the nearest root. 32 terms cover 0.29 and need more pieces, 64
// terms cost more than they save.
#define CAROM_TERMS 48

// What is integrated along a piece.
enum {
    CAROM_CLOCK, // l
    CAROM_ALONG, // P_t in the view's axes
    CAROM_ACROSS,
    CAROM_LAG, // the lag of carom_piece_point; at a root without its part from the start's slip
    CAROM_INTEGRALS
};

// The integrals are  sum c_n (tau^(n+x) - tau_0^(n+x))/(n + x):  x = 1, tau_0 = 0 for Taylor; x = k, for the lag 2k, at
// a root, there without the factor tau_0^x. Each has a column of terms, and so has y: one pass sums them all.
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
    double dl;                     // dl/dclock at the start
    double last;                   // the clock's end: tau of a Taylor piece, z at a root (infinite when approaching)
    double turn[2];                // clocks inside it at which v_n turns, rising
    int turns;                     // how many there are
    int terms;                     // how many of the terms matter, a multiple of four
    double power[CAROM_INTEGRALS]; // x
    // c_n/(n + x), 0 at n = special; last y, which at a root is t y without its factor (tau/tau_0)^k.
    double over[CAROM_INTEGRALS + 1][CAROM_TERMS];
    double divided[CAROM_INTEGRALS][CAROM_TERMS]; // at a root: the terms of (sum(tau) - sum(tau_0))/(tau - tau_0)
    int special[CAROM_INTEGRALS];                 // the n with |n + x| < 1/2, or -1
    double special_term[CAROM_INTEGRALS];         // c_special tau_0^special
    double e0[2];                                 // the start's direction
    double lag_P, lag_l;                          // the start's part of the lag is lag_P e0.P_t + lag_l l
} carom_piece;

// A point of the piece, relative to its start.
typedef struct carom_piece_point {
    double t;
    double e[2], r; // slip
    double l;       // clock since the start
    double Pt[2];   // tangential impulse since the start
    double lag;     // int e.(u - u_start) dl, or by hold int x.(u - u_start) dl
    double dl;      // dl/dclock
} carom_piece_point;

// The piece of a course that starts here. False where the series of a curve would not be accurate.
bool carom_piece_begin(const carom_flow *flow, const carom_course *course, const carom_walk_point *at,
                       carom_piece *piece);

// t = tan(phi/2) of the direction e: sin/(1 + cos) or (1 - cos)/sin, whichever does not cancel; infinite opposite.
// Its rounding error is some 1e-16, however small t is.
double carom_seen_from(const carom_view *view, const double e[2]);

// Does a slip that turns with G_0 > 0 here still turn the same way at t? It dies where G = 0, and where k there is a
// natural number the series does not notice: it converges past that direction.
bool carom_turns_up_to(const double G[5], double t);

// The point at t with R and the integrals of a piece, without dl.
carom_piece_point carom_point_seen(const carom_view *view, double t, double R, const double sum[CAROM_INTEGRALS]);

// Of a curve: the point at this clock.
carom_piece_point carom_piece_at(const carom_piece *piece, double clock);

#endif
