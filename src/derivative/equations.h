// The differentiated equations that determine an impulse: rows that several laws share, and operations on rows. A row
// is the differential of one equation F(P; x) = 0, x = (v, W, coefficients):
//   dF = row.P . dP + row.x . dx
#ifndef CAROM_SRC_EQUATIONS_H
#define CAROM_SRC_EQUATIONS_H

#include <math.h>

#include "base/lane.h"
#include "carom/derivatives.h"

// dP for every column of x.
typedef struct carom_slopes {
    double x[3][CAROM_JACOBIAN_COLUMNS];
} carom_slopes;

// A condition counts as met if it is below this fraction of its terms. If a problem lies on a switch, its numbers meet
// the condition to about 1e-15. With 1e-9, two points that the API guarantees to distinguish, 1e-9 apart, would count
// as one.
#define CAROM_AT_SWITCH 1e-12

// Returns the column of W_ij.
static inline int carom_w_column(int dim, int i, int j) {
    const int a = i < j ? i : j, b = i < j ? j : i;
    return CAROM_JACOBIAN_W + (a == 0 ? b : dim == 2 ? 2 : a + b + 1);
}

// Returns the column of a coefficient, or -1.
static inline int carom_param_column(const carom_equations *eq, int param) {
    for (int k = 0; k < eq->params; k++)
        if ((int)eq->param[k] == param) return CAROM_JACOBIAN_PARAM + k;
    return -1;
}

static inline void carom_row_param(const carom_equations *eq, carom_row *row, int param, double slope) {
    const int k = carom_param_column(eq, param);
    if (k >= 0) row->x[k] += slope;
}

// Adds `share` times d(v_i + (W P)_i), the change of the velocity after the impact along axis i.
static inline void carom_row_after(const carom_contact *c, const double P[3], int i, double share, carom_row *row) {
    row->x[CAROM_JACOBIAN_V + i] += share;
    for (int j = 0; j < c->dim; j++) {
        row->P[j] += share * c->W[i][j];
        row->x[carom_w_column(c->dim, i, j)] += share * P[j];
    }
}

// Adds (W P)_i + (1 + e) v_i = 0. Along the normal this is Newton's restitution, along a tangent sticking or tangential
// restitution.
static inline void carom_row_rebound(const carom_equations *eq, const carom_contact *c, const double P[3], int i,
                                     double e, int param, carom_row *row) {
    carom_row_after(c, P, i, 1.0, row);
    row->x[CAROM_JACOBIAN_V + i] = 1.0 + e;
    carom_row_param(eq, row, param, c->v[i]);
}

// Adds dE = 0, as P.(2 v + W P) = 0.
static inline void carom_row_energy(const carom_contact *c, const double P[3], carom_row *row) {
    for (int i = 0; i < c->dim; i++) {
        row->P[i] += 2.0 * c->v[i];
        row->x[CAROM_JACOBIAN_V + i] += 2.0 * P[i];
        for (int j = 0; j < c->dim; j++) {
            row->P[i] += 2.0 * c->W[i][j] * P[j];
            row->x[carom_w_column(c->dim, i, j)] += P[i] * P[j];
        }
    }
}

// Adds the edge of the cone in 2D: P_t = r P_n with r = side * mu. With infinite friction there is no normal part.
static inline void carom_row_edge(const carom_equations *eq, const double P[3], double side, double mu,
                                  carom_row *row) {
    row->P[0] = isinf(mu) ? 1.0 : -side * mu;
    row->P[1] = isinf(mu) ? 0.0 : 1.0;
    if (!isinf(mu)) carom_row_param(eq, row, CAROM_PARAM_mu, -side * P[0]);
}

