// Smith's law (1991; Chatterjee 1997, 5.1.3): friction along a mean of the initial and the final slip.
//   P = P_n (1, -mu K),  K = (|v_t| v_t + |q| q) / (|v_t|^2 + |q|^2),  q = v_t' = v_t + (w - mu T K) P_n
//   D P_n = c,  c = -(1 + e) v_n,  D = W_nn - mu w.K > 0
//
// Two choices preserve all digits for large friction:
// - Friction is mu = m1/m0, and P = l (m0, -m1 K), l D = c. Then mu = infinity is (0, 1).
// - The unknown is d = q + v_t, the distance of the slip from its reversal. Large friction reverses it, d -> 0. There
//   K -> 0 is a difference of numbers of size one in q, but not in d (carom_smith_friction).
//
// A singular W restricts the solutions. If it has rank 1, W = g g^T, v' - v is along g. Then q is known, and there is
// no solution unless D > 0. If it has rank 2, with W z = 0, then z.(v' - v) = 0 puts q on a line. One equation along
// the line remains.
#ifndef CAROM_SRC_SMITH_H
#define CAROM_SRC_SMITH_H

#include <stdbool.h>

#include "carom/carom.h"

// A point is a solution if its equations hold to this fraction of their terms. Newton's iteration ends at 2e-15 at
// most. Near a singular W an impulse of any size along its null vector leaves about 1e-13.
#define CAROM_SMITH_RESIDUAL 1e-14

// Largest number of solutions that are distinguished.
#define CAROM_SMITH_MOST 16

// Largest number of evaluations of the equations that the search for all solutions in 3D may take. The last guess is
// refined to its end, which may take about a hundred more. After that only the path from mu = 0 (smith_path.c) is used.
// If it needs more than CAROM_SMITH_WORK evaluations, the status is not-converged. An evaluation takes about 50 ns. A W
// with condition number 1e6 takes at most 2000 evaluations, and 30 on average.
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

// The units of a carom_smith, all powers of two. In them W_nn, W_tt and the larger speed are near 1.
typedef struct carom_smith_units {
    double normal, tangential; // units of the impulse
} carom_smith_units;

typedef struct carom_smith_point {
    double dx, dy, l; // unknowns of Newton's iteration
    double Kx, Ky;    // P = l (m0, -m1 K)
    double residual;  // residual of the equations, relative to the size of their terms
} carom_smith_point;

// Returns the problem in its scaled units. A 2D contact is treated as 3D without a second tangent.
carom_smith carom_smith_scaled(const carom_contact *contact, double e, double mu, carom_smith_units *units);

// Computes K from d, and optionally its derivatives with respect to d (rows K_x, K_y).
void carom_smith_friction(const carom_smith *s, double dx, double dy, double K[2], double slopes[2][2]);

// Writes the impulse of a point. Returns CAROM_NOT_CONVERGED if the point is not a solution.
carom_status carom_smith_give(const carom_smith *s, const carom_smith_units *units, int dim,
                              const carom_smith_point *point, carom_result *outcome);

// Computes the only solution of a regular W in 2D. Ignores wy, Txy and Tyy; v_y = 0, v_x > 0 and c > 0.
carom_smith_point carom_smith_plane(const carom_smith *s, int *evaluations);

// Refines a guess to rounding by Newton's iteration.
void carom_smith_polish(const carom_smith *s, carom_smith_point *point, int *evaluations);

// Computes the point with the impulse P. If P is the impulse that reverses the slip, this point is used as a guess.
// Large friction nearly reverses the slip, and for a slow slip, reversing and stopping it are almost the same. Returns
// false if P pulls or lies outside the cone.
bool carom_smith_guess(const carom_smith *s, const double P[3], carom_smith_point *point);

// Solves a W of rank 1, in 2D or 3D.
carom_status carom_smith_rank1(const carom_smith *s, const carom_smith_units *units, int dim, carom_result *outcome);

// Find every solution, up to CAROM_SMITH_MOST: for a regular W, and for a W of rank 2 with the null vector z.
int carom_smith_all(const carom_smith *s, carom_smith_point *points, int *evaluations);
int carom_smith_on_line(const carom_smith *s, carom_smith_point *points, int *evaluations);
void carom_smith_take_line(carom_smith *s, const double z[3]);

// Computes the impulse that reverses the slip, for a W of rank 2. Returns false if there is none.
bool carom_smith_reversing(const carom_smith *s, double P[3]);

// Adds a point to `count` others if it is a solution that differs from them. Returns the new number of points.
int carom_smith_add(const carom_smith *s, carom_smith_point *points, int count, const carom_smith_point *point);

// Finds the first solution reached from mu = 0. Returns false if the path is lost.
bool carom_smith_follow(const carom_smith *s, carom_smith_point *point, int *evaluations);

// Solves a 3D contact with v_t != 0 by all of the functions above. Fills P, solution_count, evaluations and residual.
carom_status carom_smith_space(const carom_contact *contact, double e, double mu, carom_result *outcome);

// Returns the index of a solution, the sign of det dG/dq. Requires a regular W, c > 0 and v_t != 0.
//   G = (q - v_t) D - (m0 w - m1 T K) c
int carom_smith_index(const carom_contact *contact, double e, double mu, const double after[3]);

// Solves a 3D contact with v_t != 0 and lists every solution with its P, mode and residual.
carom_status carom_smith_space_all(const carom_contact *contact, double e, double mu, carom_result *list, int *count);

#endif
