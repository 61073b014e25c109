// Compression without restitution, then an expansion that returns e of the normal impulse and part of the friction
// impulse stored in compression. Pfeiffer & Glocker 1996 in the form of Chatterjee 1997, 5.1.5.
//   compression   P_C = Whittaker's impulse for e = 0;  V_C = v + W P_C
//   expansion     P_EN = e P_CN;  P_ET = -(V_CT + W_nt P_EN) / W_tt clipped to sg alpha mu P_EN +- (1 - alpha) mu P_EN,
//                 sg = sign(P_CT),  alpha = (nu + e_t |P_CT| / (mu P_CN)) / 2
// Without friction in compression the stored impulse has no direction: alpha = 0 then.
#include <math.h>

#include "base/sym.h"
#include "carom/law.h"
#include "impulse/give.h"
#include "impulse/whittaker.h"

static carom_mode mode_of(bool sticks, bool clipped) {
    if (sticks) return clipped ? CAROM_MODE_STICKING_SLIDING : CAROM_MODE_STICKING_STICKING;
    return clipped ? CAROM_MODE_SLIDING_SLIDING : CAROM_MODE_SLIDING_STICKING;
}

static void expand(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    const double W_nt = c->W[0][1], W_tt = c->W[1][1], mu = p->mu;
    const double slip = c->v[1] + W_nt * out->P[0] + W_tt * out->P[1];
    const double P_EN = p->e * out->P[0], sg = carom_sign(out->P[1]);
    const bool stores = sg != 0.0 && mu > 0.0;
    const double alpha = stores ? 0.5 * (p->nu + p->e_t * fabs(out->P[1]) / (mu * out->P[0])) : 0.0;
    const double centre = sg * alpha * mu * P_EN, half = (1.0 - alpha) * mu * P_EN;

    // A welded tangent keeps its slip; friction is then all it can be against it.
    const double wanted = W_tt > 0.0 ? -(slip + W_nt * P_EN) / W_tt : -carom_sign(slip) * HUGE_VAL;
    const bool clipped = wanted < centre - half || wanted > centre + half;
    const double P_ET = wanted < centre - half ? centre - half : wanted > centre + half ? centre + half : wanted;
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

const carom_law_code carom_code_pfeiffer_glocker = {.solve = solve, .also = also};
