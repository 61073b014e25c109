// Newton's restitution and friction as one convex problem. The law takes the impulse of the friction cone that leaves
// the least energy, relative to the motion that the rebound requires. Anitescu 2006; Tasora & Anitescu 2011.
//   P = argmin over |P_t| <= mu P_n of P.W P/2 + b.P,   b = ((1 + e) v_n, v_t)
// Let y = W P + b = (v_n' + e v_n, v_t'). Then P is in the cone, y_n >= mu |y_t|, and P.y = 0. If the contact slips,
// the rebound is therefore lifted,
//   v_n' = -e v_n + mu |v_t'|,
// because the minimum favours friction that reduces the slip while the bodies separate. Coulomb's law with Newton's
// restitution would have v_n' = -e v_n, which is not a minimum. This lift makes the problem convex, so its solution is
// unique.
//   stick   P = -W^-1 b, if it lies in the cone: Whittaker's
//   slip    2D: P = -(d.b / d.W d) d, d = (1, mu) or (1, -mu), with the smaller minimum; 3D: friction/cone_least.h
// At e = 0 the form is dE itself and P = 0 is in the cone, so no energy is gained. At e > 0 energy may be gained, in
// 2D:
//   stick   if e^2 > v.W^-1 v/((W^-1)_nn v_n^2)
//   slip    if e > 1 + r v_t/v_n, r = P_t/P_n: only if friction pushes along the slip before
#include "base/sym.h"
#include "collide/set_impulse.h"
#include "derivative/equations.h"
#include "friction/cone_least.h"
#include "friction/gain.h"
#include "laws/ccp/kernel_ccp.h"
#include "tables/params.h"
#include "tables/row.h"

extern CAROM_API const carom_law carom_law_ccp;

static carom_mode mode_of(carom_cone_place place) {
    switch (place) { // GCOV_EXCL_BR_LINE: the cone has no other parts
    case CAROM_CONE_APEX: return CAROM_MODE_NONE;
    case CAROM_CONE_INSIDE: return CAROM_MODE_STICKING;
    case CAROM_CONE_EDGE: return CAROM_MODE_SLIDING;
    }
    return CAROM_MODE_UNNAMED;
}

// For larger mu, P_t equals that of infinite friction to the last digit, and squares of mu would overflow. Only P_n =
// |P_t|/mu still decreases.
#define STEEPEST 1e100

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    const bool beyond = p->mu > STEEPEST && !isinf(p->mu);
    const double mu = beyond ? STEEPEST : p->mu;
    out->solution_count = 1;
    if (c->dim == 2 && !isinf(mu) && !carom_singular2(c->W)) {
        const carom_answer2 k = carom_ccp_closed(c->W[0][0], c->W[0][1], c->W[1][1], c->v[0], c->v[1], p->e, mu);
        const double Pn = beyond && k.mode == CAROM_MODE_SLIDING ? k.Pn * (STEEPEST / p->mu) : k.Pn;
        return carom_set_impulse_plane(out, Pn, k.Pt, (carom_mode)k.mode);
    }
    const double b[3] = {(1.0 + p->e) * c->v[0], c->v[1], c->v[2]};
    carom_cone_least least;
    const carom_status status = carom_cone_minimum(c->dim, c->W, b, mu, &least);
    if (status != CAROM_OK) return status;
    if (beyond && least.place == CAROM_CONE_EDGE) least.P[0] *= STEEPEST / p->mu;
    out->evaluations = least.steps;
    out->residual = least.residual;
    return carom_set_impulse(out, c->dim, least.P, mode_of(least.place));
}

// Returns the lift v_n' + e v_n, which is 0 if the contact sticks.
static double lift(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out) {
    const double rises = out->v[0] + (carom_rests(p, c->v[0]) ? 0.0 : p->e) * c->v[0];
    return out->mode == CAROM_MODE_SLIDING && rises > 0.0 ? rises : 0.0;
}

static const carom_output outputs[] = {
    {"lift", "m/s", "v_n' + e v_n = mu |v_t'|: rebound in excess of e times the approach", lift},
    CAROM_NO_MORE_OUTPUTS,
};

