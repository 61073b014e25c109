// The bilinear law of homogeneous spheres. Walton 1988; Payr & Glocker 2005 (51)-(57).
//   W = diag(a, b[, b]),  b = a (1 + 1/K),  K = 2/5:  b = 7/2 a  (two equal spheres double both)
//   P_n = -(1 + e_n) v_n / a,   P_t = -min((1 + e_t) |v_t| / b, mu P_n) v_t / |v_t|
// Any other W is not a sphere's and is refused; the bilinear law takes it.
#include "collide/diagonal.h"
#include "collide/give.h"
#include "collide/row.h"
#include "laws/bilinear/kernel_bilinear.h"

static bool is_sphere(const carom_contact *c) {
    for (int i = 1; i < c->dim; i++)
        if (!(fabs(c->W[i][i] - 3.5 * c->W[0][0]) <= CAROM_UNCOUPLED * c->W[i][i])) return false;
    return carom_uncoupled(c) && (c->dim == 2 || fabs(c->W[1][2]) <= CAROM_UNCOUPLED * c->W[1][1]);
}

static carom_status solve(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    double P[3] = {0};
    if (!is_sphere(c)) return CAROM_NOT_APPLICABLE;
    const double speed = carom_slip_speed(c);
    const carom_bilinear_kernel k =
        carom_bilinear_closed(c->W[0][0], c->W[1][1], c->v[0], speed, p->e_n, p->e_t, p->mu);
    P[0] = k.Pn;
    for (int i = 1; i < c->dim; i++) P[i] = speed > 0.0 ? -k.grip * (c->v[i] / speed) : 0.0;
    return carom_give(out, c->dim, P, k.sliding ? CAROM_MODE_SLIDING : CAROM_MODE_STICKING);
}

// What its coefficients are here.
static const carom_card cards[] = {
    CAROM_CARD(walton, e_n, 0, 1, "-v_n' / v_n", CAROM_CARD_NEWTON_ALIKE),
    CAROM_CARD(walton, e_t, -1, 1, "-v_t' / v_t unless friction slips (Walton's beta_0)",
               "equals bilinear's e_t on a sphere"),
    CAROM_CARD(walton, mu, 0, HUGE_VAL, "|P_t| / P_n when friction slips", "as in every law"),
    CAROM_NO_MORE_CARDS,
};

static const carom_law_code code = {.solve = solve, .cards = cards};

const carom_law carom_law_walton = {
    .name = "walton",
    .module = "core",
    .dims = CAROM_PLANE | CAROM_SPACE,
    .closed = CAROM_PLANE | CAROM_SPACE,
    .reads = CAROM_PARAM_BIT(e_n) | CAROM_PARAM_BIT(e_t) | CAROM_PARAM_BIT(mu) | CAROM_PARAM_BIT(rest_speed),
    .promises =
        CAROM_DISSIPATIVE | CAROM_COULOMB | CAROM_NONPENETRATING | CAROM_HOMOGENEOUS | CAROM_CONTINUOUS | CAROM_UNIQUE,
    .also = "",
    .summary = "the bilinear law of homogeneous spheres: W_tt = 7/2 W_nn",
    .citation = "Walton 1988; Payr & Glocker 2005 (51)-(57)",
    .code = &code,
};
