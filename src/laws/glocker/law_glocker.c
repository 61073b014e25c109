// Newton's restitution in both directions as one complementarity problem. Payr & Glocker 2005, (29)-(50).
//   xi_n = v_n' + e_n v_n,  xi_t = v_t' + e_t v_t
//   0 <= P_n  complementary to  xi_n >= 0,     -P_t in mu P_n Sgn(xi_t)
// In 2D there are three cases with formulas (kernel_glocker.h). If no rebound is wanted, (1 + e_n) v_n = 0, there may
// be a second solution in addition to P = 0. It is the jam of supercritical friction. The jam is the limit of a small
// rebound and is returned. With e_n < -1 the wanted velocity is an even faster approach, so P = 0.
#include "base/sym.h"
#include "base/systems.h"
#include "collide/set_impulse.h"
#include "derivative/equations.h"
#include "friction/stick.h"
#include "laws/glocker/kernel_glocker.h"
#include "tables/row.h"

extern CAROM_API const carom_law carom_law_glocker;

// Handles a singular W, infinite friction and no rebound.
static carom_status limit(const carom_contact *c, const carom_params *p, carom_result *out) {
    const double a = c->W[0][0], w = c->W[0][1], mu = p->mu, rebound = -(1.0 + p->e) * c->v[0];
    double P[3] = {0};
    if (rebound < 0.0) return carom_set_no_impulse(out, 2);
    const bool can_stick = carom_stick_impulse(c, p->e, p->e_t, P);
    const bool inside = isinf(mu) ? P[0] > 0.0 : fabs(P[1]) < mu * P[0];
    if (can_stick && P[0] > 0.0 && inside) {
        out->solution_count = rebound == 0.0 ? 2 : 1;
        return carom_set_impulse_plane(out, P[0], P[1], CAROM_MODE_STICK);
    }
    if (rebound == 0.0) return carom_set_no_impulse(out, 2);
    if (isinf(mu)) {
        const bool fits = can_stick || carom_endless_slip_fits(c, rebound, (1.0 + p->e_t) * c->v[1]);
        if (!fits || w == 0.0) return CAROM_NO_SOLUTION;
        return carom_set_impulse_plane(out, 0.0, rebound / w,
                                       w > 0.0 ? CAROM_MODE_BACKWARD_SLIP : CAROM_MODE_FORWARD_SLIP);
    }
    // With a singular W, both forward and backward slip may give xi_t = 0. The perturbed matrix W + d z z^T with a
    // small d > 0 chooses, as in whittaker.
    if (can_stick && w != 0.0 && carom_singular2(c->W)) {
        const double Pn = rebound / (a + mu * fabs(w));
        return carom_set_impulse_plane(out, Pn, copysign(mu, w) * Pn,
                                       w > 0.0 ? CAROM_MODE_BACKWARD_SLIP : CAROM_MODE_FORWARD_SLIP);
    }
    for (double s = 1.0; s >= -1.0; s -= 2.0) {
        const double Pn = rebound / (a + s * mu * w);
        const double xi = s * ((1.0 + p->e_t) * c->v[1] + (w + s * mu * c->W[1][1]) * Pn);
        const double scale = fabs(c->v[1]) + (fabs(w) + mu * c->W[1][1]) * fabs(Pn);
        // The tolerance 1e-12 is the rounding of xi, as in whittaker's slip of a pendulum.
        if (a + s * mu * w > 0.0 && xi <= 1e-12 * scale)
            return carom_set_impulse_plane(out, Pn, s * mu * Pn,
                                           s > 0.0 ? CAROM_MODE_BACKWARD_SLIP : CAROM_MODE_FORWARD_SLIP);
    }
    return CAROM_NO_SOLUTION;
}

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    out->solution_count = 1;
    const bool rebounds = (1.0 + p->e) * c->v[0] < 0.0;
    if (!rebounds || isinf(p->mu) || carom_singular2(c->W)) return limit(c, p, out);
    const carom_answer2 k =
        carom_glocker_closed(c->W[0][0], c->W[0][1], c->W[1][1], c->v[0], c->v[1], p->e, p->e_t, p->mu);
    return carom_set_impulse_plane(out, k.Pn, k.Pt, (carom_mode)k.mode);
}

