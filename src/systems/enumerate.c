// Finds every solution of a friction problem by trying every mode set.
#include "systems/modeset.h"

carom_status carom_enumerate(const carom_cones *p, carom_found *found) {
    if (p->nc > CAROM_MAX_ENUMERATED) return CAROM_BAD_COUNT;
    carom_modeset set = carom_modeset_first(p);
    found->count = found->kept = found->tried = 0;
    do {
        found->tried++;
        if (carom_modeset_solve(&set) && carom_modeset_admissible(&set)) carom_modeset_keep(&set, found);
    } while (carom_modeset_next(&set));
    if (!found->count) return CAROM_NO_SOLUTION;
    return found->count > 1 ? CAROM_NOT_UNIQUE : CAROM_OK;
}
