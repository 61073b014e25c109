// Compression without restitution, then an expansion that returns e of the normal impulse and part of the friction
// impulse stored in compression. Pfeiffer & Glocker 1996 in the form of Chatterjee 1997, 5.1.5.
//   compression   P_C = Whittaker's impulse for e = 0;  V_C = v + W P_C
//   expansion     P_EN = e P_CN;  P_ET = -(V_CT + W_nt P_EN) / W_tt clipped to sg alpha mu P_EN +- (1 - alpha) mu P_EN,
//                 sg = sign(P_CT),  alpha = (nu + e_t |P_CT| / (mu P_CN)) / 2
// On the side of P_CT the interval ends at mu P_EN, on the other at -mu (1 - nu) P_EN + e e_t |P_CT|. Without friction
// in compression the stored impulse has no direction: alpha = 0 then, and the interval is the whole +-mu P_EN.
#include <math.h>

#include "base/sym.h"
#include "collide/give.h"
#include "collide/row.h"
#include "collide/whittaker.h"
#include "laws/pfeiffer_glocker/kernel_pfeiffer_glocker.h"

static bool has_side(const carom_contact *c, double P_CT, carom_mode mode) {
    if (mode != CAROM_MODE_STICKING || carom_singular2(c->W)) return P_CT != 0.0;
    const double terms = c->W[0][0] * fabs(c->v[1]) + fabs(c->W[0][1] * c->v[0]);
    return carom_det2(c->W) * fabs(P_CT) > CAROM_NO_SIDE * terms;
}

static carom_mode mode_of(bool sticks, bool clipped) {
    if (sticks) return clipped ? CAROM_MODE_STICKING_SLIDING : CAROM_MODE_STICKING_STICKING;
    return clipped ? CAROM_MODE_SLIDING_SLIDING : CAROM_MODE_SLIDING_STICKING;
}

static void expand(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    const double W_nt = c->W[0][1], W_tt = c->W[1][1], P_CN = out->P[0], P_CT = out->P[1], P_EN = p->e * P_CN;
    const double slip = c->v[1] + W_nt * P_CN + W_tt * P_CT;
    const double sided = has_side(c, P_CT, out->mode) && p->mu > 0.0 ? HUGE_VAL : 0.0;
    const carom_expansion f = carom_expansion_of(c->W[0][0], W_tt, P_CN, P_CT, sided, p->e, p->mu, p->e_t, p->nu);

    // A tangent that nothing can move keeps its slip; friction is then all it can be against it.
    const double endless = slip == 0.0 ? 0.0 : -carom_sign(slip) * HUGE_VAL;
    const double wanted = W_tt > 0.0 ? -(slip + W_nt * P_EN) / W_tt : endless;
    const bool clipped = wanted < f.lo || wanted > f.hi;
    const double P_ET = wanted < f.lo ? f.lo : wanted > f.hi ? f.hi : wanted;
    const bool sticks = out->mode == CAROM_MODE_STICKING;
    out->mode = mode_of(sticks, clipped);
    out->P[0] += P_EN;
    out->P[1] += P_ET;
}

static carom_status solve(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    if (!carom_law_takes(p, CAROM_PARAM_e_t, p->e_t >= 0.0)) return carom_refuse_param(out, CAROM_PARAM_e_t);
    if (isinf(p->mu)) return carom_refuse_param(out, CAROM_PARAM_mu);

    // Compression.
    const carom_status status = carom_whittaker(c, 0.0, p->mu, p->mu, out);
    if (status != CAROM_OK) return status;
    for (int i = 0; i < 2; i++) out->Pc[i] = out->P[i];
    out->known = CAROM_KNOWS_COMPRESSION;

    if (p->e > 0.0 && out->mode != CAROM_MODE_NONE) expand(c, p, out);
    return CAROM_OK;
}

// nu > 0 stores a share of the friction bound whatever the compression's friction was; it jumps with that one's sign.
static unsigned also(int dim, const carom_params *p) {
    (void)dim;
    return p->nu == 0.0 ? CAROM_CONTINUOUS : 0u;
}

// What its coefficients are here.
static const carom_card cards[] = {
    CAROM_CARD(pfeiffer_glocker, e, 0, 1, "expansion to compression normal impulse (Poisson)",
               CAROM_CARD_NEWTON_ALIKE "; equals routh's poisson while that slides to the end and e_t = nu = 0"),
    CAROM_CARD(pfeiffer_glocker, mu, 0, DBL_MAX, "largest |P_t| / P_n of compression and of expansion",
               "finite: what infinite friction stores has no bound"),
    CAROM_CARD(pfeiffer_glocker, e_t, 0, 1, "stored friction impulse given back in expansion, to that of compression",
               "an impulse ratio, unlike glocker's velocity ratio"),
    CAROM_CARD(pfeiffer_glocker, nu, 0, 1,
               "share of the friction bound stored whatever the friction of compression was",
               "0 makes the law continuous"),
    CAROM_NO_MORE_CARDS,
};

static const carom_law_code code = {.solve = solve, .also = also, .cards = cards};

const carom_law carom_law_pfeiffer_glocker = {
    .name = "pfeiffer-glocker",
    .module = "core",
    .dims = CAROM_PLANE,
    .closed = CAROM_PLANE,
    .reads = CAROM_PARAM_BIT(e) | CAROM_PARAM_BIT(mu) | CAROM_PARAM_BIT(e_t) | CAROM_PARAM_BIT(nu) |
             CAROM_PARAM_BIT(rest_speed),
    .promises = CAROM_DISSIPATIVE | CAROM_COULOMB | CAROM_NONPENETRATING | CAROM_HOMOGENEOUS | CAROM_UNIQUE,
    .also = "continuous while nu = 0",
    .summary = "a compression without restitution, then an expansion that returns stored friction impulse",
    .citation = "Pfeiffer & Glocker 1996; Chatterjee 1997, 5.1.5",
    .code = &code,
};
