// Converts between Newton's, Poisson's and the energetic coefficient of one 2D impact. They describe the same point of
// its path, and all grow strictly with the normal impulse after maximum compression. The path is computed in
// walk/rebound.h, and the coefficients in walk/stop_<id>.h.
#include "carom/explain.h"

#include "collide/scale.h"
#include "collide/validate.h"
#include "tables/counts.h"
#include "tables/params.h"
#include "walk/rebound.h"

static carom_convert_reason translated(const carom_contact *c, const carom_params *p, carom_restitution to, double *e) {
    carom_rebound_course x;
    const carom_convert_reason none = carom_rebound_of(c, p->mu, carom_mu_static(p), &x);
    if (none != CAROM_CONVERT_OK) return none;
    const double q = carom_stops[p->restitution].since(&x.r, p->e);
    if (!(q <= x.r.turn) && x.beyond != CAROM_CONVERT_OK) return x.beyond;
    const bool same = to == p->restitution || (x.slides && q <= x.r.turn);
    *e = same ? p->e : carom_stops[to].ratio(&x.r, q);
    return CAROM_CONVERT_OK;
}

carom_status carom_restitution_convert(const carom_contact *contact, const carom_params *given, carom_restitution to,
                                       double *e, carom_convert_reason *why) {
    if (!contact || !given || !e) return CAROM_NULL_POINTER;
    *e = (double)NAN;
    if (contact->dim == 3) {
        if (why) *why = CAROM_CONVERT_SPACE;
        return CAROM_NOT_APPLICABLE;
    }
    carom_params p;
    carom_params_at_impact(&carom_law_routh, contact, given, &p);
    p.allow |= CAROM_PARAM_BIT(e);
    uint64_t reads;
    carom_contact room;
    const carom_status status = carom_accept(&carom_law_routh, &contact, &room, &p, &reads, NULL);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    if (!(p.e >= 0.0) || (unsigned)to >= CAROM_STOP_COUNT) return CAROM_COEFFICIENT_RANGE;
    const carom_contact near = carom_scale_contact(contact, carom_scale_of(contact, CAROM_RESCALE_LIMIT));
    const carom_convert_reason found = translated(&near, &p, to, e);
    if (why) *why = found;
    return found == CAROM_CONVERT_OK ? CAROM_OK : CAROM_NOT_APPLICABLE;
}
