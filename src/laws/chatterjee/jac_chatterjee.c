// The equations of Chatterjee's laws I, II and III by mode. u = v_t/|v_t|, p across u.
//   I     P_t + rho P_n u = 0 with rho = mu, or, if friction does not limit it,
//         m (1 + r_n) |v_n| P_t + (1 + r_t) h P_n v_t = 0,
//         h/m = M_22/M_11 = W_nn/W_tt, in 3D (W_nn p.T p - (w.p)^2)/det T;
//         restitution: Newton's; energy: dE = 0; projected: from the impulse E of "energy", P = E - 2 v_n(E)/W_nn n
//   II    Q_t = -(1 + r_t) (W^-1 v)_t with Newton's;  inside P = Q, else back to the cone along the line from Q to A n
//   III   Q: W Q = V_f/gamma - v;  the same
//   back  A = -(1 + r_n) v_n/W_nn,  |P_t| = mu P_n,  (P - A n) along (Q - A n)
#include "laws/chatterjee/jac_chatterjee.h"

#include "base/ldl.h"
#include "base/rank.h"
#include "base/sym.h"
#include "friction/diagonal.h"
#include "friction/stick.h"
#include "laws/chatterjee/chatterjee.h"
#include "laws/chatterjee/twin_chatterjee3.h"

// h and m with their derivatives; h depends on v_t through p.
typedef struct lean {
    double h, m, u[2], speed, dh[CAROM_JACOBIAN_COLUMNS], dm[CAROM_JACOBIAN_COLUMNS];
} lean;

static lean lean_of(const carom_contact *c) {
    const double a = c->W[0][0];
    lean k = {.speed = carom_slip_speed(c), .h = a, .m = c->W[1][1]};
    k.u[0] = c->v[1] / k.speed;
    k.dh[CAROM_JACOBIAN_W] = k.dm[CAROM_JACOBIAN_W + 2] = 1.0;
    if (c->dim == 2) return k;
    k.u[1] = c->v[2] / k.speed;
    const double x = -k.u[1], y = k.u[0], T11 = c->W[1][1], T12 = c->W[1][2], T22 = c->W[2][2];
    const double Tx = T11 * x + T12 * y, Ty = T12 * x + T22 * y, pTp = x * Tx + y * Ty,
                 wp = c->W[0][1] * x + c->W[0][2] * y;
    const double wu = c->W[0][1] * k.u[0] + c->W[0][2] * k.u[1], uTp = k.u[0] * Tx + k.u[1] * Ty;
    k.h = a * pTp - wp * wp;
    k.m = T11 * T22 - T12 * T12;
    const double by_W[6] = {pTp, -2.0 * wp * x, -2.0 * wp * y, a * x * x, 2.0 * a * x * y, a * y * y};
    const double of_T[6] = {0.0, 0.0, 0.0, T22, -2.0 * T12, T11};
    for (int i = 0; i < 6; i++) {
        k.dh[CAROM_JACOBIAN_W + i] = by_W[i];
        k.dm[CAROM_JACOBIAN_W + i] = of_T[i];
    }
    // dp = -u (p.dv_t)/|v_t|
    const double turn = (-2.0 * a * uTp + 2.0 * wp * wu) / k.speed;
    k.dh[CAROM_JACOBIAN_V + 1] = turn * x;
    k.dh[CAROM_JACOBIAN_V + 2] = turn * y;
    return k;
}

