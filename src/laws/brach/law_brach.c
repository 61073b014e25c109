// Newton's restitution, with the smallest of three ratios of friction to normal impulse. They are the ratio that stops
// the slip, Coulomb's, and the ratio that conserves energy. Brach 1991, as stated by Hurmuzlu & Marghitu 1994 (30),
// |P_t/P_n| = min(mu_0, mu, mu_t). The three ratios are three points on one line in impulse space (kernel_brach.h). The
// result is Whittaker's unless that gains energy. Then it moves back along Newton's line to dE = 0.
#include "collide/set_impulse.h"
#include "derivative/equations.h"
#include "friction/gain.h"
#include "friction/whittaker.h"
#include "laws/brach/kernel_brach.h"
#include "tables/row.h"

extern CAROM_API const carom_law carom_law_brach;

// Handles infinite friction, singular W and steep lines. With a singular W, motion along the line leaves the slip
// unchanged (S = 0). If v is in the range of W, it leaves the energy unchanged too. Then only the cone can stop it.
static carom_status limit(const carom_contact *c, const carom_params *p, carom_result *out) {
    const bool singular = carom_singular2(c->W), conserved = singular && carom_in_range2(c->W, c->v);
    const double a = c->W[0][0], w = c->W[0][1], vn = c->v[0], vt = c->v[1];
    const double rebound = -(1.0 + p->e) * vn;
    const double S = singular ? 0.0 : c->W[1][1] - w * w / a;
    const double end[2] = {rebound, -vt};
    const double q0 = singular && carom_in_range2(c->W, end) ? 0.0 : vt + w * rebound / a;
    const double sigma = -carom_sign(q0);
    const double stick = q0 == 0.0 ? 0.0 : (S > 0.0 ? fabs(q0) / S : HUGE_VAL);
    const double energy = conserved ? HUGE_VAL : carom_line_energy_of(a, w, S, vn, vt, p->e, sigma);
    const double cone = carom_line_leaves(a, sigma * w, rebound, p->mu);
    const double held = stick < cone ? stick : cone, Pt = sigma * (energy < held ? energy : held);
    if (!isfinite(Pt)) return CAROM_NO_SOLUTION;
    const carom_mode grip = stick <= cone ? CAROM_MODE_STICKING : CAROM_MODE_SLIDING;
    const double Pn = carom_line_normal(a, sigma * w, rebound, p->mu, fabs(Pt), cone);
    return carom_set_impulse_plane(out, Pn, Pt, energy < held ? CAROM_MODE_ENERGY : grip);
}

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    if (c->v[0] == 0.0) return carom_whittaker(c, p->e, p->mu, p->mu, out);
    if (isinf(p->mu) || carom_singular2(c->W)) return limit(c, p, out);
    const carom_answer2 k = carom_brach_closed(c->W[0][0], c->W[0][1], c->W[1][1], c->v[0], c->v[1], p->e, p->mu);
    if (k.mode == CAROM_EXTRAORDINARY) return limit(c, p, out);
    return carom_set_impulse_plane(out, k.Pn, k.Pt, (carom_mode)k.mode);
}

// Adds Newton's line and the condition at which the motion along it stops. If two conditions are met together, the
// equation of the other one defines the switch.
static bool jac(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out,
                carom_equations *eq) {
    const double *P = out->P, a = c->W[0][0], w = c->W[0][1], q = carom_after(c, P, 1);
    const double free = c->v[1] - w * (1.0 + p->e) * c->v[0] / a,
                 side = P[1] != 0.0 ? carom_sign(P[1]) : -carom_sign(free);
    const double u[2] = {-side, 0.0}, along = P[0] * (2.0 * c->v[0] + (carom_after(c, P, 0) - c->v[0]));
    const double across = P[1] * (c->v[1] + q);
    const bool sticks = out->mode == CAROM_MODE_STICKING, by_energy = out->mode == CAROM_MODE_ENERGY;
    const double rounding = 1e-9 * (fabs(c->v[1]) + fabs(w * P[0]) + fabs(c->W[1][1] * P[1]));
    carom_row_rebound(eq, c, P, 0, p->e, CAROM_PARAM_e, &eq->row[0]);
    if (by_energy)
        carom_row_energy(c, P, &eq->row[1]);
    else if (sticks)
        carom_row_after(c, P, 1, 1.0, &eq->row[1]);
    else
        carom_row_edge(eq, P, side, p->mu, &eq->row[1]);
    if (!sticks) carom_switch_slip(eq, c, P, u, CAROM_MODE_STICKING);
    if (out->mode != CAROM_MODE_SLIDING) carom_switch_cone(eq, P, p->mu, CAROM_MODE_SLIDING);
    if (by_energy || (sticks && fabs(q) > rounding)) return true;
    const double lost = -(P[0] * (c->v[0] + carom_after(c, P, 0)) + across);
    carom_row *n = carom_switch_at(eq, lost, fabs(along) + fabs(across), CAROM_MODE_ENERGY, 0);
    if (!n) return true;
    carom_row_energy(c, P, n);
    for (int i = 0; i < 2; i++) n->P[i] = -n->P[i];
    for (int k = 0; k < CAROM_JACOBIAN_PARAM; k++) n->x[k] = -n->x[k];
    return true;
}

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(e, 0, 1, "-v_n' / v_n", "equals whittaker's e wherever that law does not gain energy"),
    CAROM_ROW(mu, 0, HUGE_VAL, "largest |P_t| / P_n of the whole impulse",
              "has an effect only if neither sticking nor the energy bound needs less friction"),
    CAROM_COEFFICIENT_REST_SPEED,
};

// The energy bound needs a line that starts without a gain of energy, so the law is defined up to e = 1. In this range
// it never gains energy.
static const carom_contact_vtable code = {.solve = solve,
                                          .max_restitution = CAROM_EXTRA(carom_gain_past_one),
                                          .equations = CAROM_EXTRA(jac),
                                          .differentiable = CAROM_2D};

const carom_law carom_law_brach = {
    .name = "brach",
    .module = "core",
    .solves = CAROM_2D,
    .closed_form = CAROM_2D,
    CAROM_COEFFICIENTS(coefficients),
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING |
                  CAROM_GUARANTEE_HOMOGENEOUS | CAROM_GUARANTEE_CONTINUOUS | CAROM_GUARANTEE_UNIQUE,
    .conditions = "",
    .summary = "Newton's restitution; friction is the smallest of three bounds: sticking, Coulomb's law and energy",
    .citation = "Brach 1991; Hurmuzlu & Marghitu 1994 (30)",
    .contact = &code,
};
