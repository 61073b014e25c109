// Compares Newton's restitution with Poisson's in 2D. Wang & Mason 1992, section 5.
//   v_n' by Poisson minus v_n' by Newton = e (k2 - k1) P1, if the slip ends in compression after the impulse P1,
//   and (k2 - k1) ((1 + e) P_c - P1) if it ends in restitution; k1, k2: dv_n/dP_n before and after.
// k1 = k2 only without coupling or friction, and P1 = 0 in a direct impact. The five conditions are therefore complete.
#include <math.h>

#include "carom/explain.h"
#include "friction/diagonal.h"

static carom_status solve(const carom_contact *c, const carom_params *params, carom_restitution restitution,
                          carom_result *out) {
    carom_params p = *params;
    p.restitution = restitution;
    return carom_collide(&carom_law_routh, c, &p, out);
}

carom_status carom_restitution_compare(const carom_contact *contact, const carom_params *params,
                                       carom_restitution_comparison *found) {
    carom_contact_class k;
    if (!contact || !params || !found) return CAROM_NULL_POINTER;
    carom_params at;
    carom_params_at_impact(&carom_law_routh, contact, params, &at);
    params = &at;
    const carom_status sound = carom_contact_classify(contact, params->e, &k);
    if (sound != CAROM_OK) return sound;
    if (contact->dim != 2) return CAROM_WRONG_DIM;
    *found = (carom_restitution_comparison){.gap = (double)NAN};
    const carom_status newton = solve(contact, params, CAROM_NEWTON, &found->newton);
    const carom_status poisson = solve(contact, params, CAROM_POISSON, &found->poisson);
    if (carom_status_classify(newton) != CAROM_CLASS_OK) return newton;
    if (carom_status_classify(poisson) != CAROM_CLASS_OK) return poisson;
    // On a single straight piece both hypotheses end at the same point.
    const bool slides = found->poisson.mode == CAROM_MODE_SLIDING;
    found->because = (k.direct ? CAROM_AGREE_DIRECT : 0u) | (k.central ? CAROM_AGREE_CENTRAL : 0u) |
                     (params->mu == 0.0 ? CAROM_AGREE_FRICTIONLESS : 0u) |
                     (params->e == 0.0 ? CAROM_AGREE_PLASTIC : 0u) | (slides ? CAROM_AGREE_SLIDING : 0u);
    found->gap = found->because ? 0.0 : found->poisson.v[0] - found->newton.v[0];
    return CAROM_OK;
}
