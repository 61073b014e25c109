// Chatterjee's five-parameter law (1997, 6.6): a weighted mean of his laws I, II and III.
//   P = s1 P_I + s2 P_II + (1 - s1 - s2) P_III
// The admissible impulses form a convex set. The mean is therefore admissible if the three impulses are.
#include <math.h>

#include "collide/set_impulse.h"
#include "laws/chatterjee/chatterjee.h"
#include "laws/chatterjee/jac_chatterjee.h"
#include "laws/chatterjee/kernel_chatterjee_mean.h"
#include "tables/row.h"

extern CAROM_API const carom_law carom_law_chatterjee;

static double weight_of_3(const carom_params *p) {
    return carom_chatterjee_third(p->s1, p->s2);
}

// Solves ordinary problems by the kernel. All other problems are limits, which the same forms solve.
static bool solve_ordinary(const carom_contact *c, const carom_params *p, carom_result *out) {
    const double(*W)[3] = c->W, *v = c->v;
    if (!(p->mu <= CAROM_ORDINARY_MOST)) return false;
    if (c->dim == 2) {
        if (!carom_ordinary2(W[0][0], W[0][1], W[1][1], v[0], v[1])) return false;
        const carom_answer2 k =
            carom_chatterjee_closed(W[0][0], W[0][1], W[1][1], v[0], v[1], p->e, p->e_t, p->mu, p->s1, p->s2);
        return k.mode != CAROM_EXTRAORDINARY &&
               carom_set_impulse_plane(out, k.Pn, k.Pt, (carom_mode)k.mode) == CAROM_OK;
    }
    if (!carom_ordinary_space(c)) return false;
    const carom_answer3 k = carom_chatterjee_space(W[0][0], W[0][1], W[0][2], W[1][1], W[1][2], W[2][2], v[0], v[1],
                                                   v[2], p->e, p->e_t, p->mu, p->s1, p->s2);
    return k.mode != CAROM_EXTRAORDINARY && carom_set_impulse(out, 3, k.P, (carom_mode)k.mode) == CAROM_OK;
}

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    if (!carom_law_takes(p, CAROM_PARAM_s2, weight_of_3(p) >= 0.0)) return carom_refuse_param(out, CAROM_PARAM_s2);
    if (solve_ordinary(c, p, out)) return CAROM_OK;
    static carom_chatterjee_fn *const parts[] = {carom_chatterjee_1, carom_chatterjee_2, carom_chatterjee_3};
    const double weights[] = {p->s1, p->s2, weight_of_3(p)};
    const carom_chatterjee_input in = {.r_n = p->e, .r_t = p->e_t, .mu = p->mu};
    double sum[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; k++) {
        // A law with weight 0 may have no result.
        double P[3];
        carom_mode mode;
        if (weights[k] == 0.0) continue;
        const carom_status status = parts[k](c, &in, P, &mode);
        if (status != CAROM_OK) return status;
        for (int i = 0; i < c->dim; i++) sum[i] += weights[k] * P[i];
    }
    return carom_set_impulse(out, c->dim, sum, CAROM_MODE_UNNAMED);
}

// Computes the mean of the three Jacobians, each from its own equations and mode. A switch of any of the three laws is
// a switch of the mean.
static bool jac(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out,
                carom_equations *eq) {
    static carom_chatterjee_fn *const parts[] = {carom_chatterjee_1, carom_chatterjee_2, carom_chatterjee_3};
    static carom_equations_fn *const slopes[] = {carom_chatterjee1_jac, carom_chatterjee2_jac, carom_chatterjee3_jac};
    const double weights[] = {p->s1, p->s2, weight_of_3(p)};
    const carom_chatterjee_input in = {.r_n = p->e, .r_t = p->e_t, .mu = p->mu};
    for (int i = 0; i < c->dim; i++) eq->row[i].P[i] = 1.0;
    for (int k = 0; k < 3; k++) {
        carom_equations part = carom_equations_part(eq);
        carom_result at = *out;
        carom_slopes J;
        if (parts[k](c, &in, at.P, &at.mode) != CAROM_OK) return false;
        part.side = 0;
        if (weights[k] == 0.0) part.side = 1; // the switches of a law with weight 0 do not affect the mean
        const bool known = slopes[k](self, c, p, &at, &part) && carom_equations_slopes(&part, &J);
        if (part.smooth != CAROM_SMOOTH) eq->smooth = part.smooth;
        if (!known) return false;
        if (weights[k] != 0.0 && part.margin < eq->margin) eq->margin = part.margin;
        if (weights[k] != 0.0 && part.switches > 0) eq->smooth = CAROM_DIRECTIONAL;
        for (int i = 0; i < c->dim; i++) {
            for (int l = 0; l < CAROM_JACOBIAN_PARAM + eq->params; l++) eq->row[i].x[l] -= weights[k] * J.x[i][l];
            carom_row_param(eq, &eq->row[i], CAROM_PARAM_s1, k == 0 ? -at.P[i] : k == 2 ? at.P[i] : 0.0);
            carom_row_param(eq, &eq->row[i], CAROM_PARAM_s2, k == 1 ? -at.P[i] : k == 2 ? at.P[i] : 0.0);
        }
    }
    return true;
}

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(r_n, 0, 1, "-v_n' / v_n passed to each of the three laws", CAROM_NEWTON_ALIKE),
    CAROM_ROW(r_t, -1, 1, "-v_t' / v_t passed to each of the three laws", CAROM_CHATTERJEE_AS_BILINEAR),
    CAROM_CHATTERJEE_MU,
    CAROM_ROW(s1, 0, 1, "weight of law I in the mean", "s1 + s2 is at most 1; s1 = 1 is chatterjee1"),
    CAROM_ROW(s2, 0, 1, "weight of law II in the mean",
              "s1 + s2 is at most 1; s2 = 1 is chatterjee2, both 0 is chatterjee3"),
    CAROM_COEFFICIENT_REST_SPEED,
};

static const carom_contact_vtable code = {
    .solve = solve, .equations = CAROM_EXTRA(jac), .differentiable = CAROM_2D | CAROM_3D};

const carom_law carom_law_chatterjee = {
    .name = "chatterjee",
    CAROM_CHATTERJEE_ROW,
    CAROM_COEFFICIENTS(coefficients),
    .summary = "a weighted mean of Chatterjee's laws I, II and III",
    .citation = "Chatterjee 1997, 6.6",
    .contact = &code,
};
