// The laws that have derivatives, one dimension after the other:  for (derivable d = {0}; next_derivable(&d, only);)
#ifndef CAROM_TESTS_DERIVABLE_H
#define CAROM_TESTS_DERIVABLE_H

#include <stdbool.h>
#include <string.h>

#include "carom/derivatives.h"
#include "support/law_count.h"

typedef struct derivable {
    const carom_law *law;
    int dim, steps;
} derivable;

// Only those of the law of this name, if there is one.
static inline bool next_derivable(derivable *d, const char *only) {
    while (d->steps < 2 * law_count(CAROM_ONE_CONTACT)) {
        d->law = carom_law_at(NULL, d->steps / 2, CAROM_ONE_CONTACT);
        d->dim = 2 + d->steps++ % 2;
        const bool has = carom_law_derivatives(d->law) & (d->dim == 2 ? CAROM_2D : CAROM_3D);
        if (has && (!only || !strcmp(only, d->law->name))) return true;
    }
    return false;
}

#endif