// Adds the equations that determine the direction of P in law I.
static void lean_rows(const carom_contact *c, const carom_params *p, const double P[3], const lean *k, bool as_wanted,
                      carom_equations *eq) {
    for (int i = 1; i < c->dim; i++) {
        carom_row *row = &eq->row[i];
        if (!as_wanted) {
            row->P[i] = 1.0;
            row->P[0] = p->mu * k->u[i - 1];
            carom_row_param(eq, row, CAROM_PARAM_mu, P[0] * k->u[i - 1]);
            for (int j = 1; j < c->dim; j++)
                row->x[CAROM_JACOBIAN_V + j] +=
                    p->mu * P[0] * ((i == j ? 1.0 : 0.0) - k->u[i - 1] * k->u[j - 1]) / k->speed;
            continue;
        }
        const double n = -(1.0 + p->e) * c->v[0], t = (1.0 + p->e_t) * P[0] * c->v[i];
        row->P[i] = k->m * n;
        row->P[0] = (1.0 + p->e_t) * k->h * c->v[i];
        for (int l = 0; l < CAROM_JACOBIAN_PARAM; l++) row->x[l] += n * P[i] * k->dm[l] + t * k->dh[l];
        row->x[CAROM_JACOBIAN_V] -= k->m * (1.0 + p->e) * P[i];
        row->x[CAROM_JACOBIAN_V + i] += (1.0 + p->e_t) * k->h * P[0];
        carom_row_param(eq, row, CAROM_PARAM_e, -k->m * c->v[0] * P[i]);
        carom_row_param(eq, row, CAROM_PARAM_e_t, k->h * P[0] * c->v[i]);
    }
}

// Computes the impulse E of "energy" along the direction of P_t, for a projected P. It has the same P_t, and E_n = P_n
// + 2 v_f/W_nn with v_f = -v_n'.
static bool projected(const carom_contact *c, const carom_params *p, const double P[3], const lean *k, bool as_wanted,
                      carom_equations *eq) {
    const double a = c->W[0][0], E[3] = {P[0] - 2.0 * carom_after(c, P, 0) / a, P[1], P[2]};
    carom_equations kept = carom_equations_part(eq);
    carom_slopes J;
    carom_row_energy(c, E, &kept.row[0]);
    lean_rows(c, p, E, k, as_wanted, &kept);
    if (!carom_equations_slopes(&kept, &J)) return false;
    // a P_n - a E_n + 2 (v_n + (W E)_n) = 0,  P_t - E_t = 0
    carom_row_after(c, E, 0, 2.0, &eq->row[0]);
    eq->row[0].P[0] -= a;
    eq->row[0].x[CAROM_JACOBIAN_W] += P[0] - E[0];
    carom_row_chain(eq, &J, &eq->row[0]);
    eq->row[0].P[0] = a;
    for (int i = 1; i < c->dim; i++) {
        eq->row[i].P[i] = -1.0;
        carom_row_chain(eq, &J, &eq->row[i]);
        eq->row[i].P[i] = 1.0;
    }
    return true;
}

static void switches_of_1(const carom_contact *c, const carom_params *p, const carom_result *out, const lean *k,
                          bool as_wanted, carom_equations *eq) {
    const double *P = out->P, after = carom_after(c, P, 0), n = -(1.0 + p->e) * c->v[0];
    const double sign = as_wanted ? 1.0 : -1.0, most = p->mu * k->m * n, wants = (1.0 + p->e_t) * k->h * k->speed;
    carom_row *row =
        isinf(p->mu) ? NULL : carom_switch_at(eq, sign * (most - wants), most + wants, out->mode, as_wanted ? 1 : 2);
    if (row) {
        for (int l = 0; l < CAROM_JACOBIAN_PARAM; l++)
            row->x[l] = sign * (p->mu * n * k->dm[l] - (1.0 + p->e_t) * k->speed * k->dh[l]);
        row->x[CAROM_JACOBIAN_V] -= sign * p->mu * k->m * (1.0 + p->e);
        for (int i = 1; i < c->dim; i++) row->x[CAROM_JACOBIAN_V + i] -= sign * (1.0 + p->e_t) * k->h * k->u[i - 1];
        carom_row_param(eq, row, CAROM_PARAM_mu, sign * k->m * n);
        carom_row_param(eq, row, CAROM_PARAM_e, -sign * p->mu * k->m * c->v[0]);
        carom_row_param(eq, row, CAROM_PARAM_e_t, -sign * k->h * k->speed);
    }
    const int same = as_wanted ? 2 : 1; // side of the neighbouring mode, which has the same rho
    double size = fabs(c->v[0]);
    for (int j = 0; j < c->dim; j++) size += fabs(c->W[0][j] * P[j]);
    if (out->mode == CAROM_MODE_RESTITUTION) {
        double work = 0.0, terms = 0.0;
        for (int i = 0; i < c->dim; i++) {
            work -= P[i] * (c->v[i] + carom_after(c, P, i));
            terms += fabs(P[i] * c->v[i]) + fabs(P[i] * carom_after(c, P, i));
        }
        row = carom_switch_at(eq, work, terms, CAROM_MODE_ENERGY, same);
        if (!row) return;
        carom_row_energy(c, P, row);
        for (int i = 0; i < c->dim; i++) row->P[i] = -row->P[i];
        for (int l = 0; l < CAROM_JACOBIAN_PARAM; l++) row->x[l] = -row->x[l];
        return;
    }
    // A projected impulse has v_n' = -v_f > 0. The switch between "energy" and "projected" is at v_n' = 0.
    row = carom_switch_at(eq, after, size, out->mode == CAROM_MODE_ENERGY ? CAROM_MODE_PROJECTED : CAROM_MODE_ENERGY,
                          same);
    if (row) carom_row_after(c, P, 0, 1.0, row);
    if (out->mode != CAROM_MODE_ENERGY) return;
    row = carom_switch_at(eq, -p->e * c->v[0] - after, size, CAROM_MODE_RESTITUTION, same);
    if (!row) return;
    carom_row_after(c, P, 0, -1.0, row);
    row->x[CAROM_JACOBIAN_V] -= p->e;
    carom_row_param(eq, row, CAROM_PARAM_e, -c->v[0]);
}