// Lists all results. Without a rebound, P = 0 is a result in addition to a jam. With a rebound there is one result. For
// a given v_n', both P_t/P_n and xi_t grow with P_t (det W > 0). Friction requires the opposite: one decreases as the
// other increases.
static carom_status all(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *list,
                        int *count) {
    const carom_status status = solve(self, c, p, &list[0]);
    *count = 1;
    if (status == CAROM_OK && list[0].solution_count == 2) carom_set_no_impulse(&list[(*count)++], 2);
    return status;
}

static unsigned also(const carom_law *self, int dim, const carom_params *p) {
    return dim == 2 && p->e == p->e_t ? CAROM_GUARANTEE_DISSIPATIVE : 0u;
}

static bool jac(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out,
                carom_equations *eq) {
    const double *P = out->P, xi = carom_after(c, P, 1) + p->e_t * c->v[1];
    carom_row_rebound(eq, c, P, 0, p->e, CAROM_PARAM_e, &eq->row[0]);
    if (out->mode == CAROM_MODE_STICK) {
        carom_row_rebound(eq, c, P, 1, p->e_t, CAROM_PARAM_e_t, &eq->row[1]);
        carom_switch_cone(eq, P, p->mu, CAROM_MODE_BACKWARD_SLIP);
        return true;
    }
    // The contact slips with P_t against xi_t = v_t' + e_t v_t.
    const double side = P[1] != 0.0 ? carom_sign(P[1]) : -carom_sign(xi);
    carom_row_edge(eq, P, side, p->mu, &eq->row[1]);
    const double size = (1.0 + fabs(p->e_t)) * fabs(c->v[1]) + fabs(c->W[0][1] * P[0]) + fabs(c->W[1][1] * P[1]);
    carom_row *n = carom_switch_at(eq, -side * xi, size, CAROM_MODE_STICK, 0);
    if (!n) return true;
    carom_row_after(c, P, 1, -side, n);
    n->x[CAROM_JACOBIAN_V + 1] += -side * p->e_t;
    carom_row_param(eq, n, CAROM_PARAM_e_t, -side * c->v[1]);
    return true;
}

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(e_n, 0, 1, "-v_n' / v_n", "Newton's; with e_t = 0 the law is whittaker's"),
    CAROM_ROW(e_t, 0, 1, "-v_t' / v_t where it sticks",
              "equals bilinear's if W_nt = 0; the law can gain energy if e_t differs from e_n and W_nt is not 0"),
    CAROM_ROW(mu, 0, HUGE_VAL, "|P_t| / P_n when friction slips", "as in every law"),
    CAROM_COEFFICIENT_REST_SPEED,
};

static const carom_contact_vtable code = {
    .solve = solve, .guarantees = also, .solve_all = all, .equations = CAROM_EXTRA(jac), .differentiable = CAROM_2D};

const carom_law carom_law_glocker = {
    .name = "glocker",
    .module = "core",
    .solves = CAROM_2D | CAROM_SYSTEM_2D | CAROM_SYSTEM_3D,
    .closed_form = CAROM_2D,
    CAROM_COEFFICIENTS(coefficients),
    .guarantees = CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING | CAROM_GUARANTEE_HOMOGENEOUS |
                  CAROM_GUARANTEE_CONTINUOUS | CAROM_GUARANTEE_UNIQUE,
    .conditions = "dissipative while e_n = e_t",
    .summary = "Newton's restitution in both directions as one complementarity problem",
    .citation = "Payr & Glocker 2005 (29)-(50)",
    .contact = &code,
    .system = &carom_system_glocker,
};
