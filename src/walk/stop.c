#include "walk/stop.h"

#include "carom/geometry.h"
#include "collide/validate.h"
#include "tables/counts.h"

const carom_stop carom_stops[CAROM_STOP_COUNT] = {
#define CAROM_STOP(id, ID, ...)                                                                                        \
    [CAROM_##ID] = {carom_##id##_past,  carom_##id##_rates, carom_##id##_line,                                         \
                    carom_##id##_ratio, carom_##id##_since, carom_##id##_traits},
#include "tables/stops.def"
};

// Solves second x^2/2 + first x = missing by the root that does not cancel.
double carom_stop_clock(const carom_stop *stop, const carom_progress *here, double rate) {
    const double missing = -stop->past(here);
    if (!(missing > 0.0)) return 0.0;
    const carom_stop_rates d = stop->rates(here, rate);
    if (d.second == 0.0) return d.first > 0.0 ? missing / d.first : HUGE_VAL;
    const double under = d.first * d.first + 2.0 * d.second * missing;
    const double below = d.first + sqrt(under > 0.0 ? under : 0.0);
    return under >= 0.0 && below > 0.0 ? 2.0 * missing / below : HUGE_VAL;
}

double carom_stop_since(const carom_rebound *r, double e, double (*past)(const carom_progress *),
                        carom_stop_rates (*rates)(const carom_progress *, double)) {
    const carom_stop stop = {.past = past, .rates = rates};
    carom_progress x = {.e = e, .v_before = -r->N, .p = r->p_c, .p_c = r->p_c, .absorbed = r->absorbed};
    const double q = carom_stop_clock(&stop, &x, r->k);
    if (q <= r->turn) return q;
    x.v_n = carom_rebound_speed(r, r->turn);
    x.p = r->p_c + r->turn;
    x.released = carom_rebound_released(r, r->turn);
    return r->turn + carom_stop_clock(&stop, &x, r->k2);
}

carom_status carom_region_end_line(const carom_contact *contact, const carom_params *params, double line[3]) {
    if (!contact || !params || !line) return CAROM_NULL_POINTER;
    if (contact->dim != 2) return CAROM_BAD_DIM;
    carom_contact room;
    const carom_status sound = carom_contact_read(&contact, &room);
    if (sound != CAROM_OK) return sound;
    line[0] = line[1] = line[2] = (double)NAN;
    if ((unsigned)params->restitution >= CAROM_STOP_COUNT) return CAROM_COEFFICIENT_RANGE;
    return carom_stops[params->restitution].line(contact, params->e, line) ? CAROM_OK : CAROM_NOT_APPLICABLE;
}
