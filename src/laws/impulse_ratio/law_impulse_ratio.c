// Brach's linear law: Newton's restitution with a given ratio of the tangential to the normal impulse. Brach 1991;
// Chatterjee 1997, 5.1.1 and (6.2).
//   v_n' = -e v_n,   P_t = rho P_n:   P = c / (W_nn + w.rho) (1, rho),   c = -(1 + e) v_n
// The ratio rho is a number (in 3D two, along t1 and t2), or a fraction f of the critical ratio rho_c. The critical
// ratio is rho_c = P_s,t / P_s,n, where P_s is the impulse that stops the slip. With f = 1 the impact therefore ends
// without slip. In 3D it is f_1 rho_c + f_2 R rho_c, R a quarter turn. The coefficient mu does not influence the
// impulse; it is only used to judge the result, unless it is 0.
//
// The law does not limit energy. Along the line from the frictionless impulse F to P_s
//   dE(P) = P.v + P.W P / 2
// is convex, and F (f = 0) loses (1 - e^2) v_n^2 / (2 W_nn). If f = 1 does not gain energy, no f in [0, 1] does. With M
// = W^-1, f = 1 gains energy if and only if e^2 > v.M v / (M_nn v_n^2).
//
// There is no solution if W_nn + w.rho <= 0, because the ratio then drives the bodies together. If P_s,n <= 0, there is
// none either, because no pushing impulse stops the slip. The same holds if W is singular and its range contains no
// P_s.
#include "collide/set_impulse.h"
#include "derivative/equations.h"
#include "friction/stick.h"
#include "laws/impulse_ratio/kernel_impulse_ratio.h"
#include "tables/row.h"

extern CAROM_API const carom_law carom_law_impulse_ratio;

// Returns whether a ratio is so large that products with it may overflow.
static bool steep(int dim, const double *f) {
    return fabs(f[0]) > CAROM_ORDINARY_MOST || (dim == 3 && fabs(f[1]) > CAROM_ORDINARY_MOST);
}

// Solves any contact. The impulse is along (n, t), where t is the ratio or the impulse that stops the slip. A large
// ratio is scaled to unit size, and D with it.
static carom_status limit(const carom_contact *c, const carom_params *p, carom_result *out) {
    const double a = c->W[0][0], *w = c->W[0], rebound = -(1.0 + p->e) * c->v[0];
    const double *ratio = &p->own[CAROM_OWN(ratio)], unit = steep(c->dim, ratio) ? 0x1p-600 : 1.0;
    const double f1 = unit * ratio[0], f2 = c->dim == 3 ? unit * ratio[1] : 0.0;
    const bool critical = p->own[CAROM_OWN(of)] == CAROM_RATIO_CRITICAL;
    double along[3] = {1.0, 1.0, 0.0};
    if (critical && (!carom_stick_impulse(c, p->e, 0.0, along) || !(along[0] > 0.0))) return CAROM_NO_SOLUTION;
    double P[3] = {unit * along[0], f1 * along[1] - f2 * along[2], f1 * along[2] + f2 * along[1]}, D = unit * a;
    for (int i = 1; i < c->dim; i++) D += w[i] * P[i];
    if (critical) D = (unit - f1) * (a * along[0]) + f1 * rebound;
    if (critical && c->dim == 3) D += f2 * (w[2] * along[1] - w[1] * along[2]);
    if (!(D > 0.0)) return CAROM_NO_SOLUTION;
    for (int i = 0; i < c->dim; i++) P[i] *= rebound / D;
    double after[3], turned = 0.0;
    carom_velocity_after(c->dim, c->W, c->v, P, after);
    for (int i = 1; i < c->dim; i++) turned += (c->v[i] + w[i] * rebound / a) * after[i];
    const carom_mode slips = turned < 0.0 ? CAROM_MODE_REVERSED : CAROM_MODE_SLIDING;
    return carom_set_impulse(out, c->dim, P, critical && ratio[0] == 1.0 && f2 == 0.0 ? CAROM_MODE_STICKING : slips);
}

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    const double(*W)[3] = c->W, *v = c->v, *f = &p->own[CAROM_OWN(ratio)], of = p->own[CAROM_OWN(of)];
    if (v[0] == 0.0) return carom_set_no_impulse(out, c->dim); // without approach the critical ratio has no limit
    if (c->dim == 3) {
        if (!carom_ordinary_space(c) || steep(3, f)) return limit(c, p, out);
        const carom_answer3 k = carom_impulse_ratio_space(W[0][0], W[0][1], W[0][2], W[1][1], W[1][2], W[2][2], v[0],
                                                          v[1], v[2], p->e, p->mu, f[0], f[1], of);
        return k.mode == CAROM_EXTRAORDINARY ? limit(c, p, out) : carom_set_impulse(out, 3, k.P, (carom_mode)k.mode);
    }
    if (carom_singular2(W) || steep(2, f)) return limit(c, p, out);
    const carom_answer2 k = carom_impulse_ratio_closed(W[0][0], W[0][1], W[1][1], v[0], v[1], p->e, p->mu, f[0], of);
    return k.mode == CAROM_EXTRAORDINARY ? CAROM_NO_SOLUTION
                                         : carom_set_impulse_plane(out, k.Pn, k.Pt, (carom_mode)k.mode);
}

