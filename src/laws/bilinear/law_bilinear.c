// No coupling between normal and tangent: each direction bounces by its own coefficient, friction permitting.
// Chatterjee 1997, 6.4; Payr & Glocker 2005 (51)-(57).
//   P_n = -(1 + e_n) v_n / W_nn,   P_t = -min((1 + e_t) |v_t| / b, mu P_n) v_t / |v_t|,   W_tt v_t = b v_t
// Defined only where W_nt = 0 and the slip runs along an axis of W_tt. b = 0, a direction that nothing can move, is the
// limit b -> 0+: friction is all it can be against the slip, without end if mu has none. e_t = -1 asks for no friction.
#include "collide/diagonal.h"
#include "collide/give.h"
#include "collide/row.h"
#include "laws/bilinear/kernel_bilinear.h"

static carom_status solve(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    double b, P[3] = {0};
    if (!carom_uncoupled(c) || !carom_slip_axis(c, &b)) return CAROM_NOT_APPLICABLE;
    const double speed = carom_slip_speed(c);
    // (1 + e_t) |v_t| / b is then 0/0, and 0 for every b > 0.
    if (p->e_t == -1.0) b = 1.0;
    const carom_bilinear_kernel k = carom_bilinear_closed(c->W[0][0], b, c->v[0], speed, p->e_n, p->e_t, p->mu);
    if (isinf(k.grip)) return CAROM_NO_SOLUTION;
    P[0] = k.Pn;
    for (int i = 1; i < c->dim; i++) P[i] = speed > 0.0 ? -k.grip * (c->v[i] / speed) : 0.0;
    return carom_give(out, c->dim, P, k.sliding ? CAROM_MODE_SLIDING : CAROM_MODE_STICKING);
}

// What its coefficients are here.
static const carom_card cards[] = {
    CAROM_CARD(bilinear, e_n, 0, 1, "-v_n' / v_n", CAROM_CARD_NEWTON_ALIKE),
    CAROM_CARD(
        bilinear, e_t, -1, 1, "-v_t' / v_t unless friction slips",
        "equals r_t of Chatterjee's laws and e_t of glocker, which need no diagonal W; 0 sticks, 1 reverses the slip"),
    CAROM_CARD(bilinear, mu, 0, HUGE_VAL, "|P_t| / P_n when friction slips", "as in every law"),
    CAROM_NO_MORE_CARDS,
};

static const carom_law_code code = {.solve = solve, .cards = cards};

const carom_law carom_law_bilinear = {
    .name = "bilinear",
    .module = "core",
    .dims = CAROM_PLANE | CAROM_SPACE,
    .closed = CAROM_PLANE | CAROM_SPACE,
    .reads = CAROM_PARAM_BIT(e_n) | CAROM_PARAM_BIT(e_t) | CAROM_PARAM_BIT(mu) | CAROM_PARAM_BIT(rest_speed),
    .promises =
        CAROM_DISSIPATIVE | CAROM_COULOMB | CAROM_NONPENETRATING | CAROM_HOMOGENEOUS | CAROM_CONTINUOUS | CAROM_UNIQUE,
    .also = "",
    .summary = "no coupling (W_nt = 0): normal and tangent bounce each by its own coefficient, friction permitting",
    .citation = "Chatterjee 1997, 6.4; Payr & Glocker 2005 (51)-(57)",
    .code = &code,
};
