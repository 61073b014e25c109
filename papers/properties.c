// Computes properties of laws.
#include "papers/properties.h"

#include <math.h>

#include "carom/law.h"

// Tests whether the law reverses the slip of a uniform sphere, W = diag(1, 3.5), that slips slowly with high friction.
// The slip after the impact is v_t' = v_t + 3.5 P_t.
static void ask_sphere(const carom_law *law, const carom_reach_range *own, int count, carom_sampled_properties *out) {
    enum { STEPS = 20, MOST = (STEPS + 1) * (STEPS + 1) };
    const carom_contact sphere = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 3.5}}, .v = {-1.0, -0.5}};
    double P[3 * MOST];
    carom_params p = carom_params_default();
    size_t answered = 0;
    p.mu = 1.0;
    // A third coefficient (nu) is the share of the stored energy that is returned. It is set to its maximum.
    if (count == 3) carom_params_set(&p, carom_law_coefficient(law, (int)own[2].param), &own[2].high, 1);
    if (count < 1) return;
    const bool two = count > 1;
    if (carom_reach_net(law, &sphere, &p, &own[0], STEPS, two ? &own[1] : NULL, STEPS, P, MOST, &answered) != CAROM_OK)
        return;
    for (int i = 0; i < (two ? MOST : STEPS + 1); i++) {
        const double after = sphere.v[1] + sphere.W[1][1] * P[3 * i + 1];
        if (after > 1e-9) out->reverses = true;
        if (after < 1e-9) out->keeps = true;
    }
}

carom_status carom_properties_compute(const carom_law *law, carom_cover *cover, carom_sampled_properties *properties) {
    if (!law || !cover || !properties) return CAROM_NULL_POINTER;
    const carom_contact generic = {.dim = 2, .W = {{1.0, 0.45}, {0.45, 1.1}}, .v = {-1.0, -0.65}};
    carom_reach_range own[CAROM_MAX_REACH_RANGES];
    carom_params p = carom_params_default();
    carom_reach reach;
    *properties = (carom_sampled_properties){.share = (double)NAN};
    properties->coefficients = carom_reach_ranges(law, 0, own);
    properties->friction = (carom_law_reads(law) & CAROM_PARAM_BIT(mu)) != 0;
    if (!(law->solves & CAROM_2D)) return CAROM_OK;
    ask_sphere(law, own, properties->coefficients, properties);
    p.mu = 0.55;
    const carom_status status = carom_reach_compute(law, &generic, &p, own, properties->coefficients, cover, &reach);
    if (status == CAROM_OK && reach.answered) properties->share = reach.share;
    return CAROM_OK;
}