// Adds the equation of the critical ratio in 2D, P_t S_n = P_n f S_t, times det W, which loses no digits near a singular
// W:  S_n = W_tt b_n - W_nt b_t,  S_t = W_nn b_t - W_nt b_n,  b = (-(1 + e) v_n, -v_t).
static void critical_row(const carom_contact *c, const carom_params *p, const double P[3], carom_equations *eq) {
    const double a = c->W[0][0], w = c->W[0][1], T = c->W[1][1], b[2] = {-(1.0 + p->e) * c->v[0], -c->v[1]};
    const double Sn = T * b[0] - w * b[1], St = a * b[1] - w * b[0], f = p->own[CAROM_OWN(ratio)];
    const double by_bn = P[1] * T + P[0] * f * w;
    carom_row *row = &eq->row[1];
    row->P[0] = -f * St;
    row->P[1] = Sn;
    row->x[CAROM_JACOBIAN_V] = -(1.0 + p->e) * by_bn;
    row->x[CAROM_JACOBIAN_V + 1] = P[1] * w + P[0] * f * a;
    row->x[carom_w_column(2, 0, 0)] = -P[0] * f * b[1];
    row->x[carom_w_column(2, 0, 1)] = P[0] * f * b[0] - P[1] * b[1];
    row->x[carom_w_column(2, 1, 1)] = P[1] * b[0];
    carom_row_param(eq, row, CAROM_PARAM_e, -c->v[0] * by_bn);
    carom_row_param(eq, row, CAROM_PARAM_ratio, -P[0] * St);
}

// Adds Newton's restitution with P_t = rho P_n. For the critical ratio the equation is P_t S_n = P_n (f_1 S_t + f_2 R
// S_t), where S stops the slip.
static bool jac(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out,
                carom_equations *eq) {
    const double *P = out->P, f1 = p->own[CAROM_OWN(ratio)], f2 = c->dim == 3 ? p->own[CAROM_OWN(ratio2)] : 0.0;
    const bool critical = p->own[CAROM_OWN(of)] == CAROM_RATIO_CRITICAL;
    double S[3] = {1.0, 1.0, 0.0};
    carom_slopes J;
    carom_row_rebound(eq, c, P, 0, p->e, CAROM_PARAM_e, &eq->row[0]);
    if (critical && c->dim == 2) return critical_row(c, p, P, eq), true;
    if (critical) {
        carom_equations held = carom_equations_part(eq);
        if (!carom_stick_impulse(c, p->e, 0.0, S)) return false;
        carom_row_rebound(&held, c, S, 0, p->e, CAROM_PARAM_e, &held.row[0]);
        for (int i = 1; i < c->dim; i++) carom_row_after(c, S, i, 1.0, &held.row[i]);
        if (!carom_equations_slopes(&held, &J)) return false;
    }
    for (int i = 1; i < c->dim; i++) {
        carom_row *row = &eq->row[i];
        const double other = i == 1 ? -S[2] : S[1], lean = f1 * S[i] + f2 * other;
        if (critical) { // derivatives with respect to S
            row->P[0] = P[i];
            row->P[i] = -P[0] * f1;
            row->P[3 - i] = (i == 1 ? 1.0 : -1.0) * P[0] * f2;
            carom_row_chain(eq, &J, row);
        }
        row->P[i] = S[0];
        row->P[0] = -lean;
        carom_row_param(eq, row, CAROM_PARAM_ratio, -P[0] * S[i]);
        carom_row_param(eq, row, CAROM_PARAM_ratio2, -P[0] * other);
    }
    return true;
}

