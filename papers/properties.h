// Properties that a law should have. Chatterjee 1997, 2.1.3.
#ifndef CAROM_PAPERS_PROPERTIES_H
#define CAROM_PAPERS_PROPERTIES_H

#include "carom/geometry.h"
#include <stdbool.h>

// Desirable properties of a law (Chatterjee 1997, 2.1.3), as far as they can be counted or computed. The others are
// the guarantees and dimensions of the law, the descriptions of its coefficients (law.h), or a matter of judgement.
typedef struct carom_sampled_properties {
    bool reverses;    // some values of its coefficients reverse the slip of a sphere
    bool keeps;       // some values do not reverse it
    int coefficients; // number of its own coefficients, 0 to CAROM_MAX_REACH_RANGES, without friction
    bool friction;    // true: it also reads mu
    double share;     // share of the accessible region that it reaches for a generic collision,
                      // W = [1, 0.45; 0.45, 1.1], v = (-1, -0.65), mu = 0.55: 0 for a curve, NaN without a result
} carom_sampled_properties;

// Computes these properties. `cover` must not be NULL.
carom_status carom_properties_compute(const carom_law *law, carom_cover *cover, carom_sampled_properties *properties);

#endif
