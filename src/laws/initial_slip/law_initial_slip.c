// The conventional solution with Newton's restitution. The contact sticks if the sticking impulse lies in the cone;
// otherwise friction opposes the initial slip throughout. Shen & Townsend 1998, table 2.
//   slip   P = P_n (1, -mu u),  P_n = -(1 + e) v_n / D,  D = W_nn - mu u.W_nt,  u = v_t/|v_t|
// In 3D, D <= 0 is a jam for which the law has no solution. In 2D the law always has exactly one solution. There D <= 0
// means mu >= W_nn/|W_nt| with friction that pulls the bodies together. Then the sticking impulse pushes. Its ratio of
// friction to normal impulse is between |W_nt|/W_tt and W_nn/|W_nt|, so it lies in the cone.
//
// A singular W is the limit of a W with a slightly perturbed null space. If the sticking impulse has no limit, it grows
// without bound along z. Here z is the part of (-(1 + e) v_n, -v_t) in the null space. The law has no solution if z
// pushes and lies in the cone; otherwise the contact slides. If v_t = 0, u is the direction in which the coupling
// pushes the contact. If v = 0, there is no impulse.
#include <math.h>

#include "base/ldl.h"
#include "base/sym.h"
#include "collide/set_impulse.h"
#include "derivative/equations.h"
#include "friction/diagonal.h"
#include "friction/slip.h"
#include "friction/stick.h"
#include "tables/params.h"
#include "tables/row.h"

extern CAROM_API const carom_law carom_law_initial_slip;

// Computes the direction that friction opposes. Infinite friction is the limit (m0, m1) = (0, 1) of (1, mu).
static void slip_direction(const carom_contact *c, double m0, double m1, double u[2]) {
    const double speed = carom_slip_speed(c);
    u[0] = carom_sign(c->W[0][1]);
    if (speed > 0.0)
        for (int i = 1; i < c->dim; i++) u[i - 1] = c->v[i] / speed;
    else if (c->dim == 3)
        carom_push_direction(c, m0, m1, u);
}

// Computes the sticking impulse. If W is singular and the impulse grows without bound, returns false and its direction.
static bool sticking_impulse(const carom_contact *c, double e, double P[3]) {
    if (c->dim == 2 ? carom_stick_in_plane(c, e, P) : carom_stick_impulse(c, e, 0.0, P)) return true;
    const double stopping[3] = {-(1.0 + e) * c->v[0], -c->v[1], c->dim == 3 ? -c->v[2] : 0.0};
    const carom_ldl f = carom_factor(c->dim, c->W);
    carom_ldl_null_part(&f, stopping, P);
    return false;
}

// Returns whether a jam of a regular W sticks: its sticking impulse may be outside the cone by rounding only. In 2D a
// jam always sticks. The tolerance 1e-12 is the accuracy of the law.
static bool jam_sticks(const carom_contact *c, const double P[3], double mu) {
    return c->dim == 2 ? P[0] > 0.0 : carom_pushes_in_cone(3, P, mu * (1.0 + 1e-12));
}

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    double P[3] = {0}, u[2];
    if (c->v[0] == 0.0 && carom_slip_speed(c) == 0.0) return carom_set_no_impulse(out, c->dim);
    const bool bounded = sticking_impulse(c, p->e, P);
    if (carom_pushes_in_cone(c->dim, P, carom_mu_static(p)))
        return bounded ? carom_set_impulse(out, c->dim, P, CAROM_MODE_STICKING) : CAROM_NO_SOLUTION;

    const double m0 = isinf(p->mu) ? 0.0 : 1.0, m1 = isinf(p->mu) ? 1.0 : p->mu;
    slip_direction(c, m0, m1, u);
    const double wu = c->W[0][1] * u[0] + (c->dim == 3 ? c->W[0][2] * u[1] : 0.0);
    const double D = m0 * c->W[0][0] - m1 * wu;
    // If friction drives the bodies together faster than the normal impulse separates them, the contact jams.
    const bool jam = isinf(p->mu) ? D < 0.0 : !(D > 0.0);
    if (jam && bounded && jam_sticks(c, P, carom_mu_static(p)))
        return carom_set_impulse(out, c->dim, P, CAROM_MODE_STICKING);
    if (jam) return CAROM_NO_SOLUTION;
    if (c->v[0] == 0.0) return carom_set_no_impulse(out, c->dim);
    // With infinite friction the limit of P_n (1, -mu u) has no normal part. Without coupling, D = 0, the impulse has
    // no limit.
    if (!(D > 0.0)) return CAROM_NO_SOLUTION;
    const double length = -(1.0 + p->e) * c->v[0] / D;
    P[0] = m0 * length;
    for (int i = 1; i < c->dim; i++) P[i] = -m1 * u[i - 1] * length;
    return carom_set_impulse(out, c->dim, P, CAROM_MODE_SLIDING);
}

