// Newton's restitution with friction along a mean of the initial and the final slip. Smith 1991; Chatterjee 1997,
// 5.1.3.
//   P = P_n (1, -mu K),   K = (|v_t| v_t + |q| q) / (|v_t|^2 + |q|^2),   q = v_t'
//   P_n = c / D,  c = -(1 + e) v_n,  D = W_nn - mu W_nt.K > 0
// If the slip keeps its sign in 2D, K is s = sign(v_t). Otherwise q = -s x and K = s (V^2 - x^2) / (V^2 + x^2), V =
// |v_t|. With x = V t / (1 - t), the equation q = v_t + (W_nt - mu K W_tt) P_n becomes a cubic in t. It changes sign
// exactly once in (0, 1) where D > 0. For 3D see laws/smith/smith.h. For infinite friction K = 0 in the limit, so the
// slip is reversed, q = -v_t.
#include <math.h>

#include "base/ldl.h"
#include "base/sym.h"
#include "collide/set_impulse.h"
#include "derivative/equations.h"
#include "friction/stick.h"
#include "friction/whittaker.h"
#include "laws/smith/smith.h"
#include "tables/row.h"

extern CAROM_API const carom_law carom_law_smith;

// Solves a contact whose slip is along the first axis. A singular W determines its final slip.
static carom_status plane(const carom_contact *c, const carom_params *p, carom_result *out) {
    carom_smith_units units;
    carom_smith s = carom_smith_scaled(c, p->e, p->mu, &units);
    if (carom_singular2(c->W)) return carom_smith_rank1(&s, &units, 2, out);
    const double sign = carom_sign(s.vx);
    s.wx *= sign;
    carom_smith_point point = carom_smith_plane(&s, &out->evaluations);
    point.Kx *= sign;
    out->solution_count = 1;
    return carom_smith_give(&s, &units, 2, &point, out);
}

// Handles a contact without approach. Only a jam has an impulse. It needs D = 0 at K = s k, k = W_nn / (mu |W_nt|) < 1,
// and a regular W. D = 0 requires P along (W_nt, -W_nn), which a singular W does not move.
static carom_status graze(const carom_contact *c, const carom_params *p, carom_result *out) {
    const double a = c->W[0][0], w = c->W[0][1], s = carom_sign(c->v[1]), k = a / (p->mu * s * w);
    if (!(a < p->mu * s * w) || carom_singular2(c->W)) return carom_set_no_impulse(out, 2);
    // v_t - q = v_t (1 + r) = P_n det W / W_nt,  r = |q| / |v_t|
    const double r = sqrt((1.0 - k) / (1.0 + k)), share = c->v[1] * (1.0 + r) / carom_det2(c->W);
    return carom_set_impulse_plane(out, share * w, -share * a, CAROM_MODE_UNNAMED);
}

// Returns whether w.P_t causes the rebound v_n' = -e v_n, and not only rounding, compared with |w| |P_t|. P_t has an
// error of about 1e-15; friction that barely acts on the normal is 1e9 times as large as needed.
static bool rebounds(const carom_contact *c, double e, const double P[3]) {
    const double *w = c->W[0], rebound = -(1.0 + e) * c->v[0], made = w[0] * P[0] + w[1] * P[1] + w[2] * P[2];
    const double grip = sqrt(w[1] * w[1] + w[2] * w[2]) * sqrt(P[1] * P[1] + P[2] * P[2]);
    return rebound > 1e-9 * grip && fabs(made - rebound) <= 1e-9 * (rebound + grip);
}

// Handles mu = infinity, where the slip is reversed. If P_n would then be negative, the limit is P = (0, c/W_nt) in 2D.
// In 3D it is one of the solutions with m0 = 0.
static carom_status endless_friction(const carom_contact *c, const carom_params *p, carom_result *out) {
    double P[3] = {0};
    const bool regular = c->dim == 2 ? !carom_singular2(c->W) : carom_factor(3, c->W).rank == 3;
    if (regular) {
        carom_stick_impulse(c, p->e, 1.0, P);
        if (P[0] >= 0.0 && (c->v[0] < 0.0 || P[0] > 0.0)) return carom_set_impulse(out, c->dim, P, CAROM_MODE_UNNAMED);
    }
    if (c->v[0] == 0.0) return carom_set_no_impulse(out, c->dim);
    if (c->dim == 3) {
        // If no impulse can change the slip, friction along it is unbounded, and the point found has no rebound.
        const carom_status status = carom_smith_space(c, p->e, p->mu, out);
        return status != CAROM_OK || regular || rebounds(c, p->e, out->P) ? status : CAROM_NO_SOLUTION;
    }
    if (!regular) return plane(c, p, out);
    return carom_set_impulse_plane(out, 0.0, -(1.0 + p->e) * c->v[0] / c->W[0][1], CAROM_MODE_UNNAMED);
}

