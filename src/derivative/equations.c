// Solves the differentiated equations (rows) by elimination, applies the chain rule to parts of laws, and provides the
// rows of Whittaker's two modes.
#include "derivative/equations.h"

#include "base/lane.h"
#include "base/sym.h"
#include "friction/stick.h"
#include "tables/params.h"

void carom_equations_begin(carom_equations *eq, int dim, int params, const carom_param *param, int side) {
    eq->dim = dim;
    eq->params = params;
    for (int k = 0; k < params; k++) eq->param[k] = param[k];
    eq->side = side;
    eq->smooth = CAROM_SMOOTH;
    eq->margin = HUGE_VAL;
    eq->error = 0.0;
    eq->switches = eq->to_side = 0;
    eq->jumps = false;
    eq->to = CAROM_MODE_UNNAMED;
    for (int i = 0; i < dim; i++) {
        for (int j = 0; j < 3; j++) eq->row[i].P[j] = 0.0;
        for (int k = 0; k < CAROM_JACOBIAN_PARAM + params; k++) eq->row[i].x[k] = 0.0;
    }
}

carom_equations carom_equations_part(const carom_equations *eq) {
    carom_equations part;
    carom_equations_begin(&part, eq->dim, eq->params, eq->param, 1);
    return part;
}

void carom_row_chain(const carom_equations *eq, const carom_slopes *part, carom_row *row) {
    for (int k = 0; k < CAROM_JACOBIAN_PARAM + eq->params; k++)
        for (int i = 0; i < eq->dim; i++) row->x[k] += row->P[i] * part->x[i][k];
    for (int i = 0; i < 3; i++) row->P[i] = 0.0;
}

// Returns the unused row with the largest entry in column j relative to its size, because rows have different units.
static int pivot_of(int n, double A[3][3], const double size[3], const int place[3], int j) {
    int best = j;
    for (int i = j + 1; i < n; i++)
        if (fabs(A[place[i]][j]) * size[place[best]] > fabs(A[place[best]][j]) * size[place[i]]) best = i;
    return best;
}

// Performs Gauss-Jordan elimination on the identity. The limit 1e-14 is that of a singular W (base/rank.h).
CAROM_LANE bool eliminate(int n, double A[3][3], const double size[3], int place[3], double B[3][3]) {
    for (int j = 0; j < n; j++) {
        const int best = pivot_of(n, A, size, place, j), p = place[best];
        place[best] = place[j];
        place[j] = p;
        if (!(fabs(A[p][j]) > 1e-14 * size[p])) return false;
        const double by = 1.0 / A[p][j];
        for (int l = j; l < n; l++) A[p][l] *= by;
        for (int k = 0; k < n; k++) B[p][k] *= by;
        for (int i = 0; i < n; i++) {
            if (i == p) continue;
            const double share = A[i][j];
            for (int l = j; l < n; l++) A[i][l] -= share * A[p][l];
            for (int k = 0; k < n; k++) B[i][k] -= share * B[p][k];
        }
    }
    return true;
}

CAROM_LANE bool inverse_in(int n, const carom_equations *eq, double inverse[3][3]) {
    double A[3][3], B[3][3], size[3];
    int place[3] = {0, 1, 2};
    for (int i = 0; i < n; i++) {
        size[i] = 0.0;
        for (int j = 0; j < n; j++) {
            A[i][j] = eq->row[i].P[j];
            B[i][j] = i == j ? 1.0 : 0.0;
            size[i] = fabs(A[i][j]) > size[i] ? fabs(A[i][j]) : size[i];
        }
        if (!(size[i] > 0.0) || !isfinite(size[i])) return false;
    }
    if (!eliminate(n, A, size, place, B)) return false;
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) inverse[j][k] = B[place[j]][k];
    return true;
}

