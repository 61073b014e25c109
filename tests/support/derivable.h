// Iterates over the laws that have derivatives, for each law in 2D and then in 3D:
//   for (derivable d = {0}; next_derivable(&d, only);)
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

// Advances to the next pair of law and dimension and returns false past the last. `only` is the name of a law, which
// limits the iteration to this law, or NULL.
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