// Adds u.P_t + mu P_n = 0 in 3D, with friction against u. A change of the unit vector u is perpendicular to P_t, so it
// has no effect.
static inline void carom_row_against(const carom_equations *eq, const double P[3], const double u[2], double mu,
                                     carom_row *row) {
    const double share = isinf(mu) ? 0.0 : 1.0;
    row->P[0] = isinf(mu) ? 1.0 : mu;
    for (int i = 0; i < 2; i++) row->P[i + 1] = share * u[i];
    if (!isinf(mu)) carom_row_param(eq, row, CAROM_PARAM_mu, P[0]);
}

// Returns component i of v' = v + W P.
static inline double carom_after(const carom_contact *c, const double P[3], int i) {
    double v = c->v[i];
    for (int j = 0; j < c->dim; j++) v += c->W[i][j] * P[j];
    return v;
}

// Adds a switch whose condition s is positive or zero here; `size` is the size of its terms. Returns NULL if it is not
// met. Otherwise returns the row for its gradient, and sets the mode of the other side.
static inline carom_row *carom_switch_at(carom_equations *eq, double s, double size, carom_mode to, int to_side) {
    const double share = size > 0.0 ? fabs(s) / size : 0.0;
    if (share < eq->margin) eq->margin = share;
    if (!(share <= CAROM_AT_SWITCH) || eq->side != 0) return NULL;
    eq->switches++;
    eq->to = to;
    eq->to_side = to_side;
    for (int i = 0; i < 3; i++) eq->normal.P[i] = 0.0;
    for (int k = 0; k < CAROM_JACOBIAN_COLUMNS; k++) eq->normal.x[k] = 0.0;
    return &eq->normal;
}

// Adds the edge of the cone for a P inside it, s = mu P_n - |P_t|. The coefficient mu may be mu_static.
static inline void carom_switch_cone(carom_equations *eq, const double P[3], double mu, carom_mode to) {
    if (isinf(mu)) return;
    const double Pt = eq->dim == 2 ? fabs(P[1]) : sqrt(P[1] * P[1] + P[2] * P[2]);
    carom_row *n = carom_switch_at(eq, mu * P[0] - Pt, mu * fabs(P[0]) + Pt, to, 0);
    if (!n) return;
    n->P[0] = mu;
    for (int i = 1; i < eq->dim && Pt > 0.0; i++) n->P[i] = -P[i] / Pt;
    carom_row_param(eq, n, CAROM_PARAM_mu, P[0]);
}

// Adds the end of a slip, s = u.v_t' > 0, where u is the direction of the slip.
static inline void carom_switch_slip(carom_equations *eq, const carom_contact *c, const double P[3], const double u[2],
                                     carom_mode to) {
    double s = 0.0, size = 0.0;
    for (int i = 1; i < c->dim; i++) {
        s += u[i - 1] * carom_after(c, P, i);
        size += fabs(c->v[i]);
        for (int j = 0; j < c->dim; j++) size += fabs(c->W[i][j] * P[j]);
    }
    carom_row *n = carom_switch_at(eq, s, size, to, 0);
    for (int i = 1; n && i < c->dim; i++) carom_row_after(c, P, i, u[i - 1], n);
}

// Replaces row.P, which refers to a part of the law with its own equations, by the slopes of that part in row.x. Then
// clears row.P.
void carom_row_chain(const carom_equations *eq, const carom_slopes *part, carom_row *row);

// Initialises equations without rows. Entries beyond the dimension and the columns are neither read nor cleared.
void carom_equations_begin(carom_equations *eq, int dim, int params, const carom_param *param, int side);

// Returns equations for a part of the same problem, without rows.
carom_equations carom_equations_part(const carom_equations *eq);

// Computes dP for every column from the rows. Returns false if they do not determine P.
bool carom_equations_slopes(const carom_equations *eq, carom_slopes *slopes);

// Adds Whittaker's slip and stick (friction/whittaker.h) with friction against v_t'. The weights (g1, g2), as in
// slip.h, define the opposed slip (g2 q_1, g1 q_2). For the friction model "disc" they change with W.
void carom_equations_whittaker(const carom_contact *c, const carom_params *p, const double P[3], bool sticks, double e,
                               int e_param, carom_equations *eq);

#endif