// Eliminates two rows without an index array: p is the row of the first pivot, q the other row.
// F_P, prepared for solving dP = -F_P^-1 F_x dx.
//   2D   the elimination itself, row `first` before the other: an inverse of nearly dependent rows would lose digits
//        that each right-hand side keeps
//   3D   F_P^-1
typedef struct elimination {
    int first;
    double by, up, below, left; // factors of (a, b; c, d): by = 1/a, up = b/a, below = c, left = 1/(d - c b/a)
    double inverse[3][3];
} elimination;

static bool eliminate_in_plane(const carom_equations *eq, elimination *s) {
    const double *A = eq->row[0].P, *B = eq->row[1].P;
    const double size_A = fabs(A[0]) > fabs(A[1]) ? fabs(A[0]) : fabs(A[1]);
    const double size_B = fabs(B[0]) > fabs(B[1]) ? fabs(B[0]) : fabs(B[1]);
    const int p = fabs(B[0]) * size_A > fabs(A[0]) * size_B;
    const double p0 = p ? B[0] : A[0], p1 = p ? B[1] : A[1], q0 = p ? A[0] : B[0], q1 = p ? A[1] : B[1];
    const double size_p = p ? size_B : size_A, size_q = p ? size_A : size_B;
    if (!(fabs(p0) > 1e-14 * size_p) || !isfinite(size_A) || !isfinite(size_B)) return false;
    const double by = 1.0 / p0, up = p1 * by, left = q1 - q0 * up;
    if (!(fabs(left) > 1e-14 * size_q)) return false;
    s->first = p;
    s->by = by;
    s->up = up;
    s->below = q0;
    s->left = 1.0 / left;
    return true;
}

static void solve_in_plane(const elimination *s, const double F[3], double x[3]) {
    const double one = F[s->first] * s->by;
    x[1] = (F[1 - s->first] - s->below * one) * s->left;
    x[0] = one - s->up * x[1];
}

bool carom_equations_slopes(const carom_equations *eq, carom_slopes *slopes) {
    const bool plane = eq->dim == 2;
    elimination s;
    if (!(plane ? eliminate_in_plane(eq, &s) : inverse_in(3, eq, s.inverse))) return false;
    for (int k = 0; k < CAROM_JACOBIAN_PARAM + eq->params; k++) {
        double F[3] = {0.0, 0.0, 0.0}, dP[3] = {0.0, 0.0, 0.0};
        for (int i = 0; i < eq->dim; i++) F[i] = eq->row[i].x[k];
        if (plane) solve_in_plane(&s, F, dP);
        for (int i = 0; i < 3 && !plane; i++)
            dP[i] = s.inverse[i][0] * F[0] + s.inverse[i][1] * F[1] + s.inverse[i][2] * F[2];
        for (int i = 0; i < eq->dim; i++) slopes->x[i][k] = -dP[i];
    }
    return true;
}

// Adds the rows for a friction impulse in 3D against z = (g_2 q_1, g_1 q_2). Here q = v_t', and g = (1, 1), or
// (T_11, T_22) for the disc:
//   u = z/|z| = -P_t/|P_t|
//   u.P_t + mu P_n = 0,    p.P_t |z| + mu P_n p.z = 0 with p across u: regular also for q = 0 and for mu = 0
static void slip_in_space(const carom_contact *c, const double P[3], double mu, bool disc, carom_equations *eq) {
    const double g[2] = {disc ? c->W[2][2] : 1.0, disc ? c->W[1][1] : 1.0},
                 q[2] = {carom_after(c, P, 1), carom_after(c, P, 2)};
    const double z[2] = {g[0] * q[0], g[1] * q[1]}, length = sqrt(z[0] * z[0] + z[1] * z[1]);
    const double Pt = sqrt(P[1] * P[1] + P[2] * P[2]), by = Pt > 0.0 ? Pt : length;
    const double u[2] = {Pt > 0.0 ? -P[1] / by : z[0] / by, Pt > 0.0 ? -P[2] / by : z[1] / by}, p[2] = {-u[1], u[0]};
    carom_row_against(eq, P, u, mu, &eq->row[1]);
    carom_row *across = &eq->row[2];
    for (int i = 0; i < 2; i++) {
        carom_row_after(c, P, i + 1, Pt * p[i] * g[i], across);
        across->P[i + 1] += length * p[i];
        if (disc) across->x[carom_w_column(3, 2 - i, 2 - i)] += Pt * p[i] * q[i];
    }
    carom_switch_slip(eq, c, P, u, CAROM_MODE_STICKING);
}