// Computes the equations of law I. On side 1 rho is mu; on side 2 it is the wanted ratio.
bool carom_chatterjee1_jac(const carom_law *self, const carom_contact *c, const carom_params *p,
                           const carom_result *out, carom_equations *eq) {
    const double *P = out->P;
    if (!(carom_slip_speed(c) > 0.0)) {
        // Without slip, rho in 2D is linear in v_t. In 3D it turns with v_t.
        eq->smooth = CAROM_DIRECTIONAL;
        if (c->dim == 3 || out->mode != CAROM_MODE_RESTITUTION) return false;
        eq->smooth = CAROM_SMOOTH;
        const double n = -(1.0 + p->e) * c->v[0];
        carom_row_rebound(eq, c, P, 0, p->e, CAROM_PARAM_e, &eq->row[0]);
        eq->row[1].P[1] = c->W[1][1] * n;
        eq->row[1].x[CAROM_JACOBIAN_V + 1] = (1.0 + p->e_t) * c->W[0][0] * P[0];
        return true;
    }
    const lean k = lean_of(c);
    // If W_tt is singular, the wanted rho is a limit and has no derivative.
    if (c->dim == 3 && !(k.m > CAROM_SINGULAR * (c->W[1][1] * c->W[2][2]))) return false;
    const double n = -(1.0 + p->e) * c->v[0], wants = (1.0 + p->e_t) * k.h * k.speed;
    const bool free = eq->side > 0 ? eq->side == 2 : isinf(p->mu) || wants < p->mu * k.m * n;
    if (out->mode == CAROM_MODE_PROJECTED) {
        if (!projected(c, p, P, &k, free, eq)) return false;
    } else {
        if (out->mode == CAROM_MODE_ENERGY)
            carom_row_energy(c, P, &eq->row[0]);
        else
            carom_row_rebound(eq, c, P, 0, p->e, CAROM_PARAM_e, &eq->row[0]);
        lean_rows(c, p, P, &k, free, eq);
    }
    switches_of_1(c, p, out, &k, free, eq);
    return true;
}

// Solves W S = b with b_i = r_i v_i.
static bool solved(const carom_contact *c, const double r[2], double S[3]) {
    carom_contact k = *c;
    for (int i = 0; i < c->dim; i++) k.v[i] = -r[i > 0] * c->v[i];
    return carom_stick_impulse(&k, 0.0, 0.0, S);
}

// A wanted impulse and its derivatives.
typedef struct wanted {
    double Q[3];
    carom_slopes J;
} wanted;

