// Smith's law (1991; Chatterjee 1997, 5.1.3): friction along a mean of the initial and the final slip.
//   P = P_n (1, -mu K),  K = (|v_t| v_t + |q| q) / (|v_t|^2 + |q|^2),  q = v_t' = v_t + (w - mu T K) P_n
//   D P_n = c,  c = -(1 + e) v_n,  D = W_nn - mu w.K > 0
// Written in the frame of the slip: v_t = (V, 0), V > 0.
#ifndef CAROM_SRC_SMITH_H
#define CAROM_SRC_SMITH_H

#include <stdbool.h>

#include "carom/outcome.h"

// A point is a solution if its equations hold to this share of their terms.
// 3e-14: true ones reach 2e-15 up to condition 1e3; at 1e-13 a nearly singular W passes impulses along its null vector
// that solve nothing, at 1e-14 it loses answers of condition 1e11.
#define CAROM_SMITH_RESIDUAL 3e-14

typedef struct carom_smith {
    double a;             // W_nn
    double wx, wy;        // W_nt along and across the slip
    double Txx, Txy, Tyy; // W_tt
    double V, c, mu;
} carom_smith;

typedef struct carom_smith_point {
    double qx, qy, Pn; // what Newton iterates on
    double Kx, Ky;     // friction P_t = -mu P_n K
    double residual;   // of the two equations, over the size of their terms
} carom_smith_point;

// The plane: the one solution, with wy, Txy and Tyy ignored. c > 0.
carom_smith_point carom_smith_plane(const carom_smith *s, int *evaluations);

// Space. polish: Newton from a guess to rounding; all: every solution found, up to `most`; follow: the first solution
// reached from mu = 0 (false if the path is lost).
void carom_smith_polish(const carom_smith *s, carom_smith_point *point, int *evaluations);
int carom_smith_all(const carom_smith *s, carom_smith_point *points, int most, int *evaluations);
bool carom_smith_follow(const carom_smith *s, carom_smith_point *point, int *evaluations);

// All together, for a contact in space with v_t != 0 and mu finite. Fills P, solutions, evaluations, residual.
carom_status carom_smith_space(const carom_contact *contact, double e, double mu, carom_outcome *outcome);

#endif