// Adds the rows of one axis of a box: friction holds the axis, or has its full value. On a held axis the final slip is
// zero.
static void axis_of_box(const carom_contact *c, const carom_params *p, const double P[3], int i, carom_equations *eq) {
    const double room = p->mu * P[0] - fabs(P[i]), slip = carom_after(c, P, i);
    double size = fabs(c->v[i]);
    for (int j = 0; j < 3; j++) size += fabs(c->W[i][j] * P[j]);
    const double all = p->mu * P[0] + fabs(P[i]);
    const double by_cone = all > 0.0 ? room / all : 0.0, by_slip = fabs(slip) / size; // without friction (all = 0) no
                                                                                      // axis is held
    const bool holds = !(by_slip > by_cone);
    if (eq->margin > fmax(by_cone, by_slip)) eq->margin = fmax(by_cone, by_slip);
    if (fmax(by_cone, by_slip) <= CAROM_AT_SWITCH) eq->smooth = CAROM_DIRECTIONAL;
    if (holds) {
        carom_row_after(c, P, i, 1.0, &eq->row[i]);
        return;
    }
    const double side = P[i] != 0.0 ? carom_sign(P[i]) : -carom_sign(slip);
    eq->row[i].P[i] = 1.0;
    eq->row[i].P[0] = -side * p->mu;
    carom_row_param(eq, &eq->row[i], CAROM_PARAM_mu, -side * P[0]);
}

static void slip_in_plane(const carom_contact *c, const double P[3], double mu, carom_equations *eq) {
    const double q = carom_after(c, P, 1), side = P[1] != 0.0 ? carom_sign(P[1]) : -carom_sign(q), u[2] = {-side, 0.0};
    carom_row_edge(eq, P, side, mu, &eq->row[1]);
    carom_switch_slip(eq, c, P, u, CAROM_MODE_STICKING);
}

// Adds the end of holding if static friction is larger than sliding friction. P jumps there, and the condition involves
// only the sticking impulse.
static void end_of_holding(const carom_contact *c, double e, double mu_static, carom_equations *eq) {
    double S[3] = {0.0, 0.0, 0.0};
    if (eq->side != 0 || isinf(mu_static) || !carom_stick_in_plane(c, e, S)) return;
    const double most = mu_static * S[0];
    carom_switch_at(eq, most - fabs(S[1]), fabs(most) + fabs(S[1]), CAROM_MODE_STICKING, 0);
}

void carom_equations_whittaker(const carom_contact *c, const carom_params *p, const double P[3], bool sticks, double e,
                               int e_param, carom_equations *eq) {
    const double mu_static = e_param == CAROM_PARAM_e && p->mu_static != CAROM_SAME_AS_MU ? p->mu_static : p->mu;
    const bool box = c->dim == 3 && p->friction == CAROM_FRICTION_BOX;
    carom_row_rebound(eq, c, P, 0, e, e_param, &eq->row[0]);
    eq->jumps = mu_static != p->mu;
    if (box && !isinf(p->mu)) {
        axis_of_box(c, p, P, 1, eq);
        axis_of_box(c, p, P, 2, eq);
        return;
    }
    if (sticks) {
        for (int i = 1; i < c->dim; i++) carom_row_after(c, P, i, 1.0, &eq->row[i]);
        carom_switch_cone(eq, P, mu_static, CAROM_MODE_SLIDING);
    } else if (c->dim == 3) {
        slip_in_space(c, P, p->mu, p->friction == CAROM_FRICTION_DISC, eq);
    } else {
        slip_in_plane(c, P, p->mu, eq);
        if (eq->jumps) end_of_holding(c, e, mu_static, eq);
    }
}