// Returns whether the initial slip is zero, or so small relative to the impact that it changes the impulse by less than
// rounding. The limit 2^-450 is far below rounding, and squares keep their digits down to 2^-500.
static bool direct(const carom_contact *c, const carom_params *p) {
    carom_smith_units units;
    return carom_smith_scaled(c, p->e, p->mu, &units).V < 0x1p-450;
}

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    // K is then the direction of the final slip, so the law equals Whittaker's law.
    if (direct(c, p)) return carom_whittaker(c, p->e, p->mu, p->mu, out);
    if (isinf(p->mu)) return endless_friction(c, p, out);
    if (c->dim == 3) return carom_smith_space(c, p->e, p->mu, out);
    return c->v[0] == 0.0 ? graze(c, p, out) : plane(c, p, out);
}

// Lists all results. In 3D there may be several, in 2D there is one. Without approach, P = 0 is a result in addition to
// a jam.
static carom_status all(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *list,
                        int *count) {
    if (direct(c, p)) return carom_whittaker_all(c, p->e, p->mu, p->mu, list, count);
    if (c->dim == 3 && !isinf(p->mu)) return carom_smith_space_all(c, p->e, p->mu, list, count);
    const carom_status status = solve(self, c, p, &list[0]);
    *count = 1;
    if (status == CAROM_OK && c->v[0] == 0.0 && list[0].P[0] > 0.0) carom_set_no_impulse(&list[(*count)++], c->dim);
    return status;
}

static int index_of(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out) {
    if (direct(c, p)) return carom_whittaker_index(c, p->e, p->mu, out);
    return c->dim == 2 || isinf(p->mu) ? 1 : carom_smith_index(c, p->e, p->mu, out->v);
}

static unsigned also(const carom_law *self, int dim, const carom_params *p) {
    return dim == 2 ? CAROM_GUARANTEE_UNIQUE | CAROM_GUARANTEE_CONTINUOUS : 0u;
}

// Adds the equation below with V = |v_t|, Q = |q| and q = v_t'. Without slip before, this is Whittaker's slip. If
// Whittaker's result sticks, q depends on the direction of v_t and has no derivative.
//   P_t (V^2 + Q^2) + mu P_n (V v_t + Q q) = 0
static bool jac(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out,
                carom_equations *eq) {
    const double *P = out->P;
    double q[3] = {0.0}, V2 = 0.0, Q2 = 0.0;
    carom_row_rebound(eq, c, P, 0, p->e, CAROM_PARAM_e, &eq->row[0]);
    for (int i = 1; i < c->dim; i++) {
        q[i] = carom_after(c, P, i);
        V2 += c->v[i] * c->v[i];
        Q2 += q[i] * q[i];
    }
    const double V = sqrt(V2), Q = sqrt(Q2);
    // Only Whittaker's sticking has a mode; Smith's law does not name its modes.
    if (out->mode == CAROM_MODE_STICKING) eq->smooth = CAROM_DIRECTIONAL;
    if (out->mode == CAROM_MODE_STICKING) return false;
    for (int i = 1; i < c->dim; i++) {
        carom_row *row = &eq->row[i];
        if (isinf(p->mu)) { // the slip is reversed
            if (!(P[0] > 0.0)) return false;
            carom_row_after(c, P, i, 1.0, row);
            row->x[CAROM_JACOBIAN_V + i] += 1.0;
            continue;
        }
        const double K = V * c->v[i] + Q * q[i], load = p->mu * P[0];
        for (int j = 1; j < c->dim; j++) {
            const double by_v =
                2.0 * P[i] * c->v[j] + load * ((i == j ? V : 0.0) + (V > 0.0 ? c->v[i] * c->v[j] / V : 0.0));
            row->x[CAROM_JACOBIAN_V + j] += by_v;
            const double by_q = 2.0 * P[i] * q[j] + load * ((i == j ? Q : 0.0) + (Q > 0.0 ? q[i] * q[j] / Q : 0.0));
            carom_row_after(c, P, j, by_q, row);
        }
        row->P[i] += V2 + Q2;
        row->P[0] += p->mu * K;
        carom_row_param(eq, row, CAROM_PARAM_mu, P[0] * K);
    }
    return true;
}

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(e, 0, 1, "-v_n' / v_n", CAROM_NEWTON_ALIKE),
    CAROM_ROW(
        mu, 0, HUGE_VAL, "|P_t| / P_n if initial and final slip agree in direction",
        "less friction than Coulomb's where the slip turns; infinite mu reverses the slip (tangential restitution 1)"),
    CAROM_COEFFICIENT_REST_SPEED,
};

static const carom_contact_vtable code = {.solve = solve,
                                          .guarantees = also,
                                          .accuracy = CAROM_SMITH_RESIDUAL,
                                          .solve_all = all,
                                          .index = index_of,
                                          .equations = CAROM_EXTRA(jac),
                                          .differentiable = CAROM_2D | CAROM_3D};

const carom_law carom_law_smith = {
    .name = "smith",
    .module = "core",
    .solves = CAROM_2D | CAROM_3D,
    .closed_form = 0,
    CAROM_COEFFICIENTS(coefficients),
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING |
                  CAROM_GUARANTEE_HOMOGENEOUS,
    .conditions = "unique and continuous in 2D",
    .summary = "Newton's restitution; friction along a mean of the initial and the final slip",
    .citation = "Smith 1991; Chatterjee 1997, 5.1.3",
    .contact = &code,
};