static double e_max(const carom_law *self, const carom_contact *c, const carom_params *p) {
    const double along = p->mu * c->v[1] / c->v[0], ends[] = {carom_gain_sticking(c), 1.0 + along, 1.0 - along};
    return carom_gain_among(self, c, p, ends, 3);
}

static unsigned also(const carom_law *self, int dim, const carom_params *p) {
    return p->e == 0.0 ? CAROM_GUARANTEE_DISSIPATIVE : 0u;
}

// Adds the equations on the edge, with u = P_t/|P_t|, y = (v_n' + e v_n, v_t') and y_t = -|y_t| u:
//   u.P_t - mu P_n = 0,   y_n + mu u.y_t = 0,   |y_t| p.P_t + |P_t| p.y_t = 0 with p across u
static bool jac(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out,
                carom_equations *eq) {
    const double *P = out->P, mu = p->mu;
    carom_row_rebound(eq, c, P, 0, p->e, CAROM_PARAM_e, &eq->row[0]);
    if (out->mode == CAROM_MODE_STICKING) {
        for (int i = 1; i < c->dim; i++) carom_row_after(c, P, i, 1.0, &eq->row[i]);
        carom_switch_cone(eq, P, mu, CAROM_MODE_SLIDING);
        return true;
    }
    if (isinf(mu)) return false;
    const double y[2] = {carom_after(c, P, 1), c->dim == 3 ? carom_after(c, P, 2) : 0.0};
    const double Pt = sqrt(P[1] * P[1] + (c->dim == 3 ? P[2] * P[2] : 0.0)), Y = sqrt(y[0] * y[0] + y[1] * y[1]);
    const double by = Pt > 0.0 ? Pt : -Y,
                 u[2] = {(Pt > 0.0 ? P[1] : y[0]) / by, c->dim == 3 ? (Pt > 0.0 ? P[2] : y[1]) / by : 0.0};
    const double across[2] = {-u[1], u[0]}, against[2] = {-u[0], -u[1]};
    eq->row[1].P[0] = -mu;
    carom_row_param(eq, &eq->row[1], CAROM_PARAM_mu, -P[0]);
    carom_row_param(eq, &eq->row[0], CAROM_PARAM_mu, u[0] * y[0] + u[1] * y[1]);
    for (int i = 1; i < c->dim; i++) {
        eq->row[1].P[i] = u[i - 1];
        carom_row_after(c, P, i, mu * u[i - 1], &eq->row[0]);
        if (c->dim == 2) continue;
        carom_row_after(c, P, i, Pt * across[i - 1], &eq->row[2]);
        eq->row[2].P[i] += Y * across[i - 1];
    }
    carom_switch_slip(eq, c, P, against, CAROM_MODE_STICKING);
    return true;
}

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(e, 0, 1, "(mu |v_t'| - v_n') / v_n: -v_n' / v_n if it sticks, less if it slips",
              "equals whittaker's if it sticks; if it slips, the rebound is faster than e times the approach"),
    CAROM_ROW(mu, 0, HUGE_VAL, "|P_t| / P_n of the whole impulse when it ends slipping",
              "also lifts: v_n' grows by mu |v_t'| if it slips"),
    CAROM_COEFFICIENT_REST_SPEED,
};

// The error of P is rounding times its condition number (friction/cone_least.h). It is below 1e-12 for W with condition
// numbers up to 1e4.
static const carom_contact_vtable code = {.solve = solve,
                                          .guarantees = also,
                                          .accuracy = 1e-12,
                                          .outputs = outputs,
                                          .max_restitution = CAROM_EXTRA(e_max),
                                          .equations = CAROM_EXTRA(jac),
                                          .differentiable = CAROM_2D | CAROM_3D};

const carom_law carom_law_ccp = {
    .name = "ccp",
    .module = "core",
    .solves = CAROM_2D | CAROM_3D,
    .closed_form = CAROM_2D,
    CAROM_COEFFICIENTS(coefficients),
    .guarantees = CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING | CAROM_GUARANTEE_HOMOGENEOUS |
                  CAROM_GUARANTEE_CONTINUOUS | CAROM_GUARANTEE_UNIQUE,
    .conditions = "dissipative while e = 0",
    .summary = "Coulomb friction relaxed to a convex problem; slip increases the rebound",
    .citation = "Anitescu 2006; Tasora & Anitescu 2011",
    .contact = &code,
};