// Adds the equations for moving from Q towards A n back to the cone.
//   u.P_t = mu P_n,  (u.P_t) (Q_n - A) = |Q_t| (P_n - A),  |Q_t| p.P_t = |P_t| p.Q_t
static void back_rows(const carom_contact *c, const carom_params *p, const double P[3], const wanted *w,
                      carom_equations *eq) {
    const double *Q = w->Q, Qt = sqrt(Q[1] * Q[1] + (c->dim == 3 ? Q[2] * Q[2] : 0.0));
    const double u[2] = {Q[1] / Qt, c->dim == 3 ? Q[2] / Qt : 0.0}, across[2] = {-u[1], u[0]};
    const double a = c->W[0][0], A = -(1.0 + p->e) * c->v[0] / a, Pt = u[0] * P[1] + (c->dim == 3 ? u[1] * P[2] : 0.0);
    carom_row *line = &eq->row[0], *cone = &eq->row[1];
    line->P[0] = Pt;
    for (int i = 1; i < c->dim; i++) line->P[i] = -(P[0] - A) * u[i - 1];
    carom_row_chain(eq, &w->J, line);
    const double by_A = Qt - Pt;
    line->x[CAROM_JACOBIAN_V] -= by_A * (1.0 + p->e) / a;
    line->x[CAROM_JACOBIAN_W] -= by_A * A / a;
    carom_row_param(eq, line, CAROM_PARAM_e, -by_A * c->v[0] / a);
    line->P[0] = -Qt;
    cone->P[0] = isinf(p->mu) ? 1.0 : -p->mu;
    if (!isinf(p->mu)) carom_row_param(eq, cone, CAROM_PARAM_mu, -P[0]);
    for (int i = 1; i < c->dim; i++) {
        line->P[i] = (Q[0] - A) * u[i - 1];
        cone->P[i] = isinf(p->mu) ? 0.0 : u[i - 1];
        if (c->dim == 3) eq->row[2].P[i] = -Pt * across[i - 1];
    }
    if (c->dim == 2) return;
    carom_row_chain(eq, &w->J, &eq->row[2]);
    for (int i = 1; i < 3; i++) eq->row[2].P[i] = Qt * across[i - 1];
}

// Adds the equations of the wanted impulse if it is inside the cone, otherwise those of the impulse moved back to the
// cone. The switch is the cone at Q: s = mu Q_n - |Q_t|.
static void give_rows(const carom_contact *c, const carom_params *p, const double P[3], const wanted *w, bool inside,
                      carom_mode other, carom_equations *eq) {
    const double *Q = w->Q, Qt = sqrt(Q[1] * Q[1] + (c->dim == 3 ? Q[2] * Q[2] : 0.0)), sign = inside ? 1.0 : -1.0;
    if (!inside) back_rows(c, p, P, w, eq);
    for (int i = 0; inside && i < c->dim; i++) {
        eq->row[i].P[i] = -1.0;
        carom_row_chain(eq, &w->J, &eq->row[i]);
        eq->row[i].P[i] = 1.0;
    }
    if (isinf(p->mu)) return;
    carom_row *n = carom_switch_at(eq, sign * (p->mu * Q[0] - Qt), p->mu * fabs(Q[0]) + Qt, other, 0);
    if (!n) return;
    n->P[0] = sign * p->mu;
    for (int i = 1; i < c->dim && Qt > 0.0; i++) n->P[i] = -sign * Q[i] / Qt;
    carom_row_chain(eq, &w->J, n);
    carom_row_param(eq, n, CAROM_PARAM_mu, sign * Q[0]);
}

static const int no_params[2] = {CAROM_PARAM_NONE, CAROM_PARAM_NONE};

