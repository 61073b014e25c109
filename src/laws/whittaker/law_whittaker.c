// Newton's restitution, with Coulomb's law applied only to the velocity after the impact. The contact sticks if the
// sticking impulse lies in the cone; otherwise it slips in the direction of the final velocity. See Whittaker 1904,
// Kane & Levinson 1985, and Shen & Townsend 1998 (table 1).
//   stick   P = W^-1 (-(1 + e) v_n, -v_t)
//   slip    P = P_n (1, -mu u),  P_n = -(1 + e) v_n / D,  D = W_nn - mu u.W_nt > 0,  u = v_t' / |v_t'|
// In 2D exactly one of the two applies. In 3D a quartic gives all slips; sticking is preferred, then the slip of index
// +1 that dissipates most. In 3D a friction model of physics engines may replace the cone (friction/friction_model.h).
// With a singular W (base/rank.h), velocities that no impulse can change stay the same. Thus W = q q^T determines v'
// and u. If no u has D > 0, the status is CAROM_NO_SOLUTION.
#include "base/sym.h"
#include "collide/set_impulse.h"
#include "derivative/equations.h"
#include "friction/friction_model.h"
#include "friction/gain.h"
#include "friction/kernel_whittaker.h"
#include "tables/params.h"
#include "tables/row.h"

extern CAROM_API const carom_law carom_law_whittaker;

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    const double mu_static = carom_mu_static(p);
    if (c->dim == 3 || (1.0 + p->e) * c->v[0] == 0.0 || isinf(mu_static) || carom_singular2(c->W))
        return carom_friction_model(c, p->friction, p->e, p->mu, mu_static, out);
    const carom_answer2 k =
        carom_whittaker_closed(c->W[0][0], c->W[0][1], c->W[1][1], c->v[0], c->v[1], p->e, p->mu, mu_static);
    out->solution_count = 1;
    return carom_set_impulse_plane(out, k.Pn, k.Pt, (carom_mode)k.mode);
}

static carom_status all(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *list,
                        int *count) {
    return carom_friction_model_all(c, p->friction, p->e, p->mu, carom_mu_static(p), list, count);
}

// Returns the e at which the sticking impulse has P_t = r P_n.
static double sticks_to(const carom_contact *c, double r) {
    const double a = c->W[0][0], w = c->W[0][1], T = c->W[1][1];
    return c->v[1] * (a + r * w) / ((w + r * T) * c->v[0]) - 1.0;
}

// With static friction, sticking can begin and end at an e at which it jumps to slip, so dE may change its sign there.
static double e_max(const carom_law *self, const carom_contact *c, const carom_params *p) {
    const double hold = carom_mu_static(p);
    if (hold > p->mu) {
        double all[] = {carom_gain_sticking(c), carom_gain_along(c, p->mu), carom_gain_along(c, -p->mu),
                        sticks_to(c, hold), sticks_to(c, -hold)};
        return isinf(hold) ? (double)NAN : carom_gain_from(self, c, p, all, 5);
    }
    const double ends[] = {carom_gain_sticking(c), carom_gain_along(c, p->mu), carom_gain_along(c, -p->mu)};
    return carom_gain_among(self, c, p, ends, 3);
}

static int index_of(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out) {
    return carom_friction_model_index(c, p->friction, p->e, p->mu, out);
}

// Computes the equations. The model "one-direction" has none, because the direction of its friction turns with the
// initial slip.
static bool jac(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out,
                carom_equations *eq) {
    if (c->dim == 3 && p->friction >= CAROM_FRICTION_SLIP_BOX) return false;
    carom_equations_whittaker(c, p, out->P, out->mode == CAROM_MODE_STICKING, p->e, CAROM_PARAM_e, eq);
    return true;
}

static unsigned also(const carom_law *self, int dim, const carom_params *p) {
    const unsigned by_friction_model = carom_friction_model_guarantees(dim, p->friction);
    if (carom_mu_static(p) != p->mu) return by_friction_model & ~(unsigned)CAROM_GUARANTEE_UNIQUE;
    return dim == 2 ? by_friction_model | CAROM_GUARANTEE_CONTINUOUS : by_friction_model;
}

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(e, 0, 1, "-v_n' / v_n", CAROM_NEWTON_ALIKE "; equals routh's newton while the slip keeps its sign"),
    CAROM_ROW(mu, 0, HUGE_VAL, "|P_t| / P_n of the whole impulse when it ends slipping",
              "Coulomb's law holds for the total impulse only; in routh it holds at every instant"),
    CAROM_ROW(mu_static, 0, HUGE_VAL, "largest |P_t| / P_n of a whole impulse that ends sticking", "at least mu"),
    CAROM_ROW(friction, 0, CAROM_FRICTION_COUNT - 1, "bound on friction in 3D",
              "cone is the law; the others are conventions of physics engines; all agree in 2D"),
    CAROM_COEFFICIENT_REST_SPEED,
};

static const carom_contact_vtable code = {.solve = solve,
                                          .guarantees = also,
                                          .accuracy = 1e-12,
                                          .solve_all = all,
                                          .max_restitution = CAROM_EXTRA(e_max),
                                          .index = index_of,
                                          .equations = CAROM_EXTRA(jac),
                                          .differentiable = CAROM_2D | CAROM_3D};

const carom_law carom_law_whittaker = {
    .name = "whittaker",
    .module = "core",
    .solves = CAROM_2D | CAROM_3D,
    .closed_form = CAROM_2D,
    CAROM_COEFFICIENTS(coefficients),
    .guarantees = CAROM_GUARANTEE_NONPENETRATING | CAROM_GUARANTEE_HOMOGENEOUS,
    .conditions = "coulomb except with friction box or slip-box in 3D; while mu_static = mu unique and continuous in "
                  "2D, and unique in 3D with friction one-direction",
    .summary = "Newton's restitution; sticks if the sticking impulse lies in the cone, else slips as it ends",
    .citation = "Whittaker 1904; Kane & Levinson 1985; Shen & Townsend 1998, table 1",
    .contact = &code,
};
