// Computes the hodograph of a contact in 3D: its invariant directions, and the behaviour at rest.
#include "carom/geometry.h"

#include <math.h>

#include "collide/validate.h"
#include "friction/diagonal.h"
#include "walk/flow.h"

static carom_invariant invariant_at(const carom_flow *flow, const double e[2]) {
    const carom_view v = carom_view_from(flow, e, 1.0);
    carom_invariant out = {.e = {e[0], e[1]}, .f = v.alpha - v.b11, .turn = -v.alpha - v.split, .D = v.nw - v.ma1};
    out.kind = carom_flow_neutral(flow, out.f) ? CAROM_NEUTRAL : out.f < 0.0 ? CAROM_CONVERGENT : CAROM_DIVERGENT;
    return out;
}

carom_status carom_hodograph_compute(const carom_contact *contact, double mu, double mu_static, carom_hodograph *out) {
    if (!contact || !out) return CAROM_NULL_POINTER;
    *out = (carom_hodograph){0};
    carom_contact room;
    const carom_status status = carom_contact_read(&contact, &room);
    if (status != CAROM_OK) return status;
    if (contact->dim != 3) return CAROM_WRONG_DIM;
    if (!(mu >= 0.0 && mu < HUGE_VAL && mu_static >= mu)) return CAROM_COEFFICIENT_RANGE;

    const carom_contact clean = carom_without_rounding(contact); // a matrix entry that is only rounding has no
                                                                 // direction
    const carom_flow flow = {.W = clean.W, .nu = 1.0, .m = mu};
    double e[4][2];
    const int count = carom_invariant_directions(&flow, e);
    out->everywhere = count < 0;
    out->count = count < 0 ? 0 : count;
    for (int i = 0; i < out->count; i++) out->direction[i] = invariant_at(&flow, e[i]);
    const carom_hold hold = carom_hold_find(clean.W);

    const double *x = hold.x;
    out->hold[0] = -x[0];
    out->hold[1] = -x[1];
    out->mu_critical = sqrt(x[0] * x[0] + x[1] * x[1]);
    out->holds = out->mu_critical <= mu_static;
    if (!out->holds) carom_escape_direction(clean.W, mu, out->escape);
    return CAROM_OK;
}