// Lists all results. There is one: the contact sticks if it can, otherwise it slides. Without approach, P = 0 is a
// result in addition to a jam.
static carom_status all(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *list,
                        int *count) {
    const carom_status status = solve(self, c, p, &list[0]);
    *count = 1;
    if (status == CAROM_OK && c->v[0] == 0.0 && list[0].mode == CAROM_MODE_STICKING)
        carom_set_no_impulse(&list[(*count)++], c->dim);
    return status;
}

static unsigned also(const carom_law *self, int dim, const carom_params *p) {
    return dim == 2 ? CAROM_GUARANTEE_UNIQUE : 0u;
}

// Adds friction against u = v_t/|v_t|, which turns with v_t. With p across u:
//   u.P_t + mu P_n = 0,  |v_t| p.P_t + mu P_n p.v_t = 0
static void slides(const carom_contact *c, double mu, const double P[3], carom_equations *eq) {
    const double speed = carom_slip_speed(c), u[2] = {c->v[1] / speed, c->dim == 3 ? c->v[2] / speed : 0.0};
    if (c->dim == 2) {
        carom_row_edge(eq, P, -u[0], mu, &eq->row[1]);
        return;
    }
    const double p[2] = {-u[1], u[0]}, Pt = sqrt(P[1] * P[1] + P[2] * P[2]);
    carom_row_against(eq, P, u, mu, &eq->row[1]);
    for (int i = 0; i < 2; i++) {
        eq->row[2].P[i + 1] = speed * p[i];
        eq->row[2].x[CAROM_JACOBIAN_V + 1 + i] = Pt * p[i];
    }
}

// Computes the equations. P is continuous from sticking to sliding only in 2D, where the friction that holds the
// contact opposes the initial slip.
static bool jac(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out,
                carom_equations *eq) {
    const double *P = out->P;
    const bool sticks = out->mode == CAROM_MODE_STICKING;
    carom_row_rebound(eq, c, P, 0, p->e, CAROM_PARAM_e, &eq->row[0]);
    if (!sticks && carom_slip_speed(c) == 0.0) {
        eq->smooth = CAROM_JUMP;
        return false;
    }
    if (!sticks) slides(c, p->mu, P, eq);
    for (int i = 1; sticks && i < c->dim; i++) carom_row_after(c, P, i, 1.0, &eq->row[i]);
    // On both sides of the switch, the condition refers to the sticking impulse.
    double S[3] = {0.0, 0.0, 0.0};
    if (eq->side != 0 || isinf(p->mu) || !carom_stick_impulse(c, p->e, 0.0, S)) return true;
    const double mu_static = carom_mu_static(p), St = c->dim == 2 ? fabs(S[1]) : sqrt(S[1] * S[1] + S[2] * S[2]);
    const double s = mu_static * S[0] - St;
    carom_row *n =
        carom_switch_at(eq, s, mu_static * fabs(S[0]) + St, sticks ? CAROM_MODE_SLIDING : CAROM_MODE_STICKING, 0);
    eq->jumps = c->dim == 3 || mu_static != p->mu || S[1] * c->v[1] > 0.0;
    if (!n || eq->jumps) return true;
    // The switch is mu P_n - |P_t| of the sticking impulse, with the derivatives of that impulse.
    carom_equations held = carom_equations_part(eq);
    carom_slopes J;
    const double sign = sticks ? 1.0 : -1.0;
    carom_row_rebound(&held, c, S, 0, p->e, CAROM_PARAM_e, &held.row[0]);
    carom_row_after(c, S, 1, 1.0, &held.row[1]);
    if (!carom_equations_slopes(&held, &J)) return false;
    n->P[0] = sign * p->mu;
    n->P[1] = -sign * carom_sign(S[1]);
    carom_row_chain(eq, &J, n);
    carom_row_param(eq, n, CAROM_PARAM_mu, sign * S[0]);
    return true;
}

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(e, 0, 1, "-v_n' / v_n", CAROM_NEWTON_ALIKE "; equals whittaker's while the slip keeps its sign"),
    CAROM_ROW(mu, 0, HUGE_VAL, "|P_t| / P_n of the whole impulse when it does not stick",
              "as in whittaker, but always against the initial slip"),
    CAROM_ROW(mu_static, 0, HUGE_VAL, "largest |P_t| / P_n of a whole impulse that ends sticking", "at least mu"),
    CAROM_COEFFICIENT_REST_SPEED,
};

static const carom_contact_vtable code = {.solve = solve,
                                          .guarantees = also,
                                          .accuracy = 1e-12,
                                          .solve_all = all,
                                          .equations = CAROM_EXTRA(jac),
                                          .differentiable = CAROM_2D | CAROM_3D};

const carom_law carom_law_initial_slip = {
    .name = "initial-slip",
    .module = "core",
    .solves = CAROM_2D | CAROM_3D,
    .closed_form = CAROM_2D,
    CAROM_COEFFICIENTS(coefficients),
    .guarantees = CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING | CAROM_GUARANTEE_HOMOGENEOUS,
    .conditions = "unique in 2D",
    .summary = "Newton's restitution; sticks if it can, else friction opposes the initial slip throughout; may have no "
               "solution in 3D",
    .citation = "Shen & Townsend 1998, table 2 (the conventional solution)",
    .contact = &code,
};