bool carom_chatterjee2_jac(const carom_law *self, const carom_contact *c, const carom_params *p,
                           const carom_result *out, carom_equations *eq) {
    const bool inside = out->mode == CAROM_MODE_INSIDE;
    const double r[2] = {-1.0, -1.0};
    wanted w;
    carom_slopes J;
    double S[3];
    carom_equations rest = carom_equations_part(eq), part = rest;
    if (!solved(c, r, S)) return false;
    for (int i = 0; i < c->dim; i++) carom_row_after(c, S, i, 1.0, &rest.row[i]);
    if (!carom_equations_slopes(&rest, &J)) return false;
    // Newton's line with Q_t = (1 + r_t) S_t.
    w.Q[0] = -(1.0 + p->e) * c->v[0] / c->W[0][0];
    for (int i = 1; i < c->dim; i++) {
        w.Q[i] = (1.0 + p->e_t) * S[i];
        w.Q[0] -= c->W[0][i] * w.Q[i] / c->W[0][0];
        part.row[i].P[i] = -(1.0 + p->e_t);
        carom_row_chain(eq, &J, &part.row[i]);
        part.row[i].P[i] = 1.0;
        carom_row_param(&part, &part.row[i], CAROM_PARAM_e_t, -S[i]);
    }
    carom_row_rebound(&part, c, w.Q, 0, p->e, CAROM_PARAM_e, &part.row[0]);
    if (!carom_equations_slopes(&part, &w.J)) return false;
    give_rows(c, p, out->P, &w, inside, inside ? CAROM_MODE_FRICTION : CAROM_MODE_INSIDE, eq);
    if (inside) return true;
    // The line back to the cone is Newton's. Unlike Q, which is large near a singular W, this equation loses no digits.
    eq->row[0] = (carom_row){.P = {0.0}};
    carom_row_rebound(eq, c, out->P, 0, p->e, CAROM_PARAM_e, &eq->row[0]);
    return true;
}

// Computes d(b.W^-1 b) = 2 S.db - S.dW S, with S = W^-1 b and b_i = r_i v_i.
static double form_of(const carom_contact *c, const carom_equations *eq, const double r[2], const int params[2],
                      const double S[3], carom_row *d) {
    double form = 0.0;
    for (int i = 0; i < c->dim; i++) {
        form += r[i > 0] * c->v[i] * S[i];
        d->x[CAROM_JACOBIAN_V + i] += 2.0 * r[i > 0] * S[i];
        carom_row_param(eq, d, params[i > 0], 2.0 * c->v[i] * S[i]);
        for (int j = 0; j < c->dim; j++) d->x[carom_w_column(c->dim, i, j)] -= S[i] * S[j];
    }
    return form;
}

// Computes the wanted impulse of law III, with R = (r_n, r_t, r_t) and V_f = -R v:
//   W Q + (1 + k R) v = 0,  k = 1 or, scaled, k = 1/gamma < 1 so that dE = 0
// With k held fixed, the change of Q is dQ_0. Then dQ = dQ_0 - G dk with G = W^-1 R v, and d(dE) = 0 gives dk. This
// form keeps the digits of a Q that is small relative to v, and of 1 + k r if r is near -1.
static bool wanted_of_3(const carom_contact *c, const carom_params *p, const carom_equations *eq, double k_less,
                        bool scaled, wanted *w) {
    const double r[2] = {p->e, p->e_t}, k = 1.0 - k_less;
    const double minus[2] = {-((1.0 + p->e) - k_less * p->e), -((1.0 + p->e_t) - k_less * p->e_t)};
    const int params[2] = {CAROM_PARAM_e, CAROM_PARAM_e_t};
    carom_equations part = carom_equations_part(eq);
    carom_row energy = {.P = {0.0}};
    double G[3], room = 0.0;
    if (!solved(c, minus, w->Q) || !solved(c, r, G)) return false;
    for (int i = 0; i < c->dim; i++) {
        carom_row_after(c, w->Q, i, 1.0, &part.row[i]);
        part.row[i].x[CAROM_JACOBIAN_V + i] = -minus[i > 0];
        carom_row_param(&part, &part.row[i], params[i > 0], k * c->v[i]);
    }
    if (!carom_equations_slopes(&part, &w->J)) return false;
    if (!scaled) return true;
    carom_row_energy(c, w->Q, &energy);
    for (int i = 0; i < c->dim; i++) room += energy.P[i] * G[i];
    carom_row_chain(eq, &w->J, &energy);
    for (int l = 0; l < CAROM_JACOBIAN_PARAM + eq->params; l++)
        for (int i = 0; i < c->dim; i++) w->J.x[i][l] -= G[i] * energy.x[l] / room;
    return true;
}