static const char *const of_names[] = {"number", "critical", NULL};

#define CAROM_ROW_judging_mu                                                                                           \
    .name = "mu", .number = CAROM_PARAM_mu, .kind = CAROM_REAL, .symbol = "μ", .default_value = 0.0,                   \
    .meaning = "friction that the outcome is judged by (Coulomb); 0, as it is unless given, does not judge it"
#define CAROM_ROW_ratio                                                                                                \
    .name = "ratio", .number = CAROM_PARAM_ratio, .kind = CAROM_PAIR, .symbol = "ρ", .default_value = CAROM_REQUIRED,  \
    .meaning = "tangential to normal impulse, P_t / P_n, or a share of the ratio that stops the slip, as "             \
               "`ratio_kind` says; in "                                                                                \
               "space a second number across it"
#define CAROM_ROW_of                                                                                                   \
    .name = "ratio_kind", .number = CAROM_PARAM_of, .kind = CAROM_CHOICE, .symbol = "",                                \
    .default_value = CAROM_RATIO_NUMBER, .choices = of_names,                                                          \
    .meaning =                                                                                                         \
        "what `ratio` is: number, P_t / P_n along t1 and t2; critical, a share of the ratio that stops the slip "      \
        "(1 is all of it)"
#define CAROM_UNIT_judging_mu "1"
#define CAROM_UNIT_ratio      "1"
#define CAROM_UNIT_of         ""

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(e, 0, 1, "-v_n' / v_n", CAROM_NEWTON_ALIKE),
    CAROM_ROW(judging_mu, 0, HUGE_VAL, "largest |P_t| / P_n that Coulomb allows",
              "does not change the impulse; carom checks the result against it, unless it is 0"),
    CAROM_ROW(ratio, -DBL_MAX, DBL_MAX, "P_t / P_n, or a fraction of the critical ratio",
              "|ratio| = mu if whittaker slips; the fraction 1 gives the sticking impulse of whittaker"),
    CAROM_ROW(of, CAROM_RATIO_NUMBER, CAROM_RATIO_CRITICAL, "how the ratio is given",
              "critical: P_t / P_n of the impulse that stops the slip, 100 % for Brach"),
    CAROM_COEFFICIENT_REST_SPEED,
};

static const carom_contact_vtable code = {
    .solve = solve, .mu_checks_only = true, .equations = CAROM_EXTRA(jac), .differentiable = CAROM_2D | CAROM_3D};

const carom_law carom_law_impulse_ratio = {
    .name = "impulse-ratio",
    .module = "core",
    .solves = CAROM_2D | CAROM_3D,
    .closed_form = CAROM_2D | CAROM_3D,
    CAROM_COEFFICIENTS(coefficients),
    .guarantees = CAROM_GUARANTEE_NONPENETRATING | CAROM_GUARANTEE_HOMOGENEOUS | CAROM_GUARANTEE_CONTINUOUS,
    .conditions = "unique if a pushing impulse has the ratio, otherwise without a result",
    .summary = "Newton's restitution; the ratio of tangential to normal impulse is given",
    .citation = "Brach 1991; Chatterjee 1997, 5.1.1, (6.2)",
    .contact = &code,
};
