// How a law hands over its impulse.
#ifndef CAROM_SRC_GIVE_H
#define CAROM_SRC_GIVE_H

#include "carom/outcome.h"

static inline carom_status carom_give_plane(carom_outcome *out, double Pn, double Pt, carom_mode mode) {
    out->P[0] = Pn;
    out->P[1] = Pt;
    out->mode = mode;
    return CAROM_OK;
}

#endif