static carom_mode mode_of_3(bool scaled, bool inside) {
    if (scaled) return inside ? CAROM_MODE_SCALED_INSIDE : CAROM_MODE_SCALED_FRICTION;
    return inside ? CAROM_MODE_INSIDE : CAROM_MODE_FRICTION;
}

// Computes the rows near a singular W with 32 digits, already solved for P. Returns false if friction has no direction.
static bool steep_rows_of_3(const carom_contact *c, const carom_params *p, bool scaled, bool inside,
                            carom_equations *eq) {
    const carom_twin_law3 x = carom_twin_law3_of(c, p->e, p->e_t, p->mu, scaled, inside);
    const double sign = inside ? 1.0 : -1.0, side = scaled ? 1.0 : -1.0;
    double cone[CAROM_JACOBIAN_COLUMNS], energy[CAROM_JACOBIAN_COLUMNS];
    carom_slopes J;
    if (!carom_twin_law3_slopes(&x, eq, &J, cone, energy)) return false;
    for (int i = 0; i < c->dim; i++) {
        eq->row[i].P[i] = 1.0;
        for (int l = 0; l < CAROM_JACOBIAN_PARAM + eq->params; l++) eq->row[i].x[l] = -J.x[i][l];
    }
    if (!isinf(p->mu)) {
        const double most = p->mu * x.Q[0].hi,
                     room = carom_difference_of_products(p->mu, x.Q[0].hi, 1.0, x.friction.hi);
        carom_row *n = carom_switch_at(eq, sign * room, fabs(most) + x.friction.hi, mode_of_3(scaled, !inside), 0);
        for (int l = 0; n && l < CAROM_JACOBIAN_PARAM + eq->params; l++) n->x[l] = sign * cone[l];
    }
    carom_row *n = carom_switch_at(eq, side * x.excess.hi, x.asked.hi + x.had.hi, mode_of_3(!scaled, inside), 0);
    for (int l = 0; n && l < CAROM_JACOBIAN_PARAM + eq->params; l++) n->x[l] = side * energy[l];
    return true;
}

bool carom_chatterjee3_jac(const carom_law *self, const carom_contact *c, const carom_params *p,
                           const carom_result *out, carom_equations *eq) {
    const carom_mode mode = out->mode;
    const bool scaled = mode == CAROM_MODE_SCALED_INSIDE || mode == CAROM_MODE_SCALED_FRICTION;
    const bool inside = mode == CAROM_MODE_INSIDE || mode == CAROM_MODE_SCALED_INSIDE;
    if (!carom_chatterjee3_plain(c) && carom_factor(c->dim, c->W).rank == c->dim &&
        steep_rows_of_3(c, p, scaled, inside, eq))
        return true;
    const double one[2] = {1.0, 1.0}, r[2] = {p->e, p->e_t}, less[2] = {1.0 + p->e, 1.0 + p->e_t};
    const int params[2] = {CAROM_PARAM_e, CAROM_PARAM_e_t};
    double S[3], G[3], L[3], excess = 0.0;
    carom_row had = {.P = {0.0}}, asked = {.P = {0.0}};
    wanted w;
    if (!solved(c, one, S) || !solved(c, r, G) || !solved(c, less, L)) return false;
    const double v_form = form_of(c, eq, one, no_params, S, &had), f_form = form_of(c, eq, r, params, G, &asked);
    for (int i = 0; i < c->dim; i++) excess -= L[i] * (1.0 - r[i > 0]) * c->v[i];
    const double over = scaled ? excess / v_form : 0.0, gamma = sqrt(1.0 + over);
    if (!wanted_of_3(c, p, eq, over / ((1.0 + gamma) * gamma), scaled, &w)) return false;
    give_rows(c, p, out->P, &w, inside, mode_of_3(scaled, !inside), eq);
    const double sign = scaled ? 1.0 : -1.0;
    carom_row *n = carom_switch_at(eq, sign * excess, f_form + v_form, mode_of_3(!scaled, inside), 0);
    for (int l = 0; n && l < CAROM_JACOBIAN_PARAM + eq->params; l++) n->x[l] = sign * (asked.x[l] - had.x[l]);
    return true;
}
