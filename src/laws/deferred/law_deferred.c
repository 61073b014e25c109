// An impact without restitution by Whittaker's law, followed by a rebound along the normal alone. Box2D v3 uses this
// law. Its solver brings v_n to 0 with friction, and adds the restitution afterwards.
//   1   P1 = whittaker's with e = 0: stick, or slip along v_t1
//   2   P  = P1 + (e N / W_nn, 0),  N = -v_n:   v_n' = e N,  v_t' = v_t1 + W_nt e N / W_nn
// It never gains energy. Let a = W_nn, w = W_nt, S = W_tt - w w^T / a and s = v_t + w N / a. Then v.W^-1 v is N^2/a +
// s.S^-1 s.
//   1 ends at v_n = 0 with v_t1 = s + S P_t and P_t.v_t1 <= 0, so v_t1.S^-1 v_t1 = v_t1.S^-1 s + v_t1.P_t <= v_t1.S^-1 s,
//     hence v_t1.S^-1 v_t1 <= s.S^-1 s: at least N^2/(2a) is lost
//   2 returns (e N)^2/(2a), so dE <= -(1 - e^2) N^2/(2a): at least as much is lost as without friction
// The proof only uses P_t.v_t1 <= 0, so it holds for every bound on friction. Friction is bounded by mu times the
// impulse of step 1 alone. Without coupling (w = 0), deferred with (1 + e) mu equals whittaker with mu. A singular W,
// mu = inf and v_n = 0 are treated as in whittaker with e = 0. If step 1 has a result, so does the law, for every e.
#include "base/sym.h"
#include "collide/set_impulse.h"
#include "derivative/equations.h"
#include "friction/friction_model.h"
#include "laws/deferred/kernel_deferred.h"
#include "tables/row.h"

extern CAROM_API const carom_law carom_law_deferred;

static void rebound(const carom_contact *c, double e, carom_result *out) {
    out->P[0] += carom_deferred_rebound(c->W[0][0], c->v[0], e);
}

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    if (c->dim == 2 && c->v[0] < 0.0 && !isinf(p->mu) && !carom_singular2(c->W)) {
        const carom_answer2 k =
            carom_deferred_closed(c->W[0][0], c->W[0][1], c->W[1][1], c->v[0], c->v[1], p->e, p->mu);
        out->solution_count = 1;
        return carom_set_impulse_plane(out, k.Pn, k.Pt, (carom_mode)k.mode);
    }
    const carom_status status = carom_friction_model(c, p->friction, 0.0, p->mu, p->mu, out);
    if (status == CAROM_OK) rebound(c, p->e, out);
    return status;
}

// Lists all results. Step 2 adds the same impulse and energy to each result of step 1. The choice between them is
// therefore the same as in Whittaker's law.
static carom_status all(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *list,
                        int *count) {
    const carom_status status = carom_friction_model_all(c, p->friction, 0.0, p->mu, p->mu, list, count);
    for (int i = 0; i < *count; i++) rebound(c, p->e, &list[i]);
    return status;
}

// Returns the index of a result, which is that of step 1.
static int index_of(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out) {
    carom_result first = *out;
    first.P[0] -= carom_deferred_rebound(c->W[0][0], c->v[0], p->e);
    carom_velocity_after(c->dim, c->W, c->v, first.P, first.v);
    return carom_friction_model_index(c, p->friction, 0.0, p->mu, &first);
}

// Returns the largest e without a gain of energy. Step 2 returns (e N)^2/(2a) of the energy that step 1 took.
static double e_max(const carom_law *self, const carom_contact *c, const carom_params *p) {
    carom_result out = {.solution_count = 0};
    double v[3];
    if (carom_friction_model(c, p->friction, 0.0, p->mu, p->mu, &out) != CAROM_OK) return (double)NAN;
    carom_velocity_after(2, c->W, c->v, out.P, v);
    const double dE = 0.5 * (out.P[0] * c->v[0] + out.P[1] * (c->v[1] + v[1]));
    return sqrt(-2.0 * c->W[0][0] * dE) / -c->v[0];
}

static unsigned also(const carom_law *self, int dim, const carom_params *p) {
    return carom_friction_model_guarantees(dim, p->friction) | (dim == 2 ? CAROM_GUARANTEE_CONTINUOUS : 0u);
}

// Adds Whittaker's equations of step 1, e = 0, for P1 = P + (e v_n / W_nn) n.
static bool jac(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out,
                carom_equations *eq) {
    const double a = c->W[0][0], back = p->e * c->v[0] / a;
    const double P1[3] = {out->P[0] + back, out->P[1], out->P[2]};
    if (c->dim == 3 && p->friction >= CAROM_FRICTION_SLIP_BOX) return false;
    carom_equations_whittaker(c, p, P1, out->mode == CAROM_MODE_STICKING, 0.0, CAROM_PARAM_NONE, eq);
    carom_row *rows[4] = {&eq->row[0], &eq->row[1], &eq->row[2], &eq->normal};
    for (int i = 0; i < 4; i++) {
        rows[i]->x[CAROM_JACOBIAN_V] += rows[i]->P[0] * p->e / a;
        rows[i]->x[CAROM_JACOBIAN_W] -= rows[i]->P[0] * back / a;
        carom_row_param(eq, rows[i], CAROM_PARAM_e, rows[i]->P[0] * c->v[0] / a);
    }
    return true;
}

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(e, 0, 1, "-v_n' / v_n", CAROM_NEWTON_ALIKE "; does not affect friction"),
    CAROM_ROW(mu, 0, HUGE_VAL, "|P_t| / P_n of the first stage, if that stage ends with slip",
              "if W_nt = 0, equals (1 + e) times the mu of whittaker: only the first stage has friction"),
    CAROM_ROW(friction, 0, CAROM_FRICTION_COUNT - 1, "bound on friction in 3D",
              "as for whittaker; none of them gains energy"),
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

const carom_law carom_law_deferred = {
    .name = "deferred",
    .module = "core",
    .solves = CAROM_2D | CAROM_3D,
    .closed_form = CAROM_2D,
    CAROM_COEFFICIENTS(coefficients),
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_NONPENETRATING | CAROM_GUARANTEE_HOMOGENEOUS,
    .conditions =
        "coulomb except with friction box or slip-box in 3D; unique and continuous in 2D, unique in 3D with friction "
        "one-direction",
    .summary = "a plastic impact with friction, then a rebound along the normal without friction",
    .citation = "what Box2D v3 computes; Whittaker 1904 for its first part",
    .contact = &code,
};
