// Code shared by the methods of Hurmuzlu & Marghitu: one contact strikes, and the others rest or are apart.
#ifndef CAROM_SRC_HM_H
#define CAROM_SRC_HM_H

#include "systems/solution.h"

// Returns the friction problem of Whittaker's algebra, in the memory of the method.
carom_cones carom_whittaker_cones(const carom_system *s, const carom_system_params *p, carom_cone_memory *m);

// Sets P_t / P_n of the striking contact. Does nothing if there is no result, because P is then not filled.
static inline void carom_set_impulse_ratio(const carom_system_params *p, carom_status status,
                                           carom_system_result *out) {
    if (carom_status_classify(status) == CAROM_CLASS_OK)
        out->ratio_c = out->P[2 * p->striking + 1] / out->P[2 * p->striking];
}

#endif
