// Smith's law (1991; Chatterjee 1997, 5.1.3): friction along a mean of the initial and the final slip.
//   P = P_n (1, -mu K),  K = (|v_t| v_t + |q| q) / (|v_t|^2 + |q|^2),  q = v_t' = v_t + (w - mu T K) P_n
//   D P_n = c,  c = -(1 + e) v_n,  D = W_nn - mu w.K > 0
//
// Two things keep every digit however large the friction:
// - mu = m1/m0 and P = l (m0, -m1 K), l D = c, D = m0 W_nn - m1 w.K, so that mu = infinity is (0, 1);
// - the unknown is d = q + v_t, how far the slip is from being reversed. Large friction reverses it, d -> 0, and there
//   K -> 0 is a difference of numbers of size one in q, but no difference at all in d (carom_smith_friction).
//
// A singular W has less room. Rank 1, W = g g^T: v' - v is along g, so q is known, and D > 0 or there is no solution.
// Rank 2, W z = 0: z.(v' - v) = 0 puts q on a line; what is left is one equation along it.
#ifndef CAROM_SRC_SMITH_H
#define CAROM_SRC_SMITH_H

#include <stdbool.h>

#include "carom/carom.h"

// A point is a solution if its equations hold to this share of their terms.
// 1e-14: Newton's iteration ends at 2e-15 at most; near a singular W an impulse of any size along its null vector
// leaves some 1e-13.
#define CAROM_SMITH_RESIDUAL 1e-14

// The most solutions that are told apart.
#define CAROM_SMITH_MOST 16

// The most evaluations of its equations that the search for all solutions in space may take (the last guess is polished
// to its end, some hundred more); after that the path alone answers, and beyond CAROM_SMITH_WORK the impact is
// not-converged. An evaluation takes some 50 ns. 4000: W of condition 1e6 takes 2000 at most, and 30 on average.
#define CAROM_SMITH_SEARCH 4000
#define CAROM_SMITH_WORK   8000

typedef struct carom_smith {
    double a;             // W_nn
    double wx, wy;        // W_nt
    double Txx, Txy, Tyy; // W_tt
    double vx, vy, V;     // v_t and its length
    double c;             // -(1 + e) v_n
    double m0, m1;        // mu = m1 / m0
    bool on_line;         // W of rank 2: d = off (-s_y, s_x) + x s for some x
    double sx, sy, off;   // the unit vector s along that line
} carom_smith;

// The units in which a carom_smith is written, all powers of two: W_nn, W_tt and the larger speed are near one.
typedef struct carom_smith_units {
    double normal, tangential; // of the impulse
} carom_smith_units;

typedef struct carom_smith_point {
    double dx, dy, l; // what Newton iterates on
    double Kx, Ky;    // P = l (m0, -m1 K)
    double residual;  // of the equations, over the size of their terms
} carom_smith_point;

// The contact in its units. The plane is the slip in space with no second tangent.
carom_smith carom_smith_scaled(const carom_contact *contact, double e, double mu, carom_smith_units *units);

// K from d, and its derivatives by d if asked for (rows K_x, K_y).
void carom_smith_friction(const carom_smith *s, double dx, double dy, double K[2], double slopes[2][2]);

// The impulse of a point; not-converged if it solves nothing.
carom_status carom_smith_give(const carom_smith *s, const carom_smith_units *units, int dim,
                              const carom_smith_point *point, carom_result *outcome);

// The plane: the one solution of a regular W, with wy, Txy and Tyy ignored and v_y = 0, v_x > 0. c > 0.
carom_smith_point carom_smith_plane(const carom_smith *s, int *evaluations);

// Newton from a guess to rounding.
void carom_smith_polish(const carom_smith *s, carom_smith_point *point, int *evaluations);

// The point that has the impulse P: a guess from the impulse that reverses the slip, which large friction nearly does
// and a slow slip cannot tell from the one that stops it. False if P pulls or lies outside the cone.
bool carom_smith_guess(const carom_smith *s, const double P[3], carom_smith_point *point);

// W of rank 1, plane or space.
carom_status carom_smith_rank1(const carom_smith *s, const carom_smith_units *units, int dim, carom_result *outcome);

// Every solution found, up to CAROM_SMITH_MOST: W regular, and W of rank 2 with the null vector z.
int carom_smith_all(const carom_smith *s, carom_smith_point *points, int *evaluations);
int carom_smith_on_line(const carom_smith *s, carom_smith_point *points, int *evaluations);
void carom_smith_take_line(carom_smith *s, const double z[3]);

// On a line: the impulse that reverses the slip, false if none does.
bool carom_smith_reversing(const carom_smith *s, double P[3]);

// Adds a point to `count` others if it is a solution and none of them; returns how many there are then.
int carom_smith_add(const carom_smith *s, carom_smith_point *points, int count, const carom_smith_point *point);

// The first solution reached from mu = 0 (false if the path is lost).
bool carom_smith_follow(const carom_smith *s, carom_smith_point *point, int *evaluations);

// All together, for a contact in space with v_t != 0. Fills P, solutions, evaluations, residual.
carom_status carom_smith_space(const carom_contact *contact, double e, double mu, carom_result *outcome);

// The index of a solution: the sign of det dG/dq of G = (q - v_t) D - (m0 w - m1 T K) c, W regular, c > 0, v_t != 0.
int carom_smith_index(const carom_contact *contact, double e, double mu, const double after[3]);

// The same, every solution: P, mode and residual of each.
carom_status carom_smith_space_all(const carom_contact *contact, double e, double mu, carom_result *list, int *count);

#endif
