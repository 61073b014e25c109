// Functions by which a law returns its impulse or rejects a coefficient.
#ifndef CAROM_SRC_SET_IMPULSE_H
#define CAROM_SRC_SET_IMPULSE_H

#include <stdbool.h>

#include "carom/carom.h"

static inline carom_status carom_set_impulse_plane(carom_result *out, double Pn, double Pt, carom_mode mode) {
    out->P[0] = Pn;
    out->P[1] = Pt;
    out->mode = mode;
    return CAROM_OK;
}

static inline carom_status carom_set_impulse(carom_result *out, int dim, const double P[3], carom_mode mode) {
    for (int i = 0; i < dim; i++) out->P[i] = P[i];
    out->mode = mode;
    return CAROM_OK;
}

// Sets P = 0, for a contact that touches without approach.
static inline carom_status carom_set_no_impulse(carom_result *out, int dim) {
    const double P[3] = {0.0, 0.0, 0.0};
    return carom_set_impulse(out, dim, P, CAROM_MODE_NONE);
}

// Returns whether a coefficient is in the law's own range, which may be narrower than that of its table row. `allow`
// extends both ranges in the same way.
static inline bool carom_law_takes(const carom_params *p, carom_param param, bool in_range) {
    return in_range || ((p->allow >> param) & 1);
}

static inline carom_status carom_refuse_param(carom_result *out, carom_param param) {
    out->coefficient = param;
    return CAROM_COEFFICIENT_RANGE;
}

#endif
